"""Wagers that stand over rounds, on a craps table that only these tests play: floor and auditor.

The table's rolls are written down beforehand; whoever confirms the result lets the next one fall.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from audit_journals import Change, Rows, audit, find, played, resealed, with_fields

from openfelt.audit.event import Event
from openfelt.audit.outcome import NoOutcome
from openfelt.audit.powers import BOOKS
from openfelt.audit.ways import WAYS, Way
from openfelt.core import dice
from openfelt.core.refusal import Refusal
from openfelt.engine.stream import Stream
from openfelt.floor.base import Answer
from openfelt.floor.play.procedure import PROCEDURES, Outcome, Stated
from openfelt.floor.play.tumbler.procedure import PROCEDURE as TUMBLER
from openfelt.floor.rounds.round import settle
from openfelt.floor.state import State, Table
from openfelt.follow.file import open_writing
from openfelt.follow.rounds import Rounds
from openfelt.journal.row import GENESIS
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.ac import AC
from openfelt.rulebooks.definition import Definition
from openfelt.stations.memory import Memory
from openfelt.stations.player import player_view

ROLLS = ((3, 3), (4, 4), (3, 4))
SET_UP = """
table     C1 AC period=20s min=5 max=500 unit=5
terminal  T1 tables=C1
terminal  T2 tables=C1
staff     alex=agm
T1        insert note 100
T2        insert note 100
"""
FIRST_ROLL = """
T1        bet C1 pass_line 10
T1        bet C1 place:6 30
T1        bet C1 field 5
T2        bet C1 come 5
T2        bet C1 hard:8 10
expect    T2 C1 come state=staged
clock     +20s
expect    T2 C1 come state=committed
alex@C1   confirm result                     # 3-3
expect    T1 C1 pass_line state=none
expect    T1 C1 pass_line@6 state=standing amount=10
expect    T1 C1 place:6 state=none
expect    T1 C1 field state=none
expect    T1 credit=120 staked=10 win=35
expect    T2 C1 come@6 state=standing amount=5
expect    T2 C1 hard:8 state=standing amount=10
expect    T2 credit=85 staked=15 win=0
expect    ledger stake:T1=10 stake:T2=15
"""
VOID = """
T1        bet C1 field 5
T2        bet C1 pass_line 5
T2        bet C1 hard:8 5                    -> refused WAGER_IS_CONFIRMED
T2        cancel C1 hard:8                   -> refused WAGER_IS_CONFIRMED
T1        cash out                           -> refused CASH_OUT_NOT_ALLOWED
clock     +20s
expect    T2 C1 hard:8 state=standing
expect    T2 C1 pass_line state=committed
alex      void C1 reason=cocked
expect    T1 credit=120 staked=10
expect    T2 credit=85 staked=15
expect    T2 C1 pass_line state=none
expect    T2 C1 hard:8 state=standing
"""
SECOND_ROLL = """
T2        bet C1 field 5
clock     +20s
alex@C1   confirm result                     # 4-4
expect    T2 credit=180 staked=5 win=90
expect    T1 C1 pass_line@6 state=standing
"""
SEVEN_OUT = """
clock     +20s
alex@C1   confirm result                     # 3-4
expect    T1 staked=0 credit=120
expect    T2 staked=0 credit=180
expect    ledger stake:T1=0 stake:T2=0
"""
WHOLE = f"""{SET_UP}{FIRST_ROLL}{VOID}
server    crash
alex      resume C1
expect    T1 C1 pass_line@6 state=standing amount=10
{SECOND_ROLL}{SEVEN_OUT}
"""


def _outcome(roll: tuple[int, ...]) -> Outcome:
    return Outcome("-".join(map(str, roll)), dice.index(roll))


def _told(_: Definition, stated: Stated) -> Outcome | None:
    return _outcome(stated.dice) if len(stated.dice) == 2 else None


def _place(outcome: str) -> int:
    first, _, second = outcome.partition("-")
    if not (first.isdigit() and second.isdigit()):
        raise NoOutcome(f"{outcome!r} is no roll")
    return (int(first) - 1) * 6 + int(second) - 1


@pytest.fixture(autouse=True)
def craps_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the floor and the auditor play craps by rolls that are written down."""
    rolls = iter(ROLLS)

    def confirm(state: State, table: Table, _: str, now: int) -> Answer:
        assert table.phase == "closed"
        return settle(state, table, *_outcome(next(rolls)), now)

    way = replace(
        TUMBLER,
        name="rolls",
        told=_told,
        confirm=confirm,
        after_close=lambda *_: (),
        end=lambda *_: None,
    )
    monkeypatch.setitem(PROCEDURES, "rolls", way)
    monkeypatch.setitem(VARIANTS, "AC", replace(AC, procedure="rolls"))
    judged: dict[type[Event], Callable[..., object]] = {}
    audited = Way(36, lambda _, outcome: _place(outcome), _place, lambda _: False, judged, {})
    monkeypatch.setitem(WAYS, "rolls", audited)
    acts = ("deal", "void", "correct", "manage", "resume")
    monkeypatch.setitem(BOOKS, "AC", dict.fromkeys(acts, ("agm",)))


