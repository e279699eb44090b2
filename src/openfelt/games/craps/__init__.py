"""Craps: two dice, 86 bets, each a small state machine.  Rulebook AC."""

from openfelt.core import dice
from openfelt.games.craps.bets import BETS, Roll
from openfelt.games.game import Game

GAME: Game[Roll] = Game("craps", dice.rolls(2), BETS, wagers_stand=True)
