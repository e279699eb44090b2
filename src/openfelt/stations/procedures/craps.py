"""Craps: players shoot; whoever manages the table has remedies for wagers that stand, too."""

from typing import Final

from openfelt.floor.base import Refused
from openfelt.floor.rounds.close_of_play import CloseTable
from openfelt.floor.rounds.round import VoidRound
from openfelt.stations.key import Desk, Look, Offer
from openfelt.stations.procedures import every


def _void_all(look: Look) -> Refused | None:
    """Void the roll, and what stood before it.

    Rule: AC 6.4
    """
    return look.refusal_of(VoidRound, "", whole=True)


def _close_refund(look: Look) -> Refused | None:
    """Close at once, and give back what stands.

    Rule: AC 7.2
    """
    return look.refusal_of(CloseTable, now=True, refund=True)


DESK: Final = Desk(
    acts=every.ACTS,
    rare_acts=(
        every.INVALIDATE,
        every.DISPENSE,
        Offer("void_all", VoidRound, _void_all),
        Offer("close_refund", CloseTable, _close_refund),
    ),
)
