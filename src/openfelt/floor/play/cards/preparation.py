"""How the cards of the next shoe came to be in no order, and what becomes of those of the last.

Rulebook: MT 8.3(e), 8.3(i).
"""

from typing import Final, Literal

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Concept, Event, Refused, refuse
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.power import may_at
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.cards.play import Prepared
from openfelt.floor.state import State, Table
from openfelt.rulebooks.powers import Act

CHECK: Final = "card_check"


class CardsPrepared(Event, frozen=True):
    """The cards of the next shoe were shuffled by hand or by the shuffler, or came so, as a batch.

    Who shuffled them is whoever brings the shoe.
    """

    table: str
    how: Literal["by_hand", "shuffler", "pre_shuffled"]
    batch: str


class CardsSetAside(Event, frozen=True):
    """The cards of a shoe that has ended are checked, and others are brought; `duty` checks."""

    table: str
    reason: str
    duty: Duty


def prepared(table: Table, how: str, batch: str) -> tuple[Event, ...] | Refused:
    """Put on record how the cards were shuffled, as far as that is said.

    Cards that came shuffled are shuffled no more; which they are, their batch tells.

    Rule: MT 8.3(e); MT 8.3(e)(i); MT 8.3(e)(ii)
    """
    if not how and not batch:
        return ()
    match how:
        case "pre_shuffled" if batch:
            return (CardsPrepared(table.name, how, batch),)
        case "by_hand" if not batch:
            return (CardsPrepared(table.name, how, batch),)
        case "shuffler" if not batch and play_at(table).waiting:
            return (CardsPrepared(table.name, how, batch),)
        case _:
            return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_prepared_so")


def set_aside(state: State, table: Table, person: str, reason: str, now: int) -> Answer:
    """Have the cards of a shoe that has ended checked, once.

    Rule: MT 8.3(i)
    """
    is_known = Act.CHECK_CARDS in state.rules(table).powers
    if not is_known or play_at(table).set_aside:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "shoe_ended")
    refused = may_at(state, table, person, Act.CHECK_CARDS, now)
    return refused or (CardsSetAside(table.name, reason, task.duty(CHECK)),)


def were_prepared(state: State, event: CardsPrepared) -> None:
    play_at(state.tables[event.table]).prepared = event.how


def were_set_aside(state: State, event: CardsSetAside) -> None:
    play_at(state.tables[event.table]).set_aside = True
    task.begin(state, CHECK, event.table, event.duty)


def waiting_after(how: Prepared, waiting: int) -> int:
    """Return how many checked shoes wait once one is brought: it is one of them unless it is said.

    Rule: MT def:Multi deck Shuffler (MD3)
    """
    return max(0, waiting - 1) if how in ("", "shuffler") else waiting


CONCEPT = Concept(evolves={CardsPrepared: were_prepared, CardsSetAside: were_set_aside})
