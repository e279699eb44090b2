"""What can still change.  Mutable, owned by the engine, changed only by `evolve`."""

from typing import Literal

import msgspec

from openfelt.floor.money.cassettes import Kiosk
from openfelt.floor.money.meters import Meters
from openfelt.floor.money.order import DispenseOrder, HostOrder, PrintOrder, RestOrder
from openfelt.floor.money.uncollected import Uncollected
from openfelt.floor.people.matter import Dispute, Objection, Task
from openfelt.floor.play.cards.order import DrawOrder, OpenShoeOrder, ShuffleOrder
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.craps.play import CrapsPlay, Owned
from openfelt.floor.play.dealt_dice.order import ShakeOrder, UncoverOrder
from openfelt.floor.play.dealt_dice.play import DealtDicePlay
from openfelt.floor.play.tumbler.order import TumbleOrder
from openfelt.floor.play.tumbler.play import TumblerPlay
from openfelt.floor.play.wheel.order import SpinOrder
from openfelt.floor.play.wheel.play import WheelPlay
from openfelt.floor.sealed import DiceSet, Seal, VirtualShoe
from openfelt.rulebooks.definition import Definition

# A way of playing brings phases of its own between "closed" and "settled": see its procedure.
Phase = str
# Why a table stands still, "" where it plays.
Suspended = Literal[
    "",
    "staff",
    "restart",
    "cocked",
    "foreign",
    "missing",
    "empty",
    "exposed",
    "doubted",
    "early",
    "broken",
    "faults",
]
# What is wrong with a terminal: its screen shows what is not so, or it says so itself.
TerminalFault = Literal["", "credit", "wagers", "sequence", "display"]
SpotState = Literal["staged", "confirmed", "committed", "standing"]
# Between two rounds: the next one may be opened.
BETWEEN = ("idle", "settled", "void")
AT_REST = (*BETWEEN, "closed_table")


class Limits(msgspec.Struct, frozen=True, gc=False):
    """What the sign at the table says, in cents; 0 where the sign says nothing."""

    minimum: int
    maximum: int
    unit: int
    minimum_total: int = 0
    aggregate: int = 0
    differential: int = 0
    tie_maximum: int = 0
    pair_maximum: int = 0


