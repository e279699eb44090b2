"""The five rulebooks as data: eleven variants.  Nothing outside asks a book for its name."""

from typing import Final

from openfelt.rulebooks.ac import AC
from openfelt.rulebooks.lt import LT, LT_EM
from openfelt.rulebooks.mt import MT_A, MT_B, MT_ROULETTE, MT_SICBO
from openfelt.rulebooks.pb import PB, PB_EM, PB_TIE
from openfelt.rulebooks.rulebook import Rulebook
from openfelt.rulebooks.sb import SB

VARIANTS: Final[dict[str, Rulebook]] = {
    rulebook.code: rulebook
    for rulebook in (LT, LT_EM, AC, SB, PB, PB_EM, PB_TIE, MT_A, MT_B, MT_ROULETTE, MT_SICBO)
}