def _settled(rows: Rows, nth: int = 0) -> dict[str, Any]:
    stream, index = find(rows, "RoundSettled", nth)
    fields: dict[str, Any] = json.loads(rows[stream][index].payload)
    return fields


def _story(tmp_path: Path, story: str) -> Rows:
    return played(f"# {tmp_path}\n{story}")  # The rolls are dealt anew to each test.


def test_wagers_stand_move_and_are_decided_and_the_auditor_agrees(tmp_path: Path) -> None:
    rows = _story(tmp_path, WHOLE)
    assert audit(rows) == []
    first = _settled(rows)
    assert first["decided"] == [["T1", "place:6", 3000], ["T1", "field", 500]]
    assert first["returned"] == [6500, 0]
    assert first["moved"] == [["T1", "pass_line", "pass_line@6"], ["T2", "come", "come@6"]]
    assert first["paid"] == [["T1", 3500, 6500, 3500]]
    assert first["standing"] == 3


def test_a_void_round_gives_back_only_what_was_laid_in_it(tmp_path: Path) -> None:
    rows = _story(tmp_path, SET_UP + FIRST_ROLL + VOID)
    stream, index = find(rows, "RoundVoided")
    voided = json.loads(rows[stream][index].payload)
    assert voided["refunded"] == [["T1", "field", 500], ["T2", "pass_line", 500]]
    assert audit(rows) == []


PUT_RIGHT = """
alex      actual C1 dice 2 4 round=4         # it was a six
expect    T1 credit=140 staked=0 win=10
expect    T2 credit=190 staked=0 win=5
alex      actual C1 dice 1 2 round=4         # no, a three: everything stands
expect    T1 credit=120 staked=10
expect    T1 C1 pass_line@6 state=standing
expect    ledger stake:T1=10 stake:T2=5
alex      actual C1 dice 3 4 round=4
expect    T1 staked=0
alex      void C1 round=4 reason=unfair
expect    T1 C1 pass_line@6 state=standing
expect    T2 C1 come@6 state=standing
expect    T1 credit=120 staked=10
expect    T2 credit=180 staked=5
alex      void C1 round=3 reason=unfair      # then nothing was decided on 4-4
expect    T2 C1 hard:8 state=standing
expect    T2 credit=85 staked=15
expect    ledger stake:T1=10 stake:T2=15
alex      actual C1 dice 4 4 round=1         # hard eight, and come moves elsewhere
expect    T1 C1 pass_line@8 state=standing
expect    T1 C1 place:6 state=standing amount=30
expect    T2 C1 come@8 state=standing
expect    T2 C1 hard:8 state=none
expect    T1 credit=55 staked=40
expect    T2 credit=185 staked=5
"""


def test_the_last_settlement_can_be_put_right(tmp_path: Path) -> None:
    assert audit(_story(tmp_path, WHOLE + PUT_RIGHT)) == []


def test_what_was_played_for_since_is_not_put_right(tmp_path: Path) -> None:
    too_late = """
alex      actual C1 dice 2 2 round=1         -> refused PHASE_DOES_NOT_ALLOW
T1        bet C1 field 5
alex      actual C1 dice 2 2 round=3         -> refused PHASE_DOES_NOT_ALLOW
alex      void C1 reason=first
alex      actual C1 dice 2 2 round=3
"""
    rows = _story(tmp_path, SET_UP + FIRST_ROLL + VOID + SECOND_ROLL + too_late)
    assert audit(rows) == []


