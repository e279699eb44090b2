"""A terminal's chip account: notes and transfers in, and what the meters show.

An account is somebody.  It begins with the first money into a closed terminal and has a number
there; whatever is due to or from it later is due to that number, never to who sits there next.
Rulebooks: LT 4.2, 4.3; SB 3.4.
"""

from typing import ClassVar

from openfelt.core.refusal import Refusal
from openfelt.floor import ended
from openfelt.floor.base import (
    Answer,
    Command,
    Concept,
    Context,
    Event,
    Leg,
    Refused,
    listed,
    refuse,
)
from openfelt.floor.ended import Name, Transfer
from openfelt.floor.ledger import Account, transfer
from openfelt.floor.money import purse
from openfelt.floor.money.meters import more
from openfelt.floor.name import CENTS_MAX, is_name
from openfelt.floor.state import CmsTransfer, State, Terminal
from openfelt.floor.wagers import layout


class EnrolTerminal(Command, frozen=True):
    """Set a terminal up: the tables it is linked to, its seat, the notes it takes (cents)."""

    terminal: str
    tables: tuple[str, ...]
    seat: int
    notes: tuple[int, ...]


class InsertNote(Command, frozen=True):
    """A note is in the acceptor and waits to be stacked."""

    terminal: str
    amount: int
    note: str


class CreditFromCms(Command, frozen=True):
    """The central monitoring system transfers credit; `transfer` is its own id."""

    terminal: str
    amount: int
    transfer: str


class TerminalEnrolled(Event, frozen=True):
    terminal: str
    tables: tuple[str, ...]
    seat: int
    notes: tuple[int, ...]


class NoteStacked(Event, frozen=True):
    """`account` is the number of the account it goes to; rows of older releases do not say."""

    version: ClassVar[int] = 2

    terminal: str
    amount: int
    note: str
    account: int = 0


class CmsCredited(Event, frozen=True):
    version: ClassVar[int] = 2

    terminal: str
    amount: int
    transfer: str
    account: int = 0


def enrol(state: State, command: EnrolTerminal, _: Context) -> Answer:
    """Link a terminal to its tables; it may be played at all of them at once.

    Rule: LT 2.1; SB 8.1; AC 7.1
    """
    unknown = [table for table in command.tables if table not in state.tables]
    known = command.terminal in state.terminals or not is_name(command.terminal)
    figures = (command.seat, *command.notes)
    if unknown or known or not command.tables or not all(0 < f <= CENTS_MAX for f in figures):
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_setting")
    return (TerminalEnrolled(command.terminal, command.tables, command.seat, command.notes),)


def may_play(state: State, name: str) -> Terminal | Refused:
    """Return the terminal if it is in service and its player may play there."""
    terminal = state.terminals.get(name)
    if terminal is None or is_barred(terminal):
        return kept_from_play(terminal)
    return terminal


def is_barred(terminal: Terminal) -> bool:
    """Say whether nobody plays at a terminal now.

    Rule: LT 12.3.2; SB 8.1; SB 8.7.2; AC 7.1; AC 7.7.2
    """
    return terminal.out_of_service or terminal.excluded or terminal.keeps_to != ""


def kept_from_play(terminal: Terminal | None) -> Refused:
    """Say why nobody plays at a terminal; what does not work comes before who is barred."""
    if terminal is None:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE, "no_such_terminal")
    if terminal.out_of_service:
        return refuse(Refusal.TERMINAL_OUT_OF_SERVICE)
    if terminal.excluded:
        return refuse(Refusal.TERMINAL_IS_EXCLUDED)
    return refuse(Refusal.TERMINAL_IS_EXCLUDED, "keeps_to", where=terminal.keeps_to)


def nothing_is_open(state: State, terminal: Terminal) -> bool:
    """Say whether every table of a terminal is closed: its players leave, none comes.

    Rule: LT 12.8; SB 8.2; AC 7.2
    """
    return all(state.tables[name].phase == "closed_table" for name in terminal.tables)


def _is_bound(state: State, terminal: Terminal) -> bool:
    """Say whether a wager that is locked keeps notes out, where a book will have it so."""
    tables = [state.tables[name] for name in terminal.tables]
    # Rule: SB 3.4.1; AC 3.4.1
    if all(state.rules(table).policy.note_beside_confirmed_wager for table in tables):
        return False
    # Rule: LT 4.3.1; MT 4.2
    return any(layout.is_locked(table, terminal.name) for table in tables)


def insert_note(state: State, command: InsertNote, _: Context) -> Answer:
    """Take a note the terminal shows as acceptable; the first one opens the account."""
    known = state.terminals.get(command.terminal)
    if known is not None and command.note and command.note == known.last_note:
        if command.amount == known.last_note_amount:
            return ()  # The acceptor repeats itself: whatever has come since, it is stacked.
        # Another note under the same id would be swallowed without a credit: it comes out again.
        return refuse(Refusal.NOTE_NOT_ACCEPTED, "id_given_again", notes=listed(known.notes))
    terminal = may_play(state, command.terminal)
    if isinstance(terminal, Refused):
        return terminal
    # Rule: LT 4.3.1; SB 3.4.1; MT 4.3(a); AC 3.4.1; AC 3.3.2
    if command.amount not in terminal.notes:
        return refuse(Refusal.NOTE_NOT_ACCEPTED, notes=listed(terminal.notes))
    if terminal.paying_out:
        return refuse(Refusal.CASH_IN_NOT_ALLOWED, "paying_out")
    if nothing_is_open(state, terminal):
        return refuse(Refusal.CASH_IN_NOT_ALLOWED, "closed")
    if _is_bound(state, terminal):
        return refuse(Refusal.CASH_IN_NOT_ALLOWED, "confirmed_wager")
    # Rule: LT 4.2.1; LT 4.2.2; SB 3.4.1; MT def:Player Chip Account; AC 3.4.1
    account = account_for(terminal)
    return (NoteStacked(command.terminal, command.amount, command.note, account),)


