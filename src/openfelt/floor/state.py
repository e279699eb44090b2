"""What can still change.  Mutable, owned by the engine, changed only by `evolve`."""

from typing import Literal

import msgspec

Phase = Literal[
    "idle",
    "wagering",
    "closed",
    "dealing",
    "awaiting_shoot",
    "tumbling",
    "result_pending",
    "settled",
    "void",
    "closed_table",
]


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


class Stake(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A terminal's money on a bet."""

    terminal: str
    bet: str
    amount: int


class Spot(msgspec.Struct, gc=False):
    """What a terminal has on one bet; `order` tells which of two spots is the newer."""

    amount: int
    order: int
    confirmed: bool = False


class LastRound(msgspec.Struct, gc=False):
    """The last settled round, as long as it can be corrected."""

    round: int
    committed: tuple[Stake, ...]
    returned: tuple[int, ...]
    outcome: str


class Table(msgspec.Struct):
    """A table and its round."""

    name: str
    variant: str
    fingerprint: str
    limits: Limits
    period_us: int
    unconfirmed: str
    shooter_mode: str
    shoot_value: int
    phase: Phase = "idle"
    round: int = 0
    due: int = 0
    suspended: bool = False
    frozen_us: int = 0
    layouts: dict[str, dict[str, Spot]] = {}
    spots: int = 0
    committed: tuple[Stake, ...] = ()
    repeatable: dict[str, tuple[Stake, ...]] = {}
    player: list[str] = []
    banker: list[str] = []
    entered: str = ""
    coups_left: int = -1
    shooter: str = ""
    last: LastRound | None = None
    closing_at: int = 0


class Terminal(msgspec.Struct):
    """A player terminal and its chip account."""

    name: str
    tables: tuple[str, ...]
    seat: int
    notes: tuple[int, ...]
    open: bool = False
    credit: int = 0
    win: int = 0
    asked: str = ""
    out_of_service: bool = False
    excluded: bool = False
    paying_out: int = 0


class Grant(msgspec.Struct, frozen=True, gc=False):
    """A role somebody holds, where, and for how long; 0 is without end."""

    role: str
    pit: str
    since: int
    until: int


class Order(msgspec.Struct, frozen=True, gc=False):
    """Something wanted of a device, open until its receipt."""

    device: str
    kind: str
    data: str
    due: int


class Ticket(msgspec.Struct, gc=False):
    """A redeemable ticket."""

    amount: int
    scheme: str
    terminal: str
    pit: str
    state: Literal["printing", "issued", "held", "redeemed", "voided"] = "printing"
    redeemed_at: int = 0
    redeemed_where: str = ""


class HandPay(msgspec.Struct, gc=False):
    """An amount a cashier owes by voucher."""

    amount: int
    terminal: str
    state: Literal["open", "paid"] = "open"


class State(msgspec.Struct):
    """One stream's part of the floor: a pit's tables and terminals, or the house."""

    stream: str
    sequence: int = 0
    now: int = 0
    ledger: dict[str, int] = {}
    taken: dict[str, int] = {}
    tables: dict[str, Table] = {}
    terminals: dict[str, Terminal] = {}
    grants: dict[str, list[Grant]] = {}
    orders: dict[str, Order] = {}
    cms_seen: dict[str, int] = {}
    tickets: dict[str, Ticket] = {}
    hand_pays: dict[str, HandPay] = {}
    pits: list[str] = []
    gaming_day: int = 0
