"""Cards: a dealer deals, the shoe reads, and now and then a card comes early, late or too many.

On a demo floor the shoe is a sealed one: the dealer calls for it and for each card.
"""

from random import Random
from typing import Final

from openfelt.core.cards import decks
from openfelt.floor.base import Command
from openfelt.floor.play.cards import (
    coup,
    dummy,
    empty_shoe,
    face_up,
    foreign_card,
    reconstruction,
    shoe,
    shoe_change,
    shuffler,
    unseen,
    virtual_shoe,
)
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.cards.reading import due, order_of
from openfelt.floor.play.procedure import Stated
from openfelt.floor.rounds import no_bet
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import BETWEEN, State, Table
from openfelt.rehearsal.way import REASON, Move, Way, holder
from openfelt.rulebooks.powers import Act

CARDS: Final = tuple(decks(1))
# Coups as they are dealt: to the player and the banker in turn.
WHOLE: Final = (("9S", "5H", "KD", "KC"), ("5H", "9S", "KC", "KD"), ("2S", "3H", "4D", "4C", "8S"))


def _carry_on(chance: Random, pit: State, table: Table) -> Move | None:
    play = play_at(table)
    if play.dummy:
        return _aside(chance, pit, table, play)
    if play.coups_left < 0 and chance.random() < 0.01:
        return _device(table), shoe.ReadCuttingCard(table.name, order_of(table))
    match table.phase:
        case "settled" if _left_with_it(table) and chance.random() < 0.7:
            agm = holder(pit, table, Act.VOID)
            return agm, VoidRound(table.name, agm, REASON, table.round)
        case phase if phase in BETWEEN:
            return _between(chance, pit, table, play)
        case "wagering" if chance.random() < 0.03:
            return _card(chance, pit, table)
        case "closed" | "dealing":
            return _dealt(chance, pit, table)
        case "result_pending":
            return _result(chance, pit, table, play)
        case _:
            return None


def _dealt(chance: Random, pit: State, table: Table) -> Move:
    """Deal the next card, or what comes out of a real shoe instead of one now and then."""
    draw = chance.random()
    if table.name in pit.shoes or draw > 0.07:
        return _card(chance, pit, table)
    if draw > 0.02:
        return _keyed(chance, pit, table)
    return _device(table), chance.choice(_odd(table, chance.choice(CARDS)))


def _odd(table: Table, face: str) -> tuple[Command, ...]:
    """Return what a shoe says instead of a card, or of one it was not to show yet."""
    at, order = table.name, order_of(table)
    return (
        unseen.ReadUnseenCard(at, order, due(table, "")),
        face_up.ReadFaceUpCard(at, face, order, due(table, face)),
        empty_shoe.ReadEmptyShoe(at, order),
    )


def _between(chance: Random, pit: State, table: Table, play: CardPlay) -> Move:
    dealer, draw = holder(pit, table, Act.DEAL), chance.random()
    if pit.demo and (not play.coups_left or table.name not in pit.shoes):
        return dealer, virtual_shoe.CallShoe(table.name, dealer)
    if not play.coups_left:
        return dealer, shoe_change.BringShoe(table.name, dealer)
    if not play.burned and draw < 0.9:
        return dealer, shoe.BurnCard(table.name, dealer, chance.choice(CARDS))
    if table.rounds_ordered and draw < 0.5:
        return dealer, no_bet.DealNoBet(table.name, dealer)
    if draw < 0.03:
        return dealer, shoe.PressStandby(table.name, dealer)
    if draw < 0.06:
        return _card(chance, pit, table)
    if draw < 0.09:
        finds = holder(pit, table, Act.REPLACE_CARDS)
        return finds, shoe_change.ChangeShoe(table.name, finds, REASON)
    return dealer, NewGame(table.name, dealer)


def _aside(chance: Random, pit: State, table: Table, play: CardPlay) -> Move:
    """Carry a dummy hand on: it waits for the AGM, is dealt, keyed and ended."""
    agm = holder(pit, table, Act.DUMMY_HAND)
    if play.dummy == "pending":
        return agm, dummy.StartDummyHand(table.name, agm)
    if table.phase == "dealing":
        return _card(chance, pit, table)
    if play.dummy == "dealing":
        return agm, dummy.KeyDummyCards(table.name, agm, _as_dealt(play))
    return agm, ConfirmResult(table.name, agm)


