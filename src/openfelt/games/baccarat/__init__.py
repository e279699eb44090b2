"""Baccarat: two hands, five bets.  Rulebooks LT, PB and MT (section 8)."""

from openfelt.games.baccarat.bets import BETS
from openfelt.games.baccarat.coup import TOTALS, Totals
from openfelt.games.game import Game

GAME: Game[Totals] = Game("baccarat", TOTALS, BETS)