def test_a_players_standing_wagers_can_be_voided_between_rounds(tmp_path: Path) -> None:
    gone = """
alex      void wagers T2 reason=cheat
expect    T2 credit=100 staked=0
T1        bet C1 field 5
clock     +20s
alex@C1   confirm result                     # 4-4
expect    T1 staked=10
"""
    assert audit(_story(tmp_path, SET_UP + FIRST_ROLL + gone)) == []


def test_a_table_closes_when_nothing_stands(tmp_path: Path) -> None:
    closing = """
alex      close C1
expect    C1 phase=wagering
clock     +1h
alex@C1   confirm result                     # 4-4
expect    C1 phase=wagering
clock     +1h
alex@C1   confirm result                     # 3-4
expect    C1 phase=closed_table
"""
    assert audit(_story(tmp_path, SET_UP + FIRST_ROLL + closing)) == []


def test_a_fresh_fold_and_a_snapshot_have_what_stands(tmp_path: Path) -> None:
    stream = Stream("pit", GENESIS)
    for row in _story(tmp_path, SET_UP + FIRST_ROLL)["pit"]:
        stream.fold(row)
    state = stream.state
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state
    view = player_view(state, "T2", Memory(), state.now)
    play = view.play["C1"]
    assert [(chips.bet, chips.amount) for chips in play.committed] == [
        ("come@6", 500),
        ("hard:8", 1000),
    ]
    assert (play.spots, play.staked, play.last, view.cash_out) == (
        (),
        1500,
        (),
        Refusal.CASH_OUT_NOT_ALLOWED,
    )


def test_a_game_of_one_round_writes_what_it_always_wrote() -> None:
    settled = _settled(played())
    assert list(settled)[-3:] == ["returned", "paid", "next_due"]


def test_the_follower_notes_what_became_of_wagers_that_stood(tmp_path: Path) -> None:
    connection = open_writing(tmp_path / "standing.follow")
    rounds = Rounds(connection, "pit")
    for row in _story(tmp_path, WHOLE + PUT_RIGHT)["pit"]:
        rounds.take(row)
    noted = connection.execute(
        "SELECT number, terminal, bet, moved_to, returned, decided_in FROM wager "
        "WHERE number = 1 ORDER BY place"
    ).fetchall()
    connection.close()
    assert noted == [
        (1, "T1", "pass_line", "pass_line@8", None, None),
        (1, "T1", "place:6", None, None, None),
        (1, "T1", "field", None, 0, 1),
        (1, "T2", "come", "come@8", None, None),
        (1, "T2", "hard:8", None, 10_000, 1),
    ]


def _drop_a_move(e: dict[str, Any]) -> None:
    e["moved"].pop()


def _move_elsewhere(e: dict[str, Any]) -> None:
    e["moved"][0][2] = "pass_line@8"


def _decide_another(e: dict[str, Any]) -> None:
    e["decided"][1] = ["T2", "hard:8", 1000]


def _decide_one_more(e: dict[str, Any]) -> None:
    e["decided"].append(["T2", "hard:8", 1000])
    e["returned"].append(0)


def _count_wrong(e: dict[str, Any]) -> None:
    e["standing"] = 2


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (_drop_a_move, "moved elsewhere than the outcome takes them"),
        (_move_elsewhere, "moved elsewhere than the outcome takes them"),
        (_decide_another, "names other wagers than the outcome decides"),
        (_decide_one_more, "it pays 3 wagers, 2 had to be paid"),
        (_count_wrong, "it lets 2 wagers stand instead of 3"),
    ],
)
def test_a_forged_settlement_is_found(tmp_path: Path, change: Change, what: str) -> None:
    rows = _story(tmp_path, SET_UP + FIRST_ROLL)
    stream, index = find(rows, "RoundSettled")
    rows[stream][index] = with_fields(rows[stream][index], change)
    rows[stream] = resealed(stream, rows[stream])
    assert any(what in finding.what for finding in audit(rows))


def test_a_forged_refund_of_what_stands_is_found(tmp_path: Path) -> None:
    rows = _story(tmp_path, SET_UP + FIRST_ROLL + VOID)
    stream, index = find(rows, "RoundVoided")

    def give_more(e: dict[str, Any]) -> None:
        e["refunded"].append(["T2", "hard:8", 1000])

    rows[stream][index] = with_fields(rows[stream][index], give_more)
    rows[stream] = resealed(stream, rows[stream])
    assert any("the refund is not what was staked" in finding.what for finding in audit(rows))
