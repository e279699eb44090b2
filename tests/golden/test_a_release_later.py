"""A release changes a figure: what was journalled before folds, audits and settles as it did.

A story is played up to open rounds, the code is changed under it, and the same tables are played
on.  They go by what they journalled; a table that is opened afterwards goes by the new figure.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from golden_journal import recorded

from openfelt.audit.powers import TASKS
from openfelt.core.odds import Paytable
from openfelt.floor import table
from openfelt.floor.money import payout
from openfelt.floor.people import task
from openfelt.floor.rounds import notice, pause
from openfelt.floor.rounds import round as round_
from openfelt.floor.rounds.settling import settlement
from openfelt.floor.state import Kept
from openfelt.journal.base import Journal
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.upcasts import fields
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import Finality
from openfelt.rulebooks.powers import Act, Role
from openfelt.scenario.judge import Failure
from openfelt.scenario.run import Runner
from openfelt.scenario.script import read
from openfelt.scenario.stage import Stage

BEFORE: Final = """
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
table     S1 SB period=20s min=1 max=500 unit=1 shoot_value=50
terminal  T1 tables=B1
terminal  T2 tables=S1
terminal  T3 tables=B1
staff     dana=dealer alex=agm chris=casino_supervisor anna=attendant gina=gm ivan=inspector
T1        insert note 100
T2        insert note 100
T3        insert note 20
T2        bet S1 small 1
clock     +20s
tumbler@S1 dice 1 2 3
T2        bet S1 small 1
clock     +20s
tumbler@S1 dice 1 2 3
T2        bet S1 small 10
dana@B1   new game
T1        bet B1 player 20
clock     +30s
tumbler@S1 dice 1 2 3
shoe@B1   cards 9S 5H KD KC
dana@B1   result player
dana@B1   confirm result
expect    T1 credit=120.00
chris     limits B1 min=10
T1        call
printer@T3 silent
T3        cash out
dana@B1   new game
T1        bet B1 player 50
T1        confirm B1
T1        bet B1 player_pair 5
T2        bet S1 small 10
"""
AFTER: Final = """
dana@B1   resume
alex      resume S1
clock     +30s
expect    T1 B1 player amount=50.00 state=committed
shoe@B1   cards 9S
alex      actual B1 cards 5H 9S KC KD round=1 -> refused ROUND_IS_FINAL
shoe@B1   cards 5H KD KC
dana@B1   result player
dana@B1   confirm result
expect    T1 credit=165.00
alex      void B1 round=2 reason=misdeal     -> ok
expect    T1 credit=120.00
tumbler@S1 dice 1 2 3
alex      actual S1 dice 6 6 5 round=1       -> ok
clock     +2m
anna      answer T1                          -> ok
dana@B1   new game
T1        bet B1 player 5
T1        confirm B1                         -> ok
expect    ledger balanced
"""
# Opened after the change; every line of these holds by the new figure and not by the old one.
ANEW: Final = """
table     B2 LT period=30s min=5 max=500 unit=5 shoe=ready
table     S2 SB period=20s min=1 max=500 unit=1 shoot_value=50
terminal  T8 tables=B2
terminal  T9 tables=S2
T8        insert note 100
T9        insert note 100
"""

Change = Callable[[pytest.MonkeyPatch], None]


def _book(variant: str, **changed: Any) -> Change:
    def change(patch: pytest.MonkeyPatch) -> None:
        patch.setitem(VARIANTS, variant, replace(VARIANTS[variant], **changed))

    return change


def _odds(patch: pytest.MonkeyPatch) -> None:
    pays = """
        pair                   11 to 1   Rule: LT 8.6
        player                 2 to 1    Rule: LT 8.4.1
        banker, banker_with_6  19 to 20  Rule: LT 8.4.2
        tie                    8 to 1    Rule: LT 8.4.3
    """
    _book("LT", pays=Paytable(pays))(patch)


def _policy(patch: pytest.MonkeyPatch) -> None:
    lt = replace(VARIANTS["LT"].policy, finality=Finality.NEVER, confirm_step=False, idle_rounds=1)
    _book("LT", policy=lt)(patch)


def _power(patch: pytest.MonkeyPatch) -> None:
    powers = {**VARIANTS["LT"].powers, Act.VOID: (Role.GAMING_MANAGER,)}
    _book("LT", powers=powers)(patch)


def _task(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(task.KINDS, "call", task.Kind("inspector", task.MINUTE))
    patch.setitem(TASKS, "call", ("attendant", "inspector"))


def _sign(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(notice, "SIGN_US", 60_000_000)


def _receipt(patch: pytest.MonkeyPatch) -> None:
    for module in (payout, pause):
        patch.setattr(module, "RECEIPT_US", 5_000_000)


def _kept(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table, "KEPT", Kept(least=1, most=1, stakes=1))


RELEASES: Final[Mapping[str, tuple[Change, str]]] = {
    "an odds figure": (
        _odds,
        """
