"""A result that is looked at for a while: a period opens by itself then, and not sooner."""

from __future__ import annotations

from typing import Any

import pytest
from audit_journals import Change, Rows, audit, played, resealed, with_fields

STORY = """
table     S1 SB period=20s min=1 max=500 unit=1 result_pause=5s
table     B1 LT period=20s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=S1
staff     emma=egs dana=dealer
T1        insert note 100
T1        bet S1 small 10
clock     +30s
tumbler@S1 dice 1 2 4
clock     +5s
T1        bet S1 small 10
clock     +30s
tumbler@S1 dice 1 2 4
emma      void S1 round=2
"""


def _place(rows: Rows, name: str, nth: int = 0) -> int:
    return [place for place, row in enumerate(rows["pit"]) if row.type == name][nth]


def _said(rows: Rows) -> list[str]:
    return [finding.what for finding in audit({**rows, "pit": resealed("pit", rows["pit"])})]


def _set(**values: Any) -> Change:
    return lambda fields: fields.update(values)


def test_a_pause_that_was_kept_is_no_finding() -> None:
    assert audit(played(STORY)) == []


@pytest.mark.parametrize("values", [{"opens_at": 7}, {"opens_at": 0, "next_due": 7}])
def test_a_pause_that_is_not_the_tables_is_found(values: dict[str, int]) -> None:
    rows = played(STORY)
    place = _place(rows, "RoundSettled")
    rows["pit"][place] = with_fields(rows["pit"][place], _set(**values))
    assert "the result is not left for the 5000000 us it stays at S1" in _said(rows)


def test_a_period_that_opens_before_the_pause_is_over_is_found() -> None:
    rows = played(STORY)
    place = _place(rows, "RoundOpened")
    early = rows["pit"][place]._replace(time_us=rows["pit"][place - 1].time_us)
    rows["pit"][place] = early
    assert _said(rows) == ["the result of round 1 was still to be looked at"]


def test_where_no_result_is_looked_at_somebody_opens_the_period() -> None:
    rows = played(STORY)
    for name, values in (
        ("TableOpened", {"result_pause_us": 0}),
        ("RoundSettled", {"opens_at": 0}),
    ):
        place = _place(rows, name)
        rows["pit"][place] = with_fields(rows["pit"][place], _set(**values))
    assert "nobody of the staff is named who did it" in _said(rows)


def test_no_result_stays_where_a_dealer_opens_the_next_period() -> None:
    rows = played(STORY)
    place = _place(rows, "TableOpened", 1)
    rows["pit"][place] = with_fields(rows["pit"][place], _set(result_pause_us=5_000_000))
    assert _said(rows) == ["whoever deals at B1 opens the next period: no pause does"]
