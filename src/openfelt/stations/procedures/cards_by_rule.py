"""Cards where the book itself says what becomes of a spoiled coup: the dealer deals on by rule."""

from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Refused
from openfelt.floor.play.cards.foreign_card import ReportCards
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.cards.reconstruction import Reconstruct
from openfelt.floor.play.cards.shoe import BurnCard
from openfelt.floor.play.cards.shoe_change import BringShoe, ChangeShoe
from openfelt.floor.play.cards.virtual_shoe import CallShoe, DrawCard
from openfelt.floor.rounds.pause import ResumeTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.stations.allowed import refusal_of_asking
from openfelt.stations.key import Desk, Look, Offer, press
from openfelt.stations.procedures import cards, every
from openfelt.stations.procedures.cards_next import next_act, waits_for


def _spoils_coup(look: Look) -> str:
    """Ask before a card costs the coup on which players are still choosing.

    Rule: MT 8.8(n)
    """
    is_early = look.table.phase == "wagering" and play_at(look.table).burned
    return "spoils_coup" if is_early else ""


def _draw(look: Look) -> Refused | None:
    return look.refusal_of(DrawCard)


def _burn_shown(look: Look) -> Refused | None:
    """Ask for no card: which it is, is said in the form.

    Rule: MT 8.3(g)
    """
    asked = BurnCard(look.table.name, look.person)
    return refusal_of_asking(look.state, asked, look.now, Refusal.RESULT_DOES_NOT_MATCH)


def _reconstruct(look: Look) -> Refused | None:
    asked = Reconstruct(look.table.name, look.person, ())
    return refusal_of_asking(look.state, asked, look.now, Refusal.RESULT_DOES_NOT_MATCH)


def _after(look: Look) -> Refused | None:
    return look.refusal_of(ChangeShoe, "", after=True)


_RARE: Final = (
    every.INVALIDATE,
    every.ROUNDS,
    Offer("shuffle_after", ChangeShoe, _after),
    cards.REPLACE,
    press("missing_card", ReportCards, "missing", ""),
    press("foreign_card", ReportCards, "foreign", ""),
)

DESK: Final = Desk(
    rows=(
        (
            press("new_game", NewGame),
            every.NO_BET,
            press("bring_shoe", BringShoe, there=cards.has_live_shoe),
            press("call_shoe", CallShoe, there=cards.has_virtual_shoe),
            press("burn", BurnCard, there=cards.has_virtual_shoe),
            Offer("draw", DrawCard, _draw, there=cards.has_virtual_shoe, asks=_spoils_coup),
        ),
        (cards.RESULT,),
        (press("confirm_result", ConfirmResult),),
    ),
    by_authority=(
        Offer("burn_shown", BurnCard, _burn_shown, there=cards.has_live_shoe),
        Offer("reconstruct", Reconstruct, _reconstruct),
        every.SUSPEND,
        press("resume", ResumeTable),
        every.VOID,
        every.CORRECT,
        every.MALFUNCTION,
    ),
    rarely_by_authority=(*_RARE, every.LIMITS, every.KEEP_LIMITS, every.CLOSE, every.KEEP_OPEN),
    acts=every.ACTS,
    rare_acts=(*_RARE, Offer("reconstruct", Reconstruct, _reconstruct)),
    next_act=next_act,
    waits_for=waits_for,
)