dana@B2   new game
T8        bet B2 player 50
clock     +30s
shoe@B2   cards 9S 5H KD KC
dana@B2   result player
dana@B2   confirm result
expect    T8 credit=200.00
""",
    ),
    "a policy value": (
        _policy,
        """
dana@B2   new game
T8        bet B2 player 50
T8        confirm B2                         -> refused PHASE_DOES_NOT_ALLOW
""",
    ),
    "a power": (
        _power,
        """
dana@B2   new game
alex      void B2 reason=why                 -> refused ROLE_MAY_NOT
gina      void B2 reason=why                 -> ok
""",
    ),
    "a task's minutes and role": (
        _task,
        """
T8        call
anna      answer T8                          -> refused ROLE_MAY_NOT
ivan      done call T8                       -> ok
""",
    ),
    "the time a sign stands": (
        _sign,
        """
chris     limits B2 min=10
clock     +1m
dana@B2   new game
T8        bet B2 player 5
clock     +30s
expect    T8 credit=100.00
""",
    ),
    "the time a printer has": (
        _receipt,
        """
printer@T8 silent
T8        cash out
clock     +5s                                -> ok voucher=#v8
""",
    ),
    "the number of rounds kept": (
        _kept,
        """
clock     +20s
tumbler@S2 dice 1 2 3
clock     +20s
tumbler@S2 dice 1 2 3
alex      actual S2 dice 6 6 5 round=1       -> refused PHASE_DOES_NOT_ALLOW
""",
    ),
}
every_release = pytest.mark.parametrize("name", RELEASES)


class Story:
    """A floor that is stopped and started: its journal stays, the code may change meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.store = MemoryStore()
        self._file = folder / "story.floor"
        self._runner = Runner(Stage(self._opened))

    async def _opened(self) -> Journal:
        return MemoryJournal(self.store)

    def told(self, lines: str) -> Failure | None:
        """Start the floor from its journal, play the lines, and stop it."""
        self._file.write_text(lines, encoding="utf-8")
        return asyncio.run(self._runner.run(read(self._file)))

    def settled(self) -> list[dict[str, Any]]:
        """Return what every settlement said, the corrected ones too."""
        kinds = ("RoundSettled", "SettlementReversed", "RoundResettled", "SettledRoundVoided")
        rows = self.store.rows["pit"]
        return [dict(fields(row)) for row in rows if row.type in kinds]


def unchanged(folder: Path) -> Story:
    """Play the whole story in one world."""
    story = Story(folder)
    assert story.told(BEFORE) is None
    assert story.told(AFTER) is None
    return story


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Return what the settlements say when nothing changes."""
    return unchanged(tmp_path_factory.mktemp("unchanged")).settled()


@every_release
def test_what_was_journalled_before_shows_audits_and_settles_the_same(
    name: str, told: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    change, anew = RELEASES[name]
    story = Story(tmp_path)
    assert story.told(BEFORE) is None
    before = recorded(story.store.rows)
    change(monkeypatch)
    assert recorded(story.store.rows) == before
    assert story.told(AFTER) is None
    assert story.settled() == told
    assert recorded(story.store.rows).audit["findings"] == []
    assert story.told(ANEW + anew) is None
    assert recorded(story.store.rows).audit["findings"] == []


@every_release
def test_a_table_that_opens_later_shows_the_difference(name: str, tmp_path: Path) -> None:
    """The lines that hold by the new figure do not hold without it."""
    assert unchanged(tmp_path).told(ANEW + RELEASES[name][1]) is not None


def test_a_settlement_by_the_books_of_the_code_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    honest = settlement
    monkeypatch.setattr(
        round_,
        "settlement",
        lambda rules, *rest: honest(VARIANTS[rules.code].definition(8), *rest),
    )
    story = Story(tmp_path)
    assert story.told(BEFORE) is None
    _odds(monkeypatch)
    failure = story.told(AFTER)
    assert failure is not None
    assert "credit=165.00" in failure.text
