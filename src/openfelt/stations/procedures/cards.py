"""Cards from a shoe, dealt by a dealer who enters what he sees."""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused
from openfelt.floor.play.cards.coup import EnterResult, KeyCard
from openfelt.floor.play.cards.dummy import KeyDummyCards, StartDummyHand
from openfelt.floor.play.cards.foreign_card import ReportCards
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.cards.shoe import BurnCard, PressStandby
from openfelt.floor.play.cards.shoe_change import BringShoe, ChangeShoe, VoidShoe
from openfelt.floor.play.cards.virtual_shoe import CallShoe, DrawCard
from openfelt.floor.rounds.close_of_play import CloseTable, KeepOpen
from openfelt.floor.rounds.correction import StateActualOutcome
from openfelt.floor.rounds.invalidation import InvalidateOutcome
from openfelt.floor.rounds.malfunction import DeclareMalfunction
from openfelt.floor.rounds.notice import ChangeLimits, KeepLimits
from openfelt.floor.rounds.pause import ResumeTable, SuspendTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.wagers.dispensation import Dispense
from openfelt.rulebooks.powers import Act
from openfelt.stations.allowed import refusal_of_asking
from openfelt.stations.key import Desk, Look, Offer, press, with_authority
from openfelt.stations.procedures.every import ACTS, INVALIDATE


def _is_suspended(look: Look) -> bool:
    return bool(look.table.suspended)


def _has_virtual_shoe(look: Look) -> bool:
    return look.demo


def _wants_a_shoe(look: Look) -> bool:
    """On a demo floor the shuffler brings the next shoe when it is called."""
    return not look.demo and play_at(look.table).coups_left == 0


def _is_unburned(look: Look) -> bool:
    return not play_at(look.table).burned


def _enter(look: Look) -> Refused | None:
    """A result that does not match is an answer to the key, not to whether it may be pressed.

    Whether it matches is not said: the dealer reads the cards for himself.
    """
    asked = EnterResult(look.table.name, look.person, "tie")
    return refusal_of_asking(look.state, asked, look.now, Refusal.RESULT_DOES_NOT_MATCH)


def _tells_unfit_apart(look: Look) -> bool:
    return Act.REPLACE_CARDS in look.state.rules(look.table).powers


def _replace(look: Look) -> Refused | None:
    return look.refusal_of(ChangeShoe, "", unfit=True)


def _takes_reports(look: Look) -> bool:
    return Act.REPORT_CARDS in look.state.rules(look.table).powers


def _dispense(look: Look) -> Refused | None:
    """Ask for nobody's wager: whose it is, is said in the form."""
    nobody = Dispense(look.table.name, "", "", 0, look.person, "")
    return refusal_of_asking(look.state, nobody, look.now, Refusal.TERMINAL_OUT_OF_SERVICE)


DESK: Final = Desk(
    rows=(
        (
            press("new_game", NewGame),
            press("resume", ResumeTable, there=_is_suspended),
            press("bring_shoe", BringShoe, there=_wants_a_shoe),
            press("burn", BurnCard, there=_is_unburned),
            press("call_shoe", CallShoe, there=_has_virtual_shoe),
            press("draw", DrawCard, there=_has_virtual_shoe),
            press("standby", PressStandby),
        ),
        (
            Offer("enter_result", EnterResult, _enter, choices=("player", "tie", "banker")),
            press("confirm_result", ConfirmResult),
        ),
    ),
    by_authority=(
        with_authority("suspend", SuspendTable),
        with_authority("void", VoidRound),
        with_authority("key_card", KeyCard),
        with_authority("dummy", StartDummyHand),
        with_authority("dummy_cards", KeyDummyCards),
        with_authority("actual_outcome", StateActualOutcome),
        with_authority("malfunction", DeclareMalfunction),
    ),
    rarely_by_authority=(
        with_authority("invalidate", InvalidateOutcome),
        with_authority("dispense", Dispense),
        with_authority("change_shoe", ChangeShoe),
        with_authority("replace_cards", ChangeShoe),
        with_authority("missing_card", ReportCards),
        with_authority("foreign_card", ReportCards),
        with_authority("void_shoe", VoidShoe),
        with_authority("limits", ChangeLimits),
        with_authority("keep_limits", KeepLimits),
        with_authority("close", CloseTable),
        with_authority("keep_open", KeepOpen),
    ),
    acts=ACTS,
    rare_acts=(
        INVALIDATE,
        Offer("dispense", Dispense, _dispense),
        press("change_shoe", ChangeShoe, ""),
        Offer("replace_cards", ChangeShoe, _replace, there=_tells_unfit_apart),
        press("missing_card", ReportCards, "missing", "", there=_takes_reports),
        press("foreign_card", ReportCards, "foreign", "", there=_takes_reports),
        press("void_shoe", VoidShoe, ""),
    ),
)
