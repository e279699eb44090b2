"""Questions between streams: each is asked by a real event and answered once, as asked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from audit_journals import Rows, audit, audited, find, forged, played, resealed

from openfelt.audit import Auditor


def _without(name: str, nth: int = 0) -> Rows:
    rows = played()
    stream, index = find(rows, name, nth)
    del rows[stream][index]
    rows[stream] = resealed(stream, rows[stream])
    return rows


def _row_changed(name: str, nth: int = 0, **columns: Any) -> Rows:
    rows = played()
    stream, index = find(rows, name, nth)
    rows[stream][index] = rows[stream][index]._replace(**columns)
    rows[stream] = resealed(stream, rows[stream])
    return rows


def test_credit_that_no_stream_asked_for_is_found() -> None:
    found = audit(_row_changed("TicketCredited", client="", number=0))
    assert [f.what for f in found if f.type == "TicketCredited"] == ["no stream asked for it"]


def test_an_answer_names_an_event_that_asks() -> None:
    found = audit(_row_changed("TicketCredited", number=2))
    assert any(f.type == "TicketCredited" and "house:2" in f.what for f in found)


def test_an_answer_to_a_row_that_is_not_there_is_found() -> None:
    found = audit(_row_changed("TicketCredited", number=9_999))
    assert any(f.what == "the journal has no house:9999 that asked for it" for f in found)


def test_numbers_of_questions_rise() -> None:
    first = json.loads(played()["house"][find(played(), "TicketOpened", 0)[1]].payload)
    again = _row_changed("TicketOpened", 1, number=played()["house"][9].number)
    assert first["amount"] > 0
    assert any("answered or passed over before" in f.what for f in audit(again))


@pytest.mark.parametrize("order", [("house", "pit"), ("pit", "house")])
def test_an_answer_must_say_what_was_asked_in_whichever_order_they_are_read(
    order: tuple[str, str],
) -> None:
    rows = played()
    stream, index = find(rows, "TicketPrintOrdered")
    fields = json.loads(rows[stream][index].payload)
    fields["amount"] += 100
    payload = json.dumps(fields).encode()
    rows[stream][index] = rows[stream][index]._replace(payload=payload)
    rows[stream] = resealed(stream, rows[stream])
    auditor = Auditor()
    for name in order:
        for row in rows[name]:
            auditor.take(row)
    (found,) = auditor.finish()
    assert (found.stream, found.sequence, found.type) == (stream, index + 1, "TicketPrintOrdered")
    assert found.what.startswith("amount is ")


def test_a_question_that_was_passed_over_is_found() -> None:
    rows = _without("TicketIssued", 0)
    assert any("was never answered" in finding.what for finding in audit(rows))


def test_money_under_way_is_no_finding_unless_nothing_may_be_open() -> None:
    rows = played()
    stream, index = find(rows, "TicketOpened", 3)
    rows[stream] = rows[stream][:index]
    pit, asked = find(rows, "CashOutRequested", 3)
    rows[pit] = rows[pit][: asked + 1]
    auditor, findings = audited(rows)
    assert findings == []
    assert auditor.summary().questions_open == 1
    amount = json.loads(rows[pit][asked].payload)["amount"]
    assert auditor.summary().under_way == amount
    (found,) = auditor.finish(open_ok=False)
    assert (found.stream, found.sequence) == (pit, asked + 1)
    assert "house never answered with TicketOpened" in found.what


def test_what_two_streams_sent_each_other_must_match() -> None:
    found = forged("TicketCredited", lambda fields: fields.update(amount=fields["amount"] - 100))
    assert any(
        f.type == "ledger" and "are in transit between house and pit" in f.what for f in found
    )


def test_a_stream_that_is_gone_leaves_its_answers_behind() -> None:
    rows = played()
    del rows["house"]
    found = audit(rows)
    assert any("the journal has no house:" in finding.what for finding in found)


def test_a_pit_hears_of_the_very_day_that_ended() -> None:
    two_days = "table B1 LT period=30s min=5 max=500 unit=5 shoe=ready\nclock +2d"
    assert audit(played(two_days)) == []
    found = forged("PitDayClosed", lambda fields: fields.update(day=7), 1, two_days)
    assert any(f.type == "PitDayClosed" and f.what.startswith("day is 7") for f in found)
