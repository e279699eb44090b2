"""A forger who can write everything seals the whole chain anew: then the sums must tell."""

from __future__ import annotations

import json
from typing import Any

import pytest
from audit_journals import STORY, Change, Rows, audit, find, forged, played, resealed, sequences

from openfelt.journal.row import Row


def _with_row(stream: str, index: int, row: Row) -> Rows:
    rows = played()
    rows[stream][index] = row
    rows[stream] = resealed(stream, rows[stream])
    return rows


def _set(**values: object) -> Change:
    return lambda fields: fields.update(values)


def _pay_more(fields: dict[str, Any]) -> None:
    fields["returned"][0] += 100
    fields["paid"][0][2] += 100
    fields["paid"][0][3] += 100


def _lose_refund(fields: dict[str, Any]) -> None:
    fields["refunded"] = fields["refunded"][1:]


def _lose_return(fields: dict[str, Any]) -> None:
    fields["committed"] = fields["committed"][1:]


def _bend_odds(fields: dict[str, Any]) -> None:
    for ruling in fields["definition"]["rulings"]:
        ruling["returned"] *= 2


def _define(**values: Any) -> Change:
    return lambda fields: fields["definition"].update(values)


def _give_away_a_power(fields: dict[str, Any]) -> None:
    fields["definition"]["powers"]["void"].append("dealer")


def _lose_a_place(fields: dict[str, Any]) -> None:
    fields["definition"]["bets"]["player"]["column"].pop()


def _pay_twice(fields: dict[str, Any]) -> None:
    fields["paid"].append(fields["paid"][0])


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("RoundSettled", _pay_more, "the journalled odds give"),
        ("RoundSettled", _pay_twice, "is paid 2 times"),
        ("RoundSettled", _set(outcome="6-6-6"), "the tumbler did not report that"),
        ("RoundSettled", _set(outcome="6-6-6", place=215), "the tumbler did not report that"),
        ("RoundSettled", _set(fingerprint="00"), "another rulebook"),
        ("RoundSettled", _set(returned=[]), "it pays 0 wagers"),
        ("RoundVoided", _lose_refund, "the refund is not what was staked"),
        ("WageringClosed", _lose_return, "not what stood on the layouts"),
        ("WagerTakenDown", _set(stands=1), "it says that 0.01 stand there now"),
        ("WagerTakenDown", _set(amount=0, stands=3_200), "it takes 0.00 off small"),
        ("WagerTakenDown", _set(amount=3_201), "were taken off small, 32.00 lay there"),
        ("TicketRedeemed", _set(amount=1), "is good for"),
        ("TicketRedeemed", _set(where="kiosk"), "it cannot have been paid by 'kiosk'"),
        ("HandPayPaid", _set(amount=999_999), "is good for"),
        ("CashOutRequested", _set(amount=10), "stayed behind"),
        ("CashOutRequested", _set(amount=99_999_999), "would stand at -"),
        ("NoteStacked", _set(amount=-5_000), "it moves -50.00"),
        ("NoteStacked", _set(amount="100"), "its payload is not what such an event holds"),
        ("CardDealt", _set(hand="banker"), "by the drawing rules the next card is player's"),
        ("CardDealt", _set(card="11S"), "is no card"),
        ("ResultEntered", _set(result="tie"), "give player, not tie"),
        ("TableOpened", _define(denominator=0), "cannot be looked up"),
        ("TableOpened", _define(procedure="cloth"), "by no procedure known"),
        ("TableOpened", _lose_a_place, "cannot be looked up"),
        ("TableOpened", _give_away_a_power, "does not give its fingerprint"),
        ("TableOpened", _set(fingerprint="00"), "does not give its fingerprint"),
        ("TableOpened", _set(definition=None), "nothing in this stream says"),
        ("OwnerChanged", _set(epoch=0), "epoch 0 follows epoch 0"),
        ("JournalOpened", _set(stream="other"), "it opens 'other' at row 1"),
    ],
)
def test_a_forged_event_is_found(name: str, change: Change, what: str) -> None:
    rows = played()
    stream, index = find(rows, name)
    found = [finding for finding in forged(name, change) if what in finding.what]
    assert found
    assert (found[0].stream, found[0].sequence, found[0].type) == (stream, index + 1, name)


def test_a_settlement_must_follow_the_odds_the_table_opened_with() -> None:
    found = forged("TableOpened", _bend_odds)
    assert "does not give its fingerprint" in found[0].what
    stream, index = find(played(), "RoundSettled", 1)
    assert sequences(found)[1] == (stream, index + 1)
    assert "T1's 50.00 on player got 100.00, the journalled odds give 200.00" in found[1].what


def test_winnings_that_are_no_whole_cent_round_up() -> None:
    rows = played()
    stream, index = find(rows, "RoundSettled", 2)
    settled = json.loads(rows[stream][index].payload)
    # 33.33 on Banker at 19 to 20: 31.6635 more.
    assert settled["returned"] == [3_333 + 3_167]

    def round_down(fields: dict[str, Any]) -> None:
        fields["returned"][0] -= 1
        fields["paid"][0][2] -= 1
        fields["paid"][0][3] -= 1

    (found, *_) = forged("RoundSettled", round_down, 2)
    assert "got 64.99, the journalled odds give 65.00" in found.what


