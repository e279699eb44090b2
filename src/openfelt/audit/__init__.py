"""The auditor: own sums over raw rows.  It imports the journal and nothing else of OpenFelt."""

from openfelt.audit.auditor import Auditor, Summary
from openfelt.audit.finding import Finding, Wrong
from openfelt.audit.head import KeptHead, NotAHead, kept_head, read_heads
from openfelt.audit.whole import audit_journal

__all__ = [
    "Auditor",
    "Finding",
    "KeptHead",
    "NotAHead",
    "Summary",
    "Wrong",
    "audit_journal",
    "kept_head",
    "read_heads",
]
