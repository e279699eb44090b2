"""The auditor's own picture of a table: what lies on it, what was dealt, how its round ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Literal

from openfelt.audit.definition import Odds
from openfelt.audit.event import Limits, Paid, Stake, TerminalEnrolled
from openfelt.audit.finding import Findings, dollars
from openfelt.audit.outcome import Hands, whose_card

# Of older ones a digest is kept: the floor brings them back whole.
SETTLED_KEPT: Final = 128

NO_SIGN: Final = Limits(0, 0, 1)

Spot = tuple[str, str]
# A terminal's account, and what it has: by terminal, number and bet.
Owner = tuple[str, int]
Chips = dict[tuple[str, int, str], int]
Phase = Literal["none", "wagering", "closed", "settled", "void"]


@dataclass(slots=True)
class Settled:
    """A settled round; `reversed` between its reversal and what takes its place.

    `stood` is what stood before the round, `left` what stands after it.  `accounts` are the numbers
    of the accounts that played; of a correction, `gone` are the terminals whose account had closed,
    and `claims` what is due to these.  `odds` are those it was played by.
    Of a roll, `point` is that before it, and rounds up to `before` had been played before its table
    was opened; by a history that was corrected `void` chips were committed and may not lie there,
    and `lost` ones were taken down and did not, or less than 0 had to come off besides.
    """

    committed: tuple[Stake, ...]
    paid: tuple[Paid, ...]
    stood: dict[Spot, int]
    left: dict[Spot, int]
    reversed: bool = False
    accounts: dict[str, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    claims: dict[str, int] = field(default_factory=dict)
    odds: Odds | None = None
    outcome: str = ""
    point: int = 0
    before: int = 0
    void: Chips = field(default_factory=dict)
    lost: Chips = field(default_factory=dict)

    @property
    def played(self) -> tuple[Stake, ...]:
        """What was played for, in the order of its settlement."""
        return together(self.stood, self.committed)

    @property
    def digest(self) -> bytes:
        """A hash of what was staked, paid, whose it was, in no order, and by which odds."""
        facts = (by_spot(self.played), {one.terminal: one for one in self.paid}, self.accounts)
        lines = sorted(f"{key} {value}" for fact in facts for key, value in fact.items())
        lines.append(self.odds.fingerprint if self.odds else "")
        if self.odds and self.odds.stands:
            facts_of_rolls = (self.stood, self.left, self.void, self.lost)
            lines += (str(sorted(fact.items())) for fact in facts_of_rolls)
            lines.append(f"{self.outcome} {self.point} {self.before}")
        return sha256("\n".join(lines).encode()).digest()


@dataclass(slots=True)
class Shoe:
    """What a live shoe was wanted to read last, and the cards it told by it.

    `turn` counts its orders, less than 0 while none is on record: older releases kept none.
    `past`: that one is over.  `face` waits for the row of what the card was drawn for.
    """

    turn: int = -1
    past: bool = False
    nth: int = 0
    unseen: bool = False
    face: str = ""

    def over(self) -> None:
        """Let no card of this order come any more."""
        self.past = True

    def is_over(self, turn: int) -> bool:
        """Say whether another order came after it."""
        return turn < self.turn or (turn == self.turn and self.past)

    def reads(self, turn: int, nth: int, face: str) -> str:
        """Take a card; say what is wrong with it, "" for nothing."""
        if self.is_over(turn):
            return "is over"
        due = 1 if turn > self.turn else self.nth + (not self.unseen)
        self.turn, self.past, self.nth = turn, False, nth
        self.unseen, self.face = not face, face
        return "" if nth == due else f"has card {due} to be told"

    def gave(self, face: str) -> bool:
        """Say whether a card that is dealt was told before, each once."""
        told, self.face = self.face, ""
        return self.turn < 0 or told == face


@dataclass(slots=True)
class Table:
    """A table and its round.

    `ended` is the number of the last round that ended, `how` how.  `fraud` is the round whose
    outcome was invalidated for fraud, until that round's void.  `standing` is what earlier rounds
    did not decide.  `awaited` is an order whose reading must come before the settlement.
    `gone` has the digests of settled rounds that are long past.
    Up to `final` no settlement may change; `extra`: a card was drawn too many, `carried` are those,
    one that nobody has turned without a face.  `order_round` is the round the shoe is read for, and
    `rounds_ordered` those that may be dealt without wagers, less than 0 any number; `no_bet`: this
    round is one.
    `to_burn` cards have to follow the one that was shown.
    Where a dealer tumbles dice, `tumble` says when and `said_by` who tells them; `outcome` is the
    last result that stands, `doubted` while he sees other dice than were recognised.
    Of a craps table there are its `point`, the terminal that has the dice (`holder`) and, in the
    words of rows, what is `due` to follow from the last roll; `lost` is as in `Settled`.
    Rounds up to `before` were played before it was opened.
    `pause_us` is for how long a result stays; while one does, the next period opens at `opens_at`.
    """

    name: str
    odds: Odds
    phase: Phase = "none"
    round: int = 0
    ended: int = 0
    how: str = ""
    layout: dict[Spot, int] = field(default_factory=dict)
    confirmed: set[Spot] = field(default_factory=set)
    committed: tuple[Stake, ...] = ()
    standing: dict[Spot, int] = field(default_factory=dict)
    hands: Hands = field(default_factory=Hands)
    entered: str = ""
    stated: str = ""
    shooter: str = ""
    thrown: bool = False
    awaited: str = ""
    spoiled: bool = False
    dummy: bool = False
    closed: bool = False
    fraud: int = 0
    final: int = 0
    extra: bool = False
    carried: list[str] = field(default_factory=list)
    order_round: int = 0
    rounds_ordered: int = 0
    no_bet: bool = False
    to_burn: int = 0
    limits: Limits = NO_SIGN
    rejects: bool = False
    settled: dict[int, Settled] = field(default_factory=dict)
    gone: dict[int, bytes] = field(default_factory=dict)
    shoe: Shoe = field(default_factory=Shoe)
    pause_us: int = 0
    opens_at: int = 0
    tumble: str = ""
    said_by: str = ""
    outcome: str = ""
    doubted: bool = False
    point: int = 0
    before: int = 0
    lost: Chips = field(default_factory=dict)
    holder: str = ""
    shoot_value: int = 0
    due: list[str] = field(default_factory=list)

    def go_on(self, before: Table) -> None:
        """Open again: rounds are counted on, and those before stay as they were played."""
        self.round, self.ended, self.how = before.round, before.ended, before.how
        self.before = before.round
        self.phase, self.settled, self.gone = before.phase, before.settled, before.gone
        self.shoe, self.order_round = before.shoe, before.round
        self.shoe.over()

    def begin(self, number: int) -> None:
        """Open a wagering period."""
        self.begin_no_bet(number)
        self.phase, self.order_round, self.no_bet = "wagering", number, False
        self.shoe.over()

    def begin_no_bet(self, number: int) -> None:
        """Begin a round that takes no wagers; the shoe is read on by the order before."""
        self.phase, self.round, self.carried = "closed", number, []
        self.layout, self.confirmed, self.committed = {}, set(), ()
        self.hands, self.entered, self.stated = Hands(), "", ""
        self.shooter, self.thrown, self.dummy, self.spoiled = "", False, False, False
        self.extra, self.awaited, self.opens_at, self.no_bet = False, "", 0, True

    def deal_out(self, cards: Iterable[str]) -> None:
        """Deal cards to the hands in their order; those beyond the coup wait for the next."""
        self.hands, self.carried = Hands(), []
        for card in cards:
            hand = whose_card(self.hands)
            to = {"player": self.hands.player, "banker": self.hands.banker}
            to.get(hand, self.carried).append(card)

    def let_stand(self) -> None:
        """Let no settlement so far be corrected any more, where the book sets that end."""
        if self.odds.ends:
            self.final = max(self.settled, default=self.final)

    @property
    def played(self) -> tuple[Stake, ...]:
        """What is played for: what stood before, then what was committed."""
        return together(self.standing, self.committed)

    def keep(self, paid: tuple[Paid, ...], left: dict[Spot, int], outcome: str) -> None:
        """Remember a settlement as long as it may be corrected; something may be left standing."""
        self.settled[self.round] = Settled(
            self.committed,
            paid,
            self.standing,
            left,
            odds=self.odds,
            outcome=outcome,
            point=self.point,
            before=self.before,
            lost=self.lost,
        )
        self.standing, self.lost = left, {}
        while len(self.settled) > SETTLED_KEPT:
            oldest = min(self.settled)
            self.gone[oldest] = self.settled.pop(oldest).digest

    def recall(self, number: int, settled: Settled) -> bool:
        """Have a round at hand again if it is the one that was settled; say whether it is."""
        known = self.settled.get(number)
        digest = known.digest if known else self.gone.pop(number, b"")
        if digest != settled.digest:
            return False
        self.settled.setdefault(number, settled)
        return True

    def end(self, how: Literal["settled", "void"], next_due: int) -> None:
        """End the round; where no dealer opens the next one it begins at once."""
        self.phase, self.how, self.ended = how, how, self.round
        self.layout, self.committed = {}, ()
        self.order_round = self.round
        self.shoe.over()
        if next_due:
            self.begin(self.round + 1)

    def stakes_of(self, terminal: str) -> int:
        """Return all a terminal has on this table, laid, committed or standing."""
        laid = (*self.layout.items(), *self.standing.items())
        own = sum(amount for (owner, _), amount in laid if owner == terminal)
        return own + sum(s.amount for s in self.committed if s.terminal == terminal)

    def on_spot(self, spot: Spot) -> int:
        """Return what lies on a spot, laid, committed or standing."""
        committed = sum(s.amount for s in self.committed if (s.terminal, s.bet) == spot)
        return committed + self.layout.get(spot, 0) + self.standing.get(spot, 0)

    def on_it(self) -> dict[Spot, int]:
        """Return all wagers on this table: nothing is laid and committed or standing at once."""
        return by_spot((*self.played, *stakes(self.layout)))


class Tables:
    """The tables and terminals of one stream."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self.odds: dict[str, Odds] = {}
        self.tables: dict[str, Table] = {}
        self.terminals: dict[str, TerminalEnrolled] = {}
        # By table and terminal, what the command in hand dispensed: whether on a side.
        self.dispensed: dict[tuple[str, str], bool] = {}
        # In which version the row in hand was written, and when.
        self.version = 0
        self.time_us = 0
        # The round whose settlement was taken back last.
        self.corrected: Settled | None = None
        # What the row in hand makes due to accounts that have closed, less than 0 from them.
        self.claims: dict[Owner, int] = {}
        # By table, whose wagers the command in hand has touched where wagers stand.
        self.touched: dict[str, set[str]] = {}
        self.broken: set[str] = set()
        # Tables with a die that broke and was not changed yet.
        self.broken_dice: set[str] = set()
        self.excluded: set[str] = set()
        # Terminals whose player was told to keep to another one.
        self.kept_out: set[str] = set()

    def check_may_play(self, terminal: str) -> None:
        """Complain where somebody plays at a terminal that does not work, or who is barred."""
        if terminal in self.broken:
            self.say(f"{terminal} is out of service")
        if terminal in self.excluded:
            self.say(f"the player of {terminal} is excluded")

    def is_barred(self, terminal: str) -> bool:
        """Say whether nobody plays at a terminal now."""
        return terminal in self.broken | self.excluded | self.kept_out

    def leaves(self, terminal: str) -> None:
        """Let nobody who sits down there next have the dice of who has left."""
        for table in self.tables.values():
            if table.holder == terminal:
                table.holder = ""

    def check_pause(self, table: Table, next_due: int, opens_at: int) -> None:
        """Complain where a result stays for another time than the table was opened with."""
        due = self.time_us + table.pause_us if table.pause_us else 0
        if (next_due and table.pause_us) or (opens_at and opens_at != due):
            self.say(f"the result is not left for the {table.pause_us} us it stays at {table.name}")
        table.opens_at = opens_at

    def check_told(self, table: Table, face: str) -> None:
        """Complain where a card is dealt that no shoe and no person has told, or dealt twice."""
        if not table.shoe.gave(face):
            self.say(f"no shoe gave {face}, and nobody keyed it")

    def say(self, what: str) -> None:
        """Complain about the row in hand."""
        self._findings.say(what)

    def find(self, name: str) -> Table | None:
        """Return a table that was opened."""
        table = self.tables.get(name)
        if table is None:
            self.say(f"no table {name!r} was opened in this stream")
        return table

    def terminal(self, name: str) -> TerminalEnrolled | None:
        """Return a terminal that was set up."""
        terminal = self.terminals.get(name)
        if terminal is None:
            self.say(f"no terminal {name!r} was set up in this stream")
        return terminal

    def current(self, name: str, number: int, *phases: Phase) -> Table | None:
        """Return a table whose round is this one and stands where it must."""
        table = self.find(name)
        if table is None:
            return None
        if number != table.round or table.phase not in phases:
            self.say(_out_of_turn(table, number))
            return None
        return table

    def wagering(self, name: str, terminal: str) -> Table | None:
        """Return a table that takes wagers from the terminal now."""
        table = self.find(name)
        if table is None:
            return None
        enrolled = self.terminal(terminal)
        if enrolled is None or name not in enrolled.tables:
            self.say(f"the terminal {terminal!r} is not linked to {name}")
            return None
        if table.phase != "wagering":
            self.say(f"no wagering period is open at {name}: round {table.round} is {table.phase}")
            return None
        return table

    def unsettled(self, terminal: str) -> int:
        """Return what a terminal has on all tables."""
        return sum(table.stakes_of(terminal) for table in self.tables.values())


