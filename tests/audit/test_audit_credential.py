"""Notes of credentials hold hashes only, and only the house has them."""

from openfelt.audit.credential import noted
from openfelt.audit.event import CredentialsNoted
from openfelt.audit.finding import Findings

HASH = "0" * 64


def test_only_the_house_notes_credentials_and_only_their_hashes() -> None:
    findings = Findings()
    findings.stream = "house"
    noted(findings, CredentialsNoted({"person d1": HASH, "station printer@T1": HASH}))
    assert findings.kept == []
    for record, digest in (("person d1", "a long password"), ("d1", HASH), ("person ", HASH)):
        noted(findings, CredentialsNoted({record: digest}))
    findings.stream = "pit"
    noted(findings, CredentialsNoted({}))
    assert [one.what for one in findings.kept] == [
        *["what it notes is no hash of a record"] * 3,
        "only the house notes credentials",
    ]