class Announced(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A sign that goes up then, or when the round that is being played then is over."""

    at: int
    limits: Limits


class Stake(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A terminal's money on a bet."""

    terminal: str
    bet: str
    amount: int


class Slip(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The ticket or voucher that a terminal's credit became, by the number drawn for it."""

    terminal: str
    number: str


class Claim(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What is due to an account of a terminal that has closed, less than 0 from it."""

    terminal: str
    account: int
    amount: int


class Spot(msgspec.Struct, gc=False, array_like=True):
    """A wager on the layout, from the first chip until it is decided or given back.

    `order` tells which of two spots is the newer; from the close on it is the wager's place among
    all that are played for.  `locked`: it had been confirmed before the close.  It is `standing`
    when a round was settled and did not decide it; `stood` is how much of it did so before the
    round, the rest was laid in it.
    """

    terminal: str
    bet: str
    amount: int
    order: int
    state: SpotState = "staged"
    locked: bool = False
    stood: int = 0


# What terminals have on a table: by terminal, then by bet.
Layouts = dict[str, dict[str, Spot]]


class Move(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A terminal's wager that stands, and the position of its bet it stands on from now on."""

    terminal: str
    bet: str
    to: str


class SettledRound(msgspec.Struct):
    """A settled round, as long as it can be corrected.

    `layouts` is what was played for, `returned` what each wager got in their order, less than 0
    where it went on standing.  `accounts`: whose wagers they were, a terminal's account by its
    number.  Of these accounts `owed` says what is owed because of a correction, and `slips` by
    which slip it left last.
    `fingerprint` names what it was played by: the table may have been opened again since.
    Where rounds hang on each other, `point` is that before the roll, and rounds up to `before` were
    played before the table was opened.  By a corrected history `void` chips were committed and may
    not lie there, and `lost` ones were taken down and did not; less than 0 came off besides.
    """

    layouts: Layouts
    returned: tuple[int, ...]
    outcome: str
    moved: tuple[Move, ...] = ()
    accounts: dict[str, int] = {}
    owed: dict[str, int] = {}
    slips: dict[str, str] = {}
    fingerprint: str = ""
    point: int = 0
    before: int = 0
    void: tuple[Owned, ...] = ()
    lost: tuple[Owned, ...] = ()


class Kept(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """How many settled rounds stay at hand: `most`, with more `stakes` than these the `least`.

    `archived`: the others go to the archive; tables that an older release opened let them go.
    """

    least: int
    most: int
    stakes: int
    archived: bool = False


# What a way of playing remembers: only its own folder names the fields.
Play = CardPlay | TumblerPlay | WheelPlay | DealtDicePlay | CrapsPlay
# Everything that can be wanted of a device, by whoever wants it: money, cards, dice.
Order = (
    PrintOrder
    | DispenseOrder
    | RestOrder
    | HostOrder
    | ShuffleOrder
    | DrawOrder
    | OpenShoeOrder
    | TumbleOrder
    | SpinOrder
    | ShakeOrder
    | UncoverOrder
)


class Stopped(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Who stopped a table, "" where nobody did, why in his words, and when."""

    person: str = ""
    reason: str = ""
    since: int = 0


class Table(msgspec.Struct):
    """A table and its round.

    `fingerprint` names the definition it plays by, `play` is what its way of playing remembers;
    `aside` while something is dealt without wagers, under the number of the round before.
    `frozen_us` is what was left of the timer when the table was suspended, -1 where none ran;
    `stopped` is how that came, and is of no matter once it goes on.
    `settled` holds the rounds that can still be corrected, by number; those up to `final` cannot,
    nor those that were `voided`.
    `announced` are the signs still to go up; `closing_after` is the round after which it closes,
    where rounds are given for notice.
    `layouts` holds every wager until it is decided; `spots` counts them as they are laid.
    For `result_pause_us` a result stays before the next period opens by itself, when `due` says.
    Rounds up to `before` were played before the table was opened again.
    `turn` counts for ever what its shoe was wanted to read, one after the other.
    `no_bet` says why the round that is played takes no wagers, "" where it does; `rounds_ordered`
    are those that may still be dealt so, -1 as many as there is time for until somebody wagers.
    """

    name: str
    fingerprint: str
    limits: Limits
    period_us: int
    unconfirmed: str
    kept: Kept
    play: Play
    ticket_limit: int = 0
    phase: Phase = "idle"
    round: int = 0
    aside: bool = False
    due: int = 0
    suspended: Suspended = ""
    frozen_us: int = -1
    stopped: Stopped = Stopped()
    layouts: Layouts = {}
    spots: int = 0
    reached: dict[str, int] = {}
    repeatable: dict[str, tuple[Stake, ...]] = {}
    settled: dict[int, SettledRound] = {}
    voided: list[int] = []
    final: int = 0
    announced: tuple[Announced, ...] = ()
    closing_at: int = 0
    closing_after: int = 0
    before: int = 0
    turn: int = 0
    result_pause_us: int = 0
    no_bet: Literal["", "rule", "order"] = ""
    rounds_ordered: int = 0

    @property
    def undecided(self) -> bool:
        """Whether a round is being played, or something is dealt aside."""
        return self.phase not in AT_REST


class SatOut(msgspec.Struct, gc=False, array_like=True):
    """Rounds of one table, running, that a player sat out; and those while no place was free."""

    rounds: int = 0
    crowded: int = 0


class Report(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a terminal showed of a round: its meter, and what lay there at the close.

    `wagers` is None where it showed no closed layout.
    """

    round: int
    credit: int
    wagers: dict[str, int] | None
    fault: TerminalFault


class Terminal(msgspec.Struct):
    """A player terminal and its chip account.

    `account` numbers the account that is open, or was last: an account is somebody, from the first
    money into a closed terminal until it is cashed out.  `win` is what it won in `won_in`, a round
    of a table.  `sat_out` says by table which rounds its player sat out.  `keeps_to` names the
    terminal he was told to keep to: it is not this one.  `sent_away`: he was told to leave the
    game.  `printer_failed`: it could not print.
    `moved` counts for ever what was booked on its meter.  `reports` are its newest by table,
    `fault` is what one of them showed to be wrong at `failed_at`, until all is right again.
    `unplayed`: of what the central monitoring system transferred so much was not played.
    """

    name: str
    tables: tuple[str, ...]
    seat: int
    notes: tuple[int, ...]
    open: bool = False
    account: int = 0
    credit: int = 0
    win: int = 0
    won_in: str = ""
    asked: str = ""
    out_of_service: bool = False
    excluded: bool = False
    paying_out: int = 0
    leaving: bool = False
    last_note: str = ""
    last_note_amount: int = 0
    sat_out: dict[str, SatOut] = {}
    keeps_to: str = ""
    sent_away: bool = False
    printer_failed: bool = False
    moved: int = 0
    reports: dict[str, Report] = {}
    fault: TerminalFault = ""
    failed_at: int = 0
    unplayed: int = 0
    meters: Meters = Meters()

    @property
    def idle(self) -> int:
        """How many rounds running its player sat out, at the table where they are most.

        Tables play side by side, so that rounds of two are not added up.
        """
        return max((table.rounds for table in self.sat_out.values()), default=0)


class CmsTransfer(msgspec.Struct, gc=False):
    """Credit of the central monitoring system, to whose account, and how much of it went back."""

    terminal: str
    account: int
    amount: int
    back: int = 0


class Grant(msgspec.Struct, frozen=True, gc=False):
    """A role somebody holds, where, and for how long; 0 is without end."""

    role: str
    pit: str
    since: int
    until: int


class Ticket(msgspec.Struct, gc=False):
    """A redeemable ticket, issued `since`; `to_hold` says why it is withheld once it is printed.

    `with_host`: the casino's ticketing host has the say whether it may be paid.
    """

    amount: int
    scheme: str
    terminal: str
    pit: str
    state: Literal["printing", "issued", "held", "redeemed", "voided", "unclaimed"] = "printing"
    redeemed_at: int = 0
    redeemed_where: str = ""
    to_hold: str = ""
    since: int = 0
    with_host: bool = False


class HandPay(msgspec.Struct, gc=False):
    """An amount a cashier owes by voucher, and since when; `pit` is where a terminal waits for it.

    `number` is that of the ticket it stands for there, "" where no terminal does.
    """

    amount: int
    terminal: str
    scheme: str = ""
    state: Literal["open", "held", "paid", "unclaimed"] = "open"
    since: int = 0
    paid_at: int = 0
    paid_where: str = ""
    pit: str = ""
    number: str = ""


# What the ticketing host answers.
HostSaid = Literal[
    "taken", "authorised", "committed", "cancelled", "unknown", "redeemed", "refused"
]


class DeskRules(msgspec.Struct, frozen=True, gc=False):
    """How the desks of the house pay: cash in multiples of `cash_unit`.

    From `identity_from` on a player shows who he is, from `second_from` on another cashier is
    there; 0 is never.
    """

    cash_unit: int
    identity_from: int
    second_from: int


class Drawer(msgspec.Struct, gc=False):
    """A cashier's drawer since it was opened; `counted` is less than 0 until it has been."""

    opening: int
    since: int
    filled: int = 0
    paid: int = 0
    taken: int = 0
    payments: int = 0
    counted: int = -1
    closed_at: int = 0

    @property
    def holds(self) -> int:
        """What should be in it."""
        return self.opening + self.filled - self.paid + self.taken

    @property
    def is_open(self) -> bool:
        """Whether it has not been counted."""
        return self.counted < 0


class Demand(msgspec.Struct, gc=False):
    """What was paid on a slip and is demanded back; `returned`: it is back."""

    terminal: str
    amount: int
    returned: bool = False


class Case(msgspec.Struct, gc=False):
    """Money due to an account that has closed, or less than 0 from it, because of a correction."""

    pit: str
    terminal: str
    account: int
    table: str
    round: int
    amount: int
    state: Literal["open", "settled", "written_off"] = "open"


class State(msgspec.Struct):
    """One stream's part of the floor: a pit's tables and terminals, or the house.

    `definitions` holds what its tables play by, each once, by fingerprint.  `left` are the settled
    rounds that the last event let go, by their names: whoever applied it takes them to the
    archive.  `recalls` counts those that came back from there.  `noted` are the hashes of
    credentials and keys, None where none was ever noted.  `objections` wait to be decided, by the
    terminal where somebody objects; `disputes` are known by number, the newest is `disputed`.
    `drawers` are those of cashiers; without rules for the `desk` none is needed.  `kiosks` pay
    tickets in the house.  `ticket_host`: the casino's ticketing host is asked about tickets;
    `host_said` is what it said last of those it did not let us pay, today.
    """

    stream: str
    sequence: int = 0
    now: int = 0
    ledger: dict[str, int] = {}
    taken: dict[str, int] = {}
    definitions: dict[str, Definition] = {}
    tables: dict[str, Table] = {}
    terminals: dict[str, Terminal] = {}
    grants: dict[str, list[Grant]] = {}
    orders: dict[str, Order] = {}
    cms_seen: dict[str, int] = {}
    cms_moved: dict[str, CmsTransfer] = {}
    tickets: dict[str, Ticket] = {}
    hand_pays: dict[str, HandPay] = {}
    demands: dict[str, Demand] = {}
    cases: dict[str, Case] = {}
    desk: DeskRules | None = None
    drawers: dict[str, Drawer] = {}
    kiosks: dict[str, Kiosk] = {}
    uncollected: Uncollected = msgspec.field(default_factory=Uncollected)
    ticket_host: bool = False
    host_said: dict[str, HostSaid] = {}
    pits: list[str] = []
    tasks: dict[str, Task] = {}
    objections: dict[str, Objection] = {}
    disputes: dict[int, Dispute] = {}
    disputed: int = 0
    gaming_day: int = 0
    day_ends: int = 0
    seals: dict[str, Seal] = {}
    shoes: dict[str, VirtualShoe] = {}
    dice_sets: dict[str, DiceSet] = {}
    demo: bool = False
    left: dict[str, SettledRound] = {}
    recalls: int = 0
    noted: dict[str, str] | None = None

    def rules(self, table: Table) -> Definition:
        """Return what a table plays by."""
        return self.definitions[table.fingerprint]

    def rules_of(self, table: Table, round_: SettledRound) -> Definition:
        """Return what a settled round was played by; states of older releases do not say."""
        return self.definitions[round_.fingerprint or table.fingerprint]
