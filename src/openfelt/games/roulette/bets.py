"""How roulette wagers are judged.  Rulebook: MT 9.4."""

from functools import partial
from typing import Final

from openfelt.core.verdict import LOSE, Verdict, of_pieces, win
from openfelt.games.game import Bet, Pays, by_code
from openfelt.games.roulette.layout import LAYOUT
from openfelt.games.roulette.race_track import RACE_TRACK


def covering(code: str, number: int, pays: Pays) -> Verdict:
    """Win when the bet covers the number; a bet that does not cover 0 loses whole on 0.

    Rule: MT 9.4(a); MT 9.4(c)
    """
    kind = code.partition(":")[0]
    return win(pays[kind]) if number in LAYOUT[code] else LOSE


def pieces(codes: tuple[str, ...], number: int, pays: Pays) -> Verdict:
    """Judge a race-track wager piece by piece.

    Rule: MT 9.4(d)
    """
    return of_pieces([covering(code, number, pays) for code in codes])


BETS: Final = by_code(
    *(Bet(code, partial(covering, code)) for code in LAYOUT),
    *(
        Bet(code, partial(pieces, codes), pieces=len(codes), parts=codes)
        for code, codes in RACE_TRACK.items()
    ),
)
