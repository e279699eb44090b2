"""Nothing is dealt from a shoe that was shown."""

from hashlib import sha256

from openfelt.audit.finding import Findings
from openfelt.audit.seal import Seals
from openfelt.audit.seal_event import CardDrawn, SealOpened, ShoeLoaded, ValueSealed


def test_a_card_out_of_an_opened_shoe_is_found() -> None:
    findings, value = Findings(), "salt 3 9S KH 5D"
    seals = Seals(findings)
    seals.sealed(ValueSealed("shoe:B1:1", sha256(value.encode()).hexdigest()))
    seals.loaded(ShoeLoaded("B1", "shoe:B1:1"))
    seals.drawn(CardDrawn("B1", "shoe:B1:1", 1, read=True))
    assert findings.kept == []
    seals.opened(SealOpened("shoe:B1:1", value))
    seals.drawn(CardDrawn("B1", "shoe:B1:1", 2, read=True))
    assert [one.what for one in findings.kept] == [
        "shoe:B1:1 was opened before: everybody knows its cards"
    ]