def _shuffled(chance: Random, play: CardPlay) -> tuple[str, ...]:
    """Return the cards on the table as they might have been drawn."""
    out = [*play.player, *play.banker, *play.carried]
    return tuple(chance.sample(out, len(out)))


def _as_dealt(play: CardPlay) -> tuple[str, ...]:
    first = zip(play.player[:2], play.banker[:2], strict=True)
    return (*(card for pair in first for card in pair), *play.player[2:], *play.banker[2:])


def _result(chance: Random, pit: State, table: Table, play: CardPlay) -> Move:
    who = holder(pit, table, Act.DUMMY_HAND if play.result_by_agm else Act.DEAL)
    if chance.random() < 0.03:
        return _card(chance, pit, table)
    if chance.random() < 0.03:
        return who, reconstruction.Reconstruct(table.name, who, _shuffled(chance, play))
    may_confirm = Act.CONFIRM_AS_DEALT in pit.rules(table).powers and chance.random() < 0.5
    if play.entered or may_confirm:
        return who, ConfirmResult(table.name, who)
    result = chance.choice(("player", "banker", "tie"))
    return who, coup.EnterResult(table.name, who, result)


def _card(chance: Random, pit: State, table: Table) -> Move:
    if table.name in pit.shoes:
        dealer = holder(pit, table, Act.DEAL)
        return dealer, virtual_shoe.DrawCard(table.name, dealer)
    return _device(table), coup.as_read(table, _face(chance, play_at(table)))


def _face(chance: Random, play: CardPlay) -> str:
    """Draw a card, now and then the one across: coups that are tied come seldom by themselves."""
    across = play.player[len(play.banker) :]
    return across[0] if across and across[0] and chance.random() < 0.3 else chance.choice(CARDS)


def _keyed(chance: Random, pit: State, table: Table) -> Move:
    """Key a card by hand, a dealer with somebody's approval."""
    dealer, agm = holder(pit, table, Act.DEAL), holder(pit, table, Act.KEY_CARDS)
    card = chance.choice(CARDS)
    if chance.random() < 0.5:
        return agm, coup.KeyCard(table.name, card, agm)
    return dealer, coup.KeyCard(table.name, card, dealer, agm)


def _device(table: Table) -> str:
    return f"shoe@{table.name}"


def _left_with_it(table: Table) -> bool:
    """Say whether somebody has cashed out what may still be taken back."""
    return any(round_.slips for round_ in table.settled.values())


def _remedies(pit: State, table: Table) -> tuple[Move, ...]:
    at, device = table.name, _device(table)
    agm, gm = holder(pit, table, Act.CHANGE_SHOE), holder(pit, table, Act.VOID_SHOE)
    supervisor = holder(pit, table, Act.REPLACE_CARDS)
    return (
        (agm, shoe_change.ChangeShoe(at, agm, REASON)),
        (supervisor, shoe_change.ChangeShoe(at, supervisor, REASON)),
        (supervisor, foreign_card.ReportCards(at, supervisor, "missing", REASON)),
        (gm, shoe_change.VoidShoe(at, gm, REASON)),
        (supervisor, shoe_change.ChangeShoe(at, supervisor, REASON, after=True)),
        (supervisor, no_bet.OrderRounds(at, supervisor, 3)),
        (supervisor, no_bet.OrderRounds(at, supervisor, no_bet.CONTINUOUS)),
        (f"shuffler@{at}", shuffler.VerifyShoe(at, 416)),
        *((device, said) for said in _odd(table, CARDS[0])),
        (device, coup.as_read(table, foreign_card.OF_NO_DECK)),
    )


WAY: Final = Way(
    bets=("player", "banker", "player", "banker", "tie", "player_pair", "banker_pair", "red"),
    carry_on=_carry_on,
    stated=lambda chance: Stated(cards=chance.choice(WHOLE)),
    remedies=_remedies,
)
