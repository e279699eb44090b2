"""What comes next at a card table: the one key the procedure wants pressed, or what it waits for.

Only order is said here.  Whether a key may be pressed is the floor's to say, and a key that may
not is never the next one.
"""

from typing import Final

from openfelt.floor.play.cards.burn import is_shown
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.play.cards.order import DrawOrder, ShuffleOrder
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.cards.virtual_shoe import lies_unread, wanted
from openfelt.floor.rounds.pause import MUST_BE_VOIDED
from openfelt.floor.state import BETWEEN
from openfelt.rulebooks.powers import Act
from openfelt.stations.key import Look

_DEALT_IN: Final = ("closed", "dealing")


def next_act(look: Look) -> str:
    """Return the act the procedure wants now, "" while it waits for somebody or something else."""
    table, play = look.table, play_at(look.table)
    if table.suspended:
        return "void" if table.suspended in MUST_BE_VOIDED else "resume"
    if _at_work(look):
        return ""
    if table.phase in BETWEEN:
        return _between(look, play)
    if play.dummy:
        return _of_dummy(look, play)
    if table.phase == "result_pending":
        return _standby(play) or ("confirm_result" if _is_told(look, play) else "enter_result")
    if table.phase in _DEALT_IN:
        return _card(look)
    return _standby(play) if table.phase == "wagering" else ""


def _is_told(look: Look, play: CardPlay) -> bool:
    """Say whether the result can be confirmed: it was entered, or the cards are enough.

    Rule: MT 8.6(e)
    """
    return bool(play.entered) or Act.CONFIRM_AS_DEALT in look.state.rules(look.table).powers


def waits_for(look: Look) -> str:
    """Say what the dealer waits for, or has to do before a key can go on; "" for nothing.

    `shuffling`: the next shoe.  `shoe`: a card that was called.  `unread`: a card lies there that
    the shoe could not read.  `card`: the next card is to be drawn from a live shoe.
    """
    table = look.table
    if table.suspended or table.phase == "closed_table":
        return ""
    at_work = _at_work(look)
    if at_work:
        return at_work
    if is_unread(look):
        return "unread"
    is_dealt = table.phase in _DEALT_IN and play_at(table).dummy != "pending"
    return "card" if is_dealt and not look.demo else ""


def is_unread(look: Look) -> bool:
    """Say whether a card lies on the table whose face nobody has told yet."""
    table = look.table
    lies = play_at(table).unseen or lies_unread(look.state, table)
    # Where nobody keys a card, one that lies unseen at a live shoe is turned and read.
    told = look.demo or Act.KEY_CARDS in look.state.rules(table).powers
    return lies and told and table.phase in _DEALT_IN


def _at_work(look: Look) -> str:
    """Say which order of the table a device is about to do."""
    name = look.table.name
    if wanted(look.state, name, ShuffleOrder):
        return "shuffling"
    return "shoe" if wanted(look.state, name, DrawOrder) else ""


def _standby(play: CardPlay) -> str:
    """Want the shoe armed, where it does not arm itself.

    Rule: LT 7.6.9
    """
    return "" if play.standby or play.standby_by_itself else "standby"


def _between(look: Look, play: CardPlay) -> str:
    """Want a shoe, its first card burned, the shoe armed, then the next game.

    Rule: LT 7.4; LT 3.12; MT 8.3(g); MT 8.3(h)
    """
    has_none = look.demo and look.table.name not in look.state.shoes
    if has_none or play.coups_left == 0:
        return "call_shoe" if look.demo else "bring_shoe"
    if not play.burned:
        by_hand = is_shown(look.state.rules(look.table)) and not look.demo
        return "burn_shown" if by_hand else "burn"
    return _standby(play) or "new_game"


def _of_dummy(look: Look, play: CardPlay) -> str:
    """Want it begun, dealt, keyed and confirmed.

    Rule: LT 11.5.1.1; LT 11.5.1.3
    """
    if play.dummy == "pending":
        return "dummy"
    if play.dummy == "keyed":
        return "confirm_result"
    is_complete = look.table.phase == "result_pending"
    return "dummy_cards" if is_complete or play.unseen else ""


def _card(look: Look) -> str:
    """Want the next card of the coup, keyed where the shoe could not read it.

    Rule: LT 11.6.12
    """
    if is_unread(look):
        keyed = Act.KEY_CARDS in look.state.rules(look.table).powers
        return "key_card" if keyed else "void"
    return "draw" if look.demo else ""
