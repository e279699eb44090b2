"""Notes of credentials: the house's alone, each of a record there can be, and hashes only."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from openfelt.audit.event import CredentialsNoted, Event
from openfelt.audit.finding import Findings

_HOUSE: Final = "house"
_RECORD: Final = re.compile(r"(person|station) \S{1,64}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def noted(findings: Findings, event: CredentialsNoted) -> None:
    """Complain of a note that is none; a secret in one would be read for ever."""
    if findings.stream != _HOUSE:
        findings.say("only the house notes credentials")
    for record, digest in event.digests.items():
        if not _RECORD.fullmatch(record) or not _HASH.fullmatch(digest):
            findings.say("what it notes is no hash of a record")


RULES: Final[Mapping[type[Event], Callable[[Findings, Any], None]]] = {CredentialsNoted: noted}
