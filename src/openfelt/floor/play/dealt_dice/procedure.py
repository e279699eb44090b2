"""Dealt dice: a dealer opens each round and tumbles, he or the tumbler says how the dice lie."""

from typing import Final

from openfelt.floor.play.dealt_dice import dice_set, exposure, saying, tumbling
from openfelt.floor.play.dealt_dice.play import DealtDicePlay
from openfelt.floor.play.dealt_dice.words import WORDS as WORDS
from openfelt.floor.play.procedure import Procedure, SetUp, Shown
from openfelt.floor.play.tumbler import reading, throw
from openfelt.floor.state import Table


def fresh(set_up: SetUp) -> DealtDicePlay:
    """Begin with dice that have not been tumbled."""
    return DealtDicePlay(set_up.tumble, set_up.dice)


def set_up(table: Table) -> dict[str, str | int]:
    """Return when this table is tumbled, and who says the dice."""
    play = tumbling.play_at(table)
    return {"tumble": play.tumble, "dice": play.dice}


def shown(_: Table) -> Shown:
    """Show nothing before the result: covered dice are nobody's to see."""
    return Shown()


PROCEDURE: Final = Procedure(
    name="dealt_dice",
    phases=(tumbling.TUMBLING,),
    fresh=fresh,
    told=throw.told,
    shown=shown,
    set_up=set_up,
    recalled=throw.recalled,
    after_close=tumbling.after_close,
    no_spin=tumbling.no_spin,
    begin=tumbling.begin,
    begin_no_bet=lambda _, table: tumbling.begin(table),
    end=tumbling.end,
    at_rest=dice_set.out_of_service,
    reopened=dice_set.out_of_service,
)

reading.READERS[PROCEDURE.name] = reading.Reader(saying.read_dice, saying.read_cocked)

# What each of its devices reports.
REPORTS: Final = {
    "tumbler": (reading.ReadDice, reading.ReadCockedDice, exposure.ReadExposedDice),
}
CONCEPTS: Final = (tumbling.CONCEPT, saying.CONCEPT, exposure.CONCEPT, dice_set.CONCEPT)
