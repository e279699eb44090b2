"""The acts of staff that cost somebody money or chances: what they do is seen before it is done.

Whoever sends one from a station sends the mark of the effect he was shown; a page shows it before
a step of its own.  A report of a device and a line of a transcript need none.
"""

from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.money.voucher import MakeVoucher
from openfelt.floor.people.exclusion import VoidWagers
from openfelt.floor.people.leaving import SendAway
from openfelt.floor.play.cards.foreign_card import ReportCards
from openfelt.floor.play.cards.reconstruction import Reconstruct
from openfelt.floor.play.cards.shoe_change import ChangeShoe, VoidShoe
from openfelt.floor.play.dealt_dice.dice_set import DeclareDieBroken
from openfelt.floor.play.dealt_dice.exposure import ReportExposedDice
from openfelt.floor.play.dealt_dice.saying import EnterDice
from openfelt.floor.rounds.close_of_play import CloseTable
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.invalidation import InvalidateOutcome
from openfelt.floor.rounds.malfunction import DeclareMalfunction, DeclareTerminalFaulty
from openfelt.floor.rounds.no_spin import CallNoSpin
from openfelt.floor.rounds.notice import ChangeLimits
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.wagers.dispensation import Dispense

COSTLY: Final[tuple[type[Command], ...]] = (
    # They decide a round, or take back what was decided.
    ConfirmResult,
    EnterDice,
    VoidRound,
    CallNoSpin,
    DeclareMalfunction,
    StateActualOutcome,
    InvalidateOutcome,
    ReportExposedDice,
    DeclareDieBroken,
    Reconstruct,
    # They take a shoe away, and with it a round that is being wagered on.
    ChangeShoe,
    ReportCards,
    VoidShoe,
    # They change what one guest has on the table, or end his account.
    Dispense,
    VoidWagers,
    DeclareTerminalFaulty,
    SendAway,
    MakeVoucher,
    # They change what everybody may wager, and how long.
    ChangeLimits,
    CloseTable,
)
