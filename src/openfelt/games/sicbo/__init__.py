"""Sic bo: three dice, fifty bets.  Rulebooks SB and MT (section 10)."""

from openfelt.core import dice
from openfelt.games.game import Game
from openfelt.games.sicbo.bets import BETS, Roll

GAME: Game[Roll] = Game("sic bo", dice.rolls(3), BETS)