def test_a_coup_is_settled_on_the_cards_dealt_or_on_others_that_were_stated() -> None:
    stated = STORY.replace(
        "cards 2S 9H 3D KC\ndana@B1   result banker\ndana@B1   confirm result",
        "cards 9H 2S KC 3D\nalex      actual B1 cards 2S 9H 3D KC round=3",
    )
    assert audit(played(stated)) == []
    found = forged("RoundSettled", _set(outcome="9H KC / 2S 3D"), 2)
    assert "but the cards dealt were 2S 3D / 9H KC" in found[0].what


def _again(name: str, nth: int = 0, *, after: int = 1) -> Rows:
    """Write an event once more, some rows later, as a command of its own."""
    rows = played()
    stream, index = find(rows, name, nth)
    row = rows[stream][index]
    later = rows[stream][index + after - 1]
    again = row._replace(client="", number=0, time_us=later.time_us)
    rows[stream].insert(index + after, again)
    rows[stream] = resealed(stream, rows[stream])
    return rows


def test_a_round_is_settled_once() -> None:
    found = audit(_again("RoundSettled", 1))
    assert found[0].what.startswith("stake:T1 would stand at -")
    assert any(finding.what == "round 1 is settled already" for finding in found)


def test_a_settled_round_cannot_become_void() -> None:
    rows = played()
    stream, index = find(rows, "RoundSettled", 1)
    row = rows[stream][index]
    fields = {"table": "B1", "round": 1, "refunded": [], "reason": "regret", "next_due": 0}
    void = row._replace(
        type="RoundVoided",
        version=1,
        payload=json.dumps(fields).encode(),
        client="",
        number=0,
        actor="staff:alex",
    )
    rows[stream].insert(index + 1, void)
    rows[stream] = resealed(stream, rows[stream])
    assert audit(rows)[0].what == "round 1 is settled already"


def test_a_ticket_is_redeemed_once() -> None:
    number = json.loads(played()["house"][find(played(), "TicketRedeemed", 1)[1]].payload)["number"]
    found = audit(_again("TicketRedeemed", 1))
    assert any(finding.what == f"ticket {number} is redeemed" for finding in found)


def test_a_hand_pay_is_paid_once() -> None:
    assert any("was paid before" in f.what for f in audit(_again("HandPayPaid")))


@pytest.mark.parametrize(("name", "what"), [("NoteStacked", "note"), ("CmsCredited", "transfer")])
def test_what_another_system_says_once_is_credited_once(name: str, what: str) -> None:
    assert any(f"the {what} " in finding.what for finding in audit(_again(name)))


def test_a_held_or_void_ticket_is_not_paid() -> None:
    rows = played()
    stream, index = find(rows, "HoldReleased")
    del rows[stream][index]
    rows[stream] = resealed(stream, rows[stream])
    assert audit(rows)[0].what.endswith("is held")


def test_a_hold_ends_in_a_determination_and_only_once() -> None:
    found = forged("HoldReleased", lambda fields: fields.update(determination=""))
    assert found[0].what.endswith("was released without a determination")
    assert any(finding.what.endswith("is issued") for finding in audit(_again("HoldReleased")))


def test_an_event_nobody_knows_is_a_finding() -> None:
    rows = played()
    row = rows["pit"][40]._replace(type="MoneyGiven")
    (found, *_) = audit(_with_row("pit", 40, row))
    assert (found.sequence, found.type) == (41, "MoneyGiven")
    assert found.what.startswith("unknown event")


def test_a_version_nobody_knows_is_a_finding() -> None:
    row = played()["pit"][40]._replace(version=9)
    assert "version 9 of it is not known" in audit(_with_row("pit", 40, row))[0].what


def test_time_never_goes_back() -> None:
    row = played()["pit"][60]._replace(time_us=1)
    assert audit(_with_row("pit", 60, row))[0].what.startswith("time goes back by")


def test_a_number_of_a_station_is_used_once() -> None:
    rows = played()
    stream, index = find(rows, "WagerStaged", 0)
    row = rows[stream][index]
    rows[stream][index + 1] = rows[stream][index + 1]._replace(
        client=row.client, number=row.number, time_us=row.time_us + 1
    )
    rows[stream] = resealed(stream, rows[stream])
    assert any(
        finding.what == f"T1 1 used the number {row.number} before" for finding in audit(rows)
    )


DEMANDED = """
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
staff     casey=cashier alex=agm
T1        insert note 50
T1        cash out                           -> ok ticket=#1
casey     redeem #1
alex      demand #1
alex      release #1
alex      demand #1
casey     take back #1                       -> ok voucher=#v1
alex      release #v1
casey     pay #v1
"""


@pytest.mark.parametrize(
    ("name", "change", "what"),
    [
        ("ReturnDemanded", {"amount": 4_000}, "is good for 50.00, not 40.00"),
        ("ReturnDemanded", {"number": "01"}, "no ticket 01 was opened"),
        ("DemandDropped", {"determination": ""}, "was dropped without a determination"),
        ("DemandDropped", {"terminal": "T2"}, "from T2"),
        ("PaymentReturned", {"amount": 6_000}, "nobody demands 60.00 back"),
        ("PaymentReturned", {"drawer": "kiosk"}, "it cannot have been given back to 'kiosk'"),
    ],
)
def test_lt_9_2_a_demand_is_of_what_was_paid_and_ends_once(
    name: str, change: dict[str, Any], what: str
) -> None:
    assert not audit(played(DEMANDED))
    found = forged(name, lambda fields: fields.update(change), story=DEMANDED)
    assert any(what in finding.what for finding in found)
