"""A guest's own statement: what came to his credit and left it, of the account he plays with.

A line says what changed, by how much and why.  Those he did not cause himself are news: they are
told until he has read them.  Nothing of one account is shown to who sits down next.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from openfelt.floor.state import Terminal

# A terminal's share of the server's memory: 8 KiB.
LINES_KEPT: Final = 30
# Nobody is told more than this at once; the oldest are in the history then.
UNREAD_KEPT: Final = 12
# Its account is not known: no row of it was read, or rows of a release that numbered none.
UNHEARD: Final = 0
UNNUMBERED: Final = -1

LineKind = Literal[
    "note",
    "transfer",
    "transfer_back",
    "ticket_in",
    "round",
    "unconfirmed",
    "cash_out",
    "corrected",
    "settled_void",
    "void",
    "kept",
    "returned",
    "standing",
    "commission",
    "dispensed",
    "case",
]
SlipState = Literal[
    "", "printing", "printed", "failed", "by_hand", "voucher", "held", "released", "paid"
]


class Line(msgspec.Struct, frozen=True, gc=False):
    """A change of credit, in cents, less than 0 where it left; `at` is engine time (µs).

    `staked` of a round, `owed` beyond what the credit could give, `digits` and `slip` of a
    cash-out.  Of a `case` the amount is due at the cash desk, of what was `kept` it was a stake.
    """

    number: int
    at: int
    kind: LineKind
    amount: int
    table: str = ""
    round: int = 0
    reason: str = ""
    bet: str = ""
    staked: int = 0
    owed: int = 0
    digits: str = ""
    slip: SlipState = ""


# What may stand on a screen at which nobody plays: he may still wait there for his money.
_WHEN_CLOSED: Final = ("cash_out", "case")


class Statement:
    """The lines of a terminal's account, the newest last, and which of them are not read."""

    __slots__ = ("_read", "_unread", "account", "count", "lines", "played", "since")

    def __init__(self) -> None:
        self.account = UNHEARD
        # When it began (µs), 0 where that is not known.
        self.since = 0
        # Over all accounts: a line's number is never another's.
        self.count = 0
        self.lines: dict[int, Line] = {}
        self._unread: dict[int, None] = {}
        # When lines were read: what was known of them then is not told again.
        self._read: dict[int, int] = {}
        # The first and the last round of each table that this account played in.
        self.played: dict[str, tuple[int, int]] = {}

    def money_in(self, account: int, at: int) -> None:
        """Begin anew where money comes to another account than before."""
        account = account or UNNUMBERED
        if self.account != account:
            self.since = at
        if self.account not in (UNHEARD, account):
            self.lines.clear()
            self._unread.clear()
            self._read.clear()
            self.played.clear()
        self.account = account

    def add(self, at: int, kind: LineKind, amount: int, *, news: bool = False, **what: Any) -> int:
        """Add a line and return its number."""
        number = self.count + 1
        self._keep(Line(number, at, kind, amount, **what))
        if news:
            self._unread[number] = None
            if len(self._unread) > UNREAD_KEPT:
                del self._unread[next(iter(self._unread))]
        return number

    def add_round(self, at: int, table: str, number: int, credited: int, staked: int) -> None:
        """Add what a round paid, if that is not known: many terminals at once."""
        first, last = self.played.get(table, (number, 0))
        if last < number:
            self.played[table] = (first, number)
            count = self.count + 1
            self._keep(Line(count, at, "round", credited, table, number, "", "", staked))

    def has(self, kind: LineKind, table: str, number: int) -> bool:
        """Say whether a line of this kind is told of a round."""
        lines = self.lines.values()
        return any((one.kind, one.table, one.round) == (kind, table, number) for one in lines)

    def _keep(self, line: Line) -> None:
        """Keep a line, and of too many let the oldest go that was read."""
        lines = self.lines
        self.count = line.number
        lines[line.number] = line
        if len(lines) > LINES_KEPT:
            gone = next(number for number in lines if number not in self._unread)
            del lines[gone]
            self._read.pop(gone, None)

    def change(self, number: int, slip: SlipState, at: int) -> None:
        """Say how a cash-out stands since then; it is told again, unless he has his money now."""
        line = self.lines.get(number)
        if line is None:
            return
        self.lines[number] = msgspec.structs.replace(line, slip=slip)
        self._unread.pop(number, None)
        if slip != "paid" and at > self._read.get(number, -1):
            self._unread[number] = None

    def read(self, number: int, at: int) -> None:
        """Tell a line no more, as it stood then."""
        if number in self.lines:
            self._unread.pop(number, None)
            self._read[number] = at

    @property
    def waits_for_slip(self) -> bool:
        """Whether a cash-out was not acknowledged, so that its guest may still stand there."""
        return any(self.lines[number].kind == "cash_out" for number in self._unread)

    def played_in(self, table: str, number: int) -> bool:
        """Say whether a round was this account's: rounds before its first were somebody else's."""
        return table in self.played and self.played[table][0] <= number

    def history(self, terminal: Terminal) -> tuple[Line, ...]:
        """Return all lines to who plays there now, and nothing while nobody does."""
        return tuple(self.lines.values()) if terminal.open and self._is_of(terminal) else ()

    def began(self, terminal: Terminal) -> int:
        """Return since when somebody plays there, 0 while nobody does or that is not known."""
        return self.since if terminal.open and self.account == terminal.account else 0

    def news(self, terminal: Terminal) -> tuple[Line, ...]:
        """Return what he has not read, the newest last."""
        return tuple(self._told(terminal)) if self._is_of(terminal) else ()

    def _told(self, terminal: Terminal) -> Iterator[Line]:
        for number in self._unread:
            line = self.lines[number]
            if terminal.open or line.kind in _WHEN_CLOSED:
                yield line

    def _is_of(self, terminal: Terminal) -> bool:
        return self.account in (UNHEARD, terminal.account)
