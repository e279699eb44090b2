"""What is dealt without wagers: how it begins, and what it makes of the coup before."""

from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.rounds.notice import make_final
from openfelt.floor.state import State, Table


def begin(state: State, table: Table) -> None:
    """Let a dummy hand wait for its first card and the AGM; the coup before it is final.

    Rule: LT 11.5; LT 11.6.2.3
    """
    make_final(state, table)
    play = play_at(table)
    play.player, play.banker, play.entered = [], [], ""
    play.dummy, play.standby, table.aside = "pending", False, True
    table.phase = "dealing"
