"""What players say is wrong, through both instances, now and then out of order."""

from random import Random
from typing import Final

from openfelt.floor.people import dispute
from openfelt.floor.people.matter import Dispute
from openfelt.floor.state import State, Table
from openfelt.rehearsal.way import REASON, Move, holder
from openfelt.rulebooks.powers import Act

MOST: Final = 6


def dispute_act(chance: Random, pit: State) -> Move | None:
    """Decide another dispute, or take one that is open a step on."""
    if not pit.terminals:
        return None
    if len(pit.disputes) < MOST and chance.random() < 0.4:
        return _decided(chance, pit)
    if not pit.disputes:
        return None
    number = chance.choice(list(pit.disputes))
    found = pit.disputes[number]
    table = pit.tables[found.table]
    if chance.random() < 0.1:
        who = holder(pit, table, Act.REVIEW_DISPUTE)
        named = (table.name, number, who)
        return who, dispute.ReviewDispute(*named, upheld=True, reason=REASON)
    return _next(chance, pit, table, number, found)


def _decided(chance: Random, pit: State) -> Move:
    terminal = pit.terminals[chance.choice(list(pit.terminals))]
    table = pit.tables[chance.choice(terminal.tables)]
    who = holder(pit, table, Act.DECIDE_DISPUTE)
    about = chance.choice(("outcome", "payment", "other"))
    said = (table.name, terminal.name, who, about, REASON)
    return who, dispute.DecideDispute(*said, upheld=chance.random() < 0.5, reason=REASON)


def _next(chance: Random, pit: State, table: Table, number: int, found: Dispute) -> Move:
    who = holder(pit, table, Act.DECIDE_DISPUTE)
    if found.stage == "review" and chance.random() < 0.8:
        reviews = holder(pit, table, Act.REVIEW_DISPUTE)
        named = (table.name, number, reviews)
        return reviews, dispute.ReviewDispute(*named, upheld=False, reason=REASON)
    if found.stage == "decided" and chance.random() < 0.5:
        return who, dispute.AskReview(table.name, number, who)
    satisfied, advised = chance.random() < 0.5, chance.random() < 0.8
    return who, dispute.CloseDispute(table.name, number, who, satisfied, advised)
