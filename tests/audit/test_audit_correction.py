"""Rounds put right: a correction must undo exactly what was paid, and pay exactly what is due."""

from __future__ import annotations

from typing import Any

import pytest
from audit_journals import CORRECTED, Change, audit, find, forged, played, resealed


def _share(key: str, place: int, more: int) -> Change:
    def change(fields: dict[str, Any]) -> None:
        fields[key][0][place] += more

    return change


def _set(**values: object) -> Change:
    return lambda fields: fields.update(values)


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("SettlementReversed", _share("taken", 1, -100), "T1's credit and debt make"),
        ("SettlementReversed", _share("paid", 2, 100), "T1: staked, credited, won are"),
        ("SettlementReversed", _set(round=7), "round 7 is not settled, or final for long"),
        ("RoundResettled", _share("given", 2, 100), "recoverable:T1 gets 1.00 more than it owes"),
        ("RoundResettled", _share("paid", 2, 100), "T1: staked, credited, won are"),
        ("RoundResettled", _set(returned=[0, 0]), "the journalled odds give"),
        ("RoundResettled", _set(outcome="2S 3D / 9H"), "is not complete"),
        ("RoundResettled", _set(outcome="2S 3D / 9H KC 2C"), "it settles on"),
        ("RoundResettled", _set(outcome="tie"), "is no coup"),
        ("RoundResettled", _set(fingerprint=""), "another rulebook"),
        ("SettledRoundVoided", _set(refunded=[]), "the refund is not what was staked"),
        ("SettledRoundVoided", _set(given=[]), "T1's credit and debt make 0.00 instead of 5.00"),
        ("WagersVoided", _set(refunded=[]), "the refund is not what was staked"),
        ("HandPayHeld", _set(held=False), "is open"),
        ("HandPayOpened", _set(amount=1), "amount is 1, but"),
        ("CashOutRequested", _set(by_hand=True), "asks for HandPayOpened"),
    ],
)
def test_a_forged_correction_is_found(name: str, change: Change, what: str) -> None:
    found = forged(name, change, story=CORRECTED)
    assert any(what in finding.what for finding in found), found


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("SettlementReversed", "was not taken back before"),
        ("RoundResettled", "was taken back already"),
        ("SettledRoundVoided", "stake:T1 is 5.00, what lies on the tables 0.00"),
    ],
)
def test_half_a_correction_is_found(name: str, what: str) -> None:
    rows = played(CORRECTED)
    # Of the round that was corrected twice, the first time.
    stream, index = find(rows, name, 1 if name != "SettledRoundVoided" else 0)
    del rows[stream][index]
    rows[stream] = resealed(stream, rows[stream])
    assert any(what in finding.what for finding in audit(rows))


@pytest.mark.parametrize(
    ("before", "what"),
    [
        ("RoundOpened", "B1 is closed"),
        ("WagersVoided", "round 2 is neither settled nor void"),
    ],
)
def test_a_table_closes_between_rounds_and_for_good(before: str, what: str) -> None:
    rows = played(CORRECTED)
    stream, index = find(rows, before, 1 if before == "RoundOpened" else 0)
    row = rows[stream][index - 1]
    payload = b'{"table":"B1"}'
    closed = row._replace(type="TableClosed", version=1, payload=payload, client="", number=0)
    rows[stream].insert(index, closed)
    rows[stream] = resealed(stream, rows[stream])
    assert any(finding.what == what for finding in audit(rows))


# A coup the shoe misread, settled on what lies there.
STATED = """
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
staff     dana=dealer alex=agm
T1        insert note 100
dana@B1   new game
T1        bet B1 banker 100
clock     +30s
shoe@B1   cards 9S 5H KD KC
dana@B1   result player
alex      actual B1 cards 5H 9S KC KD round=1
"""


def test_lt_11_6_11_a_stated_outcome_is_on_record() -> None:
    assert not audit(played(STATED))


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("ActualOutcomeStated", _set(outcome="9S KD / 5H KC"), "but 9S KD / 5H KC was stated"),
        ("ActualOutcomeStated", _set(outcome="5H / 9S"), "but 5H / 9S was stated"),
        ("ActualOutcomeStated", _set(round=2), "it names round 2, but round 1 is played"),
        ("RoundSettled", _set(outcome="9S KD / 5H KC"), "was stated"),
    ],
)
def test_a_settlement_on_another_outcome_than_stated_is_found(
    name: str, change: Change, what: str
) -> None:
    found = forged(name, change, story=STATED)
    assert any(what in finding.what for finding in found), found


def test_a_settlement_on_cards_that_nobody_stated_is_found() -> None:
    rows = played(STATED)
    stream, index = find(rows, "ActualOutcomeStated")
    del rows[stream][index]
    rows[stream] = resealed(stream, rows[stream])
    assert any("but the cards dealt were" in finding.what for finding in audit(rows))


def test_lt_11_6_10_2_a_settlement_after_a_foreign_card_is_found() -> None:
    rows = played(STATED)
    stream, index = find(rows, "ActualOutcomeStated")
    dealt = rows[stream][index]
    seen = dealt._replace(type="ForeignCardSeen", payload=b'{"table":"B1","round":1,"card":"KC"}')
    rows[stream].insert(index, seen)
    rows[stream] = resealed(stream, rows[stream])
    found = audit(rows)
    assert any("this coup can only be void" in finding.what for finding in found), found


# A void that finds the credits gone, by a ticket and by a voucher.
CASHED_OUT = """
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready ticket_limit=200
terminal  T1 tables=B1
terminal  T2 tables=B1
staff     dana=dealer alex=agm casey=cashier
T1        insert note 50
T2        insert note 100
T2        insert note 100
dana@B1   new game
T1        bet B1 player 50
T2        bet B1 player 50
clock     +30s
shoe@B1   cards 9S 5H KD KC
dana@B1   result player
dana@B1   confirm result
T1        cash out                 -> ok ticket=#1
T2        cash out                 -> ok voucher=#2
alex      void B1 round=1
alex      release #1
alex      release #2
casey     redeem #1
casey     pay #2
"""


def test_lt_11_6_2_1_slips_withheld_after_a_void_are_in_order() -> None:
    assert not audit(played(CASHED_OUT))


@pytest.mark.parametrize(
    ("name", "what"), [("TicketHeld", "was to be withheld"), ("HandPayHeld", "to be withheld")]
)
def test_lt_11_6_2_1_a_slip_that_was_paid_and_not_withheld_is_found(name: str, what: str) -> None:
    rows = played(CASHED_OUT)
    for stream, kept in rows.items():
        rows[stream] = resealed(stream, [row for row in kept if row.type != name])
    found = audit(rows)
    assert any(what in finding.what for finding in found), found


@pytest.mark.parametrize(
    ("name", "slips", "what"),
    [
        ("HoldAsked", [["T9", "1"]], "but pit:"),
        ("HoldNoted", [["T1", "1"]], "no ticket 1 was opened"),
    ],
)
def test_lt_11_6_2_1_the_house_withholds_the_very_slips_the_pit_named(
    name: str, slips: object, what: str
) -> None:
    found = forged(name, _set(slips=slips), story=CASHED_OUT)
    assert any(what in finding.what for finding in found), found


def test_a_voucher_for_a_number_that_was_free_is_found() -> None:
    found = forged("HandPayOpened", _set(number_taken=True), story=CORRECTED)
    assert any("was not used before" in finding.what for finding in found), found