def _out_of_turn(table: Table, number: int) -> str:
    if number == table.ended and table.how == "settled":
        return f"round {number} is settled already"
    if 0 < number <= table.ended:
        return f"round {number} has ended already"
    if number != table.round:
        return f"it names round {number}, but round {table.round} is played"
    return f"round {number} is {table.phase}: this cannot happen now"


def stakes(spots: dict[Spot, int]) -> tuple[Stake, ...]:
    """Return spots as stakes, in their order."""
    return tuple(Stake(*spot, amount) for spot, amount in spots.items())


def together(stood: dict[Spot, int], laid: tuple[Stake, ...]) -> tuple[Stake, ...]:
    """Return what is played for: chips added to a wager that stands are part of it."""
    return stakes(by_spot((*stakes(stood), *laid))) if stood else laid


def by_spot(laid: Iterable[Stake]) -> dict[Spot, int]:
    """Add stakes up by terminal and bet."""
    sums: dict[Spot, int] = {}
    for stake in laid:
        spot = (stake.terminal, stake.bet)
        sums[spot] = sums.get(spot, 0) + stake.amount
    return sums


def difference(found: dict[Spot, int], expected: dict[Spot, int]) -> str | None:
    """Describe the first spot on which two sums differ."""
    if found == expected:
        return None
    for spot in sorted(found.keys() | expected.keys()):
        is_, should = found.get(spot, 0), expected.get(spot, 0)
        if is_ != should:
            return f"{spot[0]} on {spot[1]}: {dollars(is_)} instead of {dollars(should)}"
    return "a wager of nothing is listed"
