"""Credit of the central monitoring system goes back, as far as it was not played.

What a guest brought himself is played first: of what was transferred so much is still unplayed as
the meter has never fallen below since.  See docs/decisions/0062-central-monitoring.md.
Rulebooks: LT 4.3.4; SB 3.4.4; MT 4.3(c); AC 3.4.4.
"""

from openfelt.core.refusal import Refusal
from openfelt.floor import ended
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.ended import Name, Transfer
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money import purse
from openfelt.floor.money.meters import more
from openfelt.floor.state import CmsTransfer, State, Terminal


class ReverseCms(Command, frozen=True):
    """The central monitoring system takes credit of a transfer back, under an id of its own."""

    terminal: str
    amount: int
    transfer: str
    reversal: str


class CmsReversed(Event, frozen=True):
    """So much of a transfer went back; the account had not played it."""

    terminal: str
    amount: int
    transfer: str
    reversal: str
    account: int


def reverse(state: State, command: ReverseCms, context: Context) -> Answer:
    """Take back once what was not played, all that is asked for or nothing.

    Rule: LT 4.3.4; SB 3.4.4; MT 4.3(c); AC 3.4.4
    """
    if command.amount <= 0:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    known = _seen(state, command.reversal, context)
    of_it = state.cms_moved.get(command.reversal)
    if known == -command.amount and (of_it is None or of_it.terminal == command.terminal):
        return ()
    if known is not None or command.reversal == command.transfer:
        return refuse(Refusal.CASH_OUT_NOT_ALLOWED, "id_given_again")
    left = unplayed(state, command.terminal, command.transfer)
    if isinstance(left, Refused):
        return left
    if command.amount > left:
        return refuse(Refusal.EXCEEDS_CREDIT, "played", maximum=left)
    account = state.terminals[command.terminal].account
    ids = (command.transfer, command.reversal)
    return (CmsReversed(command.terminal, command.amount, *ids, account),)


def unplayed(state: State, name: str, transfer_: str) -> int | Refused:
    """Return how much of a transfer of today can go back from the account it went to."""
    moved, terminal = state.cms_moved.get(transfer_), state.terminals.get(name)
    if terminal is None or moved is None or moved.terminal != name or moved.amount < 0:
        return refuse(Refusal.CASH_OUT_NOT_ALLOWED, "no_such_transfer")
    if not terminal.open or terminal.account != moved.account:
        return refuse(Refusal.ACCOUNT_IS_CLOSED)
    return min(moved.amount - moved.back, _still(terminal))


def _still(terminal: Terminal) -> int:
    return min(terminal.unplayed, terminal.credit)


def _seen(state: State, id_: str, context: Context) -> int | None:
    if isinstance(context.ended, Transfer):
        return context.ended.amount
    return state.cms_seen.get(id_)


def reversed_(state: State, event: CmsReversed) -> None:
    state.cms_seen[event.reversal] = -event.amount
    state.cms_moved[event.transfer].back += event.amount
    back = CmsTransfer(event.terminal, event.account, -event.amount)
    state.cms_moved[event.reversal] = back
    terminal = state.terminals[event.terminal]
    terminal.unplayed -= event.amount
    terminal.meters = more(terminal.meters, taken_back=event.amount)
    purse.take(state, event.terminal, event.amount)


def names_reversal(state: State, command: ReverseCms) -> tuple[Name, ...]:
    seen = command.reversal in state.cms_seen
    return () if seen else (ended.transfer(state.stream, command.reversal),)


CONCEPT = Concept(
    decides={ReverseCms: reverse},
    evolves={CmsReversed: reversed_},
    posts={
        CmsReversed: lambda event: transfer(
            event.amount,
            debit=Account.TERMINAL_CREDIT.of(event.terminal),
            credit=Account.CMS,
        )
    },
    names={ReverseCms: names_reversal},
)
