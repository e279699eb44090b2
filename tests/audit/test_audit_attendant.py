"""Attendants and disputes: whoever is said to go, decide or review signed for it."""

from __future__ import annotations

import pytest
from audit_journals import Change, audit, forged, played

SEEN_TO = """
house     desk
table     S1 SB period=20s min=1 max=500 unit=1
terminal  T1 tables=S1 printer=fault
staff     anna=attendant andy=attendant emma=egs alex=agm casey=cashier
T1        insert note 50
T1        cash out                 -> ok voucher=#v1
anna      coming hand_pay T1
casey     open drawer 100
casey     pay #v1 signed
anna      decide dispute T1 outcome against
anna      ask review 1
emma      coming review S1
emma      review dispute 1 against
anna      end dispute 1 advised
"""


def _set(**values: object) -> Change:
    return lambda fields: fields.update(values)


def test_the_story_is_in_order() -> None:
    assert not audit(played(SEEN_TO))


@pytest.mark.parametrize(
    ("name", "nth", "change", "what"),
    [
        ("TaskTaken", 0, _set(person="andy"), "andy is said to see to it, and signed nothing"),
        ("TaskTaken", 0, _set(kind="hold"), "anna had no power to see to hold"),
        ("TaskTaken", 1, _set(about="nowhere/1"), "emma had no power to review_dispute"),
        ("DisputeDecided", 0, _set(person="andy"), "andy is said to have decided it"),
        ("DisputeDecided", 0, _set(person="emma"), "emma reviewed his own decision"),
        ("DisputeReviewed", 0, _set(person="alex"), "alex is said to have decided it"),
        ("HandPayCalled", 0, _set(amount=1), "nobody waits at T1 for 0.01 under"),
        ("WaitEnded", 0, _set(number="1"), "nobody was paid who waited at T1 under 1"),
        ("HandPayFinished", 0, _set(number="1"), "number is '1', but house:"),
    ],
)
def test_a_forged_row_is_found(name: str, nth: int, change: Change, what: str) -> None:
    found = forged(name, change, nth, SEEN_TO)
    assert any(what in one.what for one in found), [one.what for one in found]
