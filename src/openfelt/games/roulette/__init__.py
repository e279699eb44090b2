"""Roulette: 157 bets on the layout and 77 on the race track.  Rulebook MT, section 9."""

from openfelt.core import wheel
from openfelt.games.game import Game
from openfelt.games.roulette.bets import BETS

GAME: Game[int] = Game("roulette", tuple(wheel.POCKETS), BETS)
