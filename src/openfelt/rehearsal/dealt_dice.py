"""Dealt dice: a dealer tumbles early or late, and he or the tumbler says how they lie."""

from random import Random
from typing import Final

from openfelt.floor.play.dealt_dice import dice_set, exposure, saying, tumbling
from openfelt.floor.play.dealt_dice.play import RECOGNITION, START
from openfelt.floor.play.procedure import Stated
from openfelt.floor.play.tumbler.reading import ReadCockedDice, ReadDice
from openfelt.floor.rounds.no_spin import CallNoSpin
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.state import BETWEEN, State, Table
from openfelt.rehearsal import dice
from openfelt.rehearsal.way import Move, Way, holder
from openfelt.rulebooks.powers import Act


def _carry_on(chance: Random, pit: State, table: Table) -> Move | None:
    name, dealer, play = table.name, holder(pit, table, Act.DEAL), tumbling.play_at(table)
    match table.phase:
        case "settled" if play.dice == RECOGNITION and chance.random() < 0.2:
            return dealer, saying.EnterDice(name, dealer, _seen(chance, table))
        case phase if phase in BETWEEN:
            return dealer, NewGame(name, dealer)
        case "wagering":
            return _wagering(chance, table, dealer)
        case "closed" if play.tumble == START and not play.tumbled:
            return dealer, CallNoSpin(name, dealer)
        case "closed" if play.tumble != START:
            return dealer, tumbling.Tumble(name, dealer)
        case _:
            return _lying(chance, pit, table, dealer)


def _wagering(chance: Random, table: Table, dealer: str) -> Move | None:
    """Tumble early where that is the way; now and then the dice are seen."""
    draw, play = chance.random(), tumbling.play_at(table)
    if draw < 0.01:
        return f"tumbler@{table.name}", exposure.ReadExposedDice(table.name)
    if draw < 0.02:
        return dealer, exposure.ReportExposedDice(table.name, dealer)
    early = play.tumble == START and not play.tumbled
    return (dealer, tumbling.Tumble(table.name, dealer)) if early else None


def _lying(chance: Random, pit: State, table: Table, dealer: str) -> Move | None:
    """Say how the dice lie, by whoever does here."""
    draw, name = chance.random(), table.name
    order = next(
        (one for one, wants in pit.orders.items() if wants.device == f"tumbler@{name}"), ""
    )
    if draw < 0.03:
        return f"tumbler@{name}", ReadCockedDice(name, order)
    if draw < 0.06:
        return dealer, CallNoSpin(name, dealer)
    if tumbling.play_at(table).dice == RECOGNITION:
        return f"tumbler@{name}", ReadDice(name, dice.thrown(chance), order)
    return dealer, saying.EnterDice(name, dealer, dice.thrown(chance))


def _seen(chance: Random, table: Table) -> tuple[int, ...]:
    """See what was recognised, or now and then something else."""
    if chance.random() < 0.3:
        return dice.thrown(chance)
    return tuple(map(int, table.settled[table.round].outcome.split("-")))


def _broken(pit: State, table: Table) -> tuple[Move, ...]:
    who = holder(pit, table, Act.VOID)
    return ((who, dice_set.DeclareDieBroken(table.name, who)),)


def changed(pit: State, table: Table) -> Move:
    """Seal other dice in a tumbler in which a die broke."""
    who = holder(pit, table, Act.MANAGE)
    return who, dice_set.SealDice(table.name, who, f"set-{pit.sequence}", f"seal-{pit.sequence}")


WAY: Final = Way(
    bets=("small", "big", "triple:4", "double:2", "total:9", "combo:1-2", "straight:17"),
    carry_on=_carry_on,
    stated=lambda chance: Stated(dice=dice.thrown(chance)),
    remedies=_broken,
)