def account_for(terminal: Terminal) -> int:
    """Number the account that money into a terminal goes to: the open one, or the next.

    Rule: LT 4.2.1; LT 4.2.2; SB 3.4.1; MT def:Player Chip Account; AC 3.4.1; AC 3.3.1;
    AC def:PT chip account
    """
    return terminal.account if terminal.open else terminal.account + 1


def credit_from_cms(state: State, command: CreditFromCms, context: Context) -> Answer:
    """Credit a transfer once, however often the other system repeats it."""
    if command.amount <= 0:
        return refuse(Refusal.AMOUNT_MUST_BE_POSITIVE)
    if command.amount > CENTS_MAX:
        return refuse(Refusal.ABOVE_MAXIMUM, "one_transfer", maximum=CENTS_MAX)
    # Rule: LT 4.3.4; SB 3.4.4; MT 4.3(c); AC 3.4.4
    credited = _credited(state, command, context)
    if credited == command.amount:
        return ()
    if credited is not None:
        # Another transfer under the same id would be swallowed without a credit.
        return refuse(Refusal.CASH_IN_NOT_ALLOWED, "id_given_again")
    terminal = may_play(state, command.terminal)
    if isinstance(terminal, Refused):
        return terminal
    # Rule: LT 12.8; SB 8.2; AC 7.2
    if nothing_is_open(state, terminal):
        return refuse(Refusal.CASH_IN_NOT_ALLOWED, "closed")
    account = account_for(terminal)
    return (CmsCredited(command.terminal, command.amount, command.transfer, account),)


def _credited(state: State, command: CreditFromCms, context: Context) -> int | None:
    """Return what a transfer of this id has brought, None where there was none."""
    if isinstance(context.ended, Transfer):
        return context.ended.amount
    return state.cms_seen.get(command.transfer)


def enrolled(state: State, event: TerminalEnrolled) -> None:
    state.terminals[event.terminal] = Terminal(
        event.terminal, event.tables, event.seat, event.notes
    )


def credit(state: State, name: str, amount: int, account: int) -> None:
    """Put money into a terminal; into a closed one it begins an account."""
    terminal = state.terminals[name]
    if not terminal.open:
        begin(state, terminal, account or terminal.account + 1)
    terminal.leaving = False
    purse.give(state, name, amount)


def has_left(state: State, name: str, account: int) -> bool:
    """Say whether an account has closed, or is about to: all it had is on its way to a slip.

    Rule: LT 8.3; SB 3.8; AC 3.8
    """
    terminal = state.terminals[name]
    if not terminal.open or terminal.account != account:
        return True
    emptied = terminal.paying_out and not terminal.credit
    return bool(emptied) and not layout.staked(state, name)


def begin(state: State, terminal: Terminal, account: int) -> None:
    """Begin an account: nothing of the one before it is this one's.

    Rule: LT 4.2.2; LT 12.9
    """
    terminal.open, terminal.account, terminal.sat_out = True, account, {}
    terminal.win, terminal.won_in, terminal.unplayed = 0, "", 0
    for table in terminal.tables:
        state.tables[table].repeatable.pop(terminal.name, None)


def note_stacked(state: State, event: NoteStacked) -> None:
    terminal = state.terminals[event.terminal]
    terminal.last_note, terminal.last_note_amount = event.note, event.amount
    terminal.meters = more(terminal.meters, notes=event.amount)
    credit(state, event.terminal, event.amount, event.account)


def cms_credited(state: State, event: CmsCredited) -> None:
    state.cms_seen[event.transfer] = event.amount
    credit(state, event.terminal, event.amount, event.account)
    terminal = state.terminals[event.terminal]
    terminal.unplayed += event.amount
    terminal.meters = more(terminal.meters, transfers=event.amount)
    to = (event.terminal, terminal.account)
    state.cms_moved[event.transfer] = CmsTransfer(*to, event.amount)


def note_legs(event: NoteStacked) -> tuple[Leg, ...]:
    return transfer(
        event.amount,
        debit=Account.NOTE_STACKER.of(event.terminal),
        credit=Account.TERMINAL_CREDIT.of(event.terminal),
    )


def cms_legs(event: CmsCredited) -> tuple[Leg, ...]:
    credit = Account.TERMINAL_CREDIT.of(event.terminal)
    return transfer(event.amount, debit=Account.CMS, credit=credit)


def names_transfer(state: State, command: CreditFromCms) -> tuple[Name, ...]:
    seen = command.transfer in state.cms_seen
    return () if seen else (ended.transfer(state.stream, command.transfer),)


CONCEPT = Concept(
    decides={EnrolTerminal: enrol, InsertNote: insert_note, CreditFromCms: credit_from_cms},
    evolves={
        TerminalEnrolled: enrolled,
        NoteStacked: note_stacked,
        CmsCredited: cms_credited,
    },
    posts={NoteStacked: note_legs, CmsCredited: cms_legs},
    names={CreditFromCms: names_transfer},
)
