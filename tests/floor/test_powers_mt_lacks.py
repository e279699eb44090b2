"""What a neighbour book lets somebody do and Multi Terminal does not: told, for every role."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from floor_heads import TRANSCRIPTS, on_memory, played

from openfelt.core.refusal import Refusal
from openfelt.engine import stream
from openfelt.floor.base import Command, Refused
from openfelt.floor.people.exclusion import RecommendExclusion
from openfelt.floor.people.one_terminal import KeepToOneTerminal
from openfelt.floor.people.staff import ROLES
from openfelt.floor.play.cards.coup import KeyCard
from openfelt.floor.play.cards.dummy import StartDummyHand
from openfelt.floor.play.cards.foreign_card import ReportCards
from openfelt.floor.play.cards.shoe_change import ChangeShoe, VoidShoe
from openfelt.floor.wagers.dispensation import Dispense
from openfelt.floor.whole import decide
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.powers import Act

NEIGHBOURS: Final = ("LT", "SB", "AC")
STORIES: Final = [path for path in TRANSCRIPTS if path.name.startswith("mt_no_")]
# By which command an act is asked for; cards taken out are a remedy, or unfit.
SAID_BY: Final[dict[type[Command], Act]] = {
    KeyCard: Act.KEY_CARDS,
    StartDummyHand: Act.DUMMY_HAND,
    KeepToOneTerminal: Act.KEEP_TO_ONE,
    Dispense: Act.DISPENSE,
    ChangeShoe: Act.CHANGE_SHOE,
    ReportCards: Act.REPORT_CARDS,
    VoidShoe: Act.VOID_SHOE,
    RecommendExclusion: Act.RECOMMEND,
}
# Says whose task a complaint is; nobody asks for it by a command.
NOT_ASKED_FOR: Final = (Act.HEAR_COMPLAINT,)


def lacked() -> dict[Act, set[str]]:
    """Return what a neighbour has and which tables of Multi Terminal have it not."""
    books = [book for book in VARIANTS.values() if book.book in NEIGHBOURS]
    ours = [book for book in VARIANTS.values() if book.book == "MT"]
    missing = {
        act: {book.code for book in ours if act not in book.powers}
        for act in Act
        if act not in NOT_ASKED_FOR
        if any(act in book.powers for book in books)
    }
    return {act: codes for act, codes in missing.items() if codes}


def _act(command: Any) -> Act:
    if isinstance(command, ChangeShoe) and command.unfit:
        return Act.REPLACE_CARDS
    return SAID_BY[type(command)]


@pytest.fixture(scope="module")
def told() -> dict[tuple[Act, str], set[str]]:
    """For each act and kind of table, the roles that a transcript shows to be refused it."""
    refused: dict[tuple[Act, str], set[str]] = {}

    def seen_decide(state: Any, command: Any, context: Any) -> Any:
        answer = decide(state, command, context)
        if type(command) in SAID_BY:
            terminal = state.terminals.get(getattr(command, "terminal", ""))
            name = getattr(command, "table", "") or terminal.tables[0]
            where = state.rules(state.tables[name]).code
            assert isinstance(answer, Refused), command
            assert answer.code is Refusal.PHASE_DOES_NOT_ALLOW, command
            roles = {grant.role for grant in state.grants[command.person]}
            refused.setdefault((_act(command), where), set()).update(roles)
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "decide", seen_decide)
        for path in STORIES:
            _, failure = played(path, on_memory())
            assert failure is None, path.name
    return refused


def test_the_neighbours_have_what_is_lacked_here() -> None:
    cards = {"MT_ROULETTE", "MT_SICBO"}
    assert {act for act, codes in lacked().items() if codes == cards} == {
        Act.REPLACE_CARDS,
        Act.REPORT_CARDS,
    }
    assert lacked().keys() == {*SAID_BY.values(), Act.REPLACE_CARDS}


@pytest.mark.parametrize("act", lacked(), ids=str)
def test_mt_5_3_an_act_of_another_book_is_refused_whoever_asks(
    act: Act, told: dict[tuple[Act, str], set[str]]
) -> None:
    whole = [code for code in sorted(lacked()[act]) if told.get((act, code), set()) >= set(ROLES)]
    assert whole, f"no transcript mt_no_* shows {act} refused to every role at a table without it"


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_such_a_story_ends_with_its_money_counted(path: Path) -> None:
    last = path.read_text(encoding="utf-8").splitlines()[-1].split()
    assert last[:2] == ["expect", "ledger"]
    assert last[-1] == "balanced"
    assert any(word.startswith("table_bank:") for word in last)
