"""Note stackers and money that nobody fetches: by the note, by two persons, by a determination."""

from __future__ import annotations

import pytest
from audit_journals import UNCLAIMED, Change, audit, forged, played


def _set(**values: object) -> Change:
    return lambda fields: fields.update(values)


def test_the_story_is_in_order() -> None:
    assert not audit(played(UNCLAIMED))


@pytest.mark.parametrize(
    ("name", "nth", "change", "what"),
    [
        ("StackerRemoved", 0, _set(amount=9_000), "100.00 were stacked at T1, not 90.00"),
        ("DropReceived", 0, _set(amount=9_000), "amount is 9000"),
        ("DropReceived", 1, _set(drop="pit/T1/A1"), "pit/T3/C1 does not wait to be counted"),
        ("DropCounted", 0, _set(expected=9_000), "pit/T1/A1 should hold 100.00, not 90.00"),
        ("DropCounted", 0, _set(drop="pit/T1/A2"), "does not wait to be counted"),
        ("DropCounted", 1, _set(second=""), "one cashier alone handled 200.00"),
        ("CreditsReported", 0, _set(credits=[]), "credits is ()"),
        ("AbandonAsked", 0, _set(second=""), "one person alone gives credit up"),
        ("AbandonAsked", 0, _set(account=7), "T1 was not on the list with account 7"),
        ("CreditAbandoned", 0, _set(account=7), "account is 7"),
        ("SlipsUnclaimed", 0, _set(vouchers=[]), "is not unclaimed"),
        ("SlipsUnclaimed", 1, _set(tickets=[["0", 5]]), "no ticket 0 was opened"),
        ("UnclaimedReturned", 0, _set(amount=5), "is good for 100.00, not 0.05"),
        ("UnclaimedReturned", 0, _set(determination=""), "given back without a determination"),
        ("UnclaimedReturned", 1, _set(is_ticket=False), "is not unclaimed"),
    ],
)
def test_a_forged_row_is_found(name: str, nth: int, change: Change, what: str) -> None:
    found = forged(name, change, nth, UNCLAIMED)

    assert any(what in one.what for one in found), [one.what for one in found]
