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
from openfelt.floor.rounds.pause import ResumeTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.rulebooks.powers import Act
from openfelt.stations.allowed import refusal_of_asking
from openfelt.stations.key import Desk, Look, Offer, press
from openfelt.stations.procedures import every
from openfelt.stations.procedures.cards_next import next_act, waits_for


def has_virtual_shoe(look: Look) -> bool:
    """Say whether the cards come by order from a sealed shoe."""
    return look.demo


def has_live_shoe(look: Look) -> bool:
    """On a demo floor the shuffler brings the next shoe when it is called."""
    return not look.demo


def _enter(look: Look) -> Refused | None:
    """A result that does not match is an answer to the key, not to whether it may be pressed.

    Whether it matches is not said: the dealer reads the cards for himself.
    """
    asked = EnterResult(look.table.name, look.person, "tie")
    return refusal_of_asking(look.state, asked, look.now, Refusal.RESULT_DOES_NOT_MATCH)


def _closes_wagering(look: Look) -> str:
    """Ask before a card ends a period in which players are still choosing.

    Rule: LT 4.6
    """
    is_early = look.table.phase == "wagering" and play_at(look.table).burned
    return "closes_wagering" if is_early else ""


def _draw(look: Look) -> Refused | None:
    return look.refusal_of(DrawCard)


def _key_card(look: Look) -> Refused | None:
    """Ask for no card: which it is, is said in the form."""
    asked = KeyCard(look.table.name, "", look.person)
    return refusal_of_asking(look.state, asked, look.now, Refusal.RESULT_DOES_NOT_MATCH)


def _key_dummy(look: Look) -> Refused | None:
    asked = KeyDummyCards(look.table.name, look.person, ())
    return refusal_of_asking(look.state, asked, look.now, Refusal.RESULT_DOES_NOT_MATCH)


def _tells_unfit_apart(look: Look) -> bool:
    return Act.REPLACE_CARDS in look.state.rules(look.table).powers


def _replace(look: Look) -> Refused | None:
    return look.refusal_of(ChangeShoe, "", unfit=True)


def _takes_reports(look: Look) -> bool:
    return Act.REPORT_CARDS in look.state.rules(look.table).powers


REPLACE: Final = Offer("replace_cards", ChangeShoe, _replace, there=_tells_unfit_apart)
RESULT: Final = Offer("enter_result", EnterResult, _enter, choices=("player", "tie", "banker"))
_RARE: Final = (
    every.INVALIDATE,
    every.DISPENSE,
    press("change_shoe", ChangeShoe, ""),
    REPLACE,
    press("missing_card", ReportCards, "missing", "", there=_takes_reports),
    press("foreign_card", ReportCards, "foreign", "", there=_takes_reports),
    press("void_shoe", VoidShoe, ""),
)

# Every key of the rows is there whatever goes on, so that none ever moves under a finger.
DESK: Final = Desk(
    rows=(
        (
            press("new_game", NewGame),
            press("resume", ResumeTable),
            press("bring_shoe", BringShoe, there=has_live_shoe),
            press("call_shoe", CallShoe, there=has_virtual_shoe),
            press("burn", BurnCard),
            Offer("draw", DrawCard, _draw, there=has_virtual_shoe, asks=_closes_wagering),
            press("standby", PressStandby),
        ),
        (RESULT,),
        (press("confirm_result", ConfirmResult),),
    ),
    by_authority=(
        every.SUSPEND,
        every.VOID,
        Offer("key_card", KeyCard, _key_card),
        press("dummy", StartDummyHand),
        Offer("dummy_cards", KeyDummyCards, _key_dummy),
        every.CORRECT,
        every.MALFUNCTION,
    ),
    rarely_by_authority=(*_RARE, every.LIMITS, every.KEEP_LIMITS, every.CLOSE, every.KEEP_OPEN),
    acts=every.ACTS,
    rare_acts=_RARE,
    next_act=next_act,
    waits_for=waits_for,
)
