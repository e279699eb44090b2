"""The sections of `floor.toml`: how the server runs (`[server]`), and the floor wished for."""

from pathlib import Path
from typing import Final, Literal
from zoneinfo import ZoneInfo

from openfelt.engine.key import FIGURES_FILE, KEY_FILE, keys_beside
from openfelt.floor.play.played import is_played
from openfelt.floor.state import Limits
from openfelt.floor.table import DECKS
from openfelt.paper.slip import Letterhead
from openfelt.paper.words import LANGUAGES, Language
from openfelt.rulebooks import VARIANTS
from openfelt.server.config.shape import Money, Section
from openfelt.server.door.seats import MOST_AN_ADDRESS
from openfelt.server.feed.transport import Implementation

# The variants that the floor has a procedure for.
PLAYED: Final = tuple(variant for variant in VARIANTS if is_played(variant))


class Server(Section, frozen=True):
    """`[server]`: read at start.  Addresses are HOST:PORT."""

    folder: str
    keys: str = ""
    witness: str = ""
    node: str = "floor"
    journal: str = "sqlite"
    demo: bool = False
    office: str = "127.0.0.1:8080"
    floor: str = "127.0.0.1:8081"
    floor_feed: str = "127.0.0.1:8082"
    office_feed: str = "127.0.0.1:8083"
    public_host: str = ""
    origins: tuple[str, ...] = ()
    # Addresses or networks whose X-Forwarded-For is believed.
    proxies: tuple[str, ...] = ()
    # 0: as many as the limit of open files leaves room for.
    connections: int = 0
    connections_an_address: int = MOST_AN_ADDRESS
    certificate: str = ""
    key: str = ""
    transport: Implementation = "picows"
    follow: bool = True
    log: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def key_file(self) -> Path:
        """The floor's key: in a folder of its own, not beside what it proves."""
        folder = Path(self.keys) if self.keys else keys_beside(Path(self.folder).resolve())
        return folder / KEY_FILE

    @property
    def token_file(self) -> Path:
        """What whoever reads the figures shows, beside the key."""
        return self.key_file.with_name(FIGURES_FILE)


class TableWish(Section, frozen=True):
    """`[[floor.table]]`.  Amounts are dollars, `5` or `"2.50"`; periods are seconds."""

    name: str
    pit: str
    variant: str
    minimum: Money
    maximum: Money
    unit: Money
    period: int
    minimum_total: Money = 0
    aggregate: Money = 0
    differential: Money = 0
    tie_maximum: Money = 0
    pair_maximum: Money = 0
    ticket_limit: Money = 0
    unconfirmed: Literal["commit", "reject"] = "commit"
    shooter: Literal["", "rotate", "highest"] = ""
    shoot_value: Money = 0
    decks: int = DECKS
    tie_percent: int = 0
    burn: bool = False
    standby_by_itself: bool = True
    result_pause: int = 0
    tumble: Literal["", "end", "start"] = ""
    dice: Literal["", "dealer", "recognition"] = ""
    video: str = ""


class TerminalWish(Section, frozen=True):
    """`[[floor.terminal]]`: a player terminal; it is a station of its own."""

    name: str
    pit: str
    tables: tuple[str, ...]
    seat: int
    notes: tuple[Money, ...] = (5, 10, 20, 50, 100)


class KioskWish(Section, frozen=True):
    """`[[floor.kiosk]]`: pays tickets out of cassettes; it is a station of its own, of the house.

    It pays up to `most` on a ticket, and may leave up to `change` of it to the cash desk: where it
    `prints`, by a slip.
    """

    name: str
    cassettes: tuple[Money, ...]
    most: Money = 1000
    change: Money = 20
    prints: bool = False


class StationWish(Section, frozen=True):
    """`[[floor.station]]`: every other; one of the house is in no pit, a desk at no table."""

    name: str
    kind: str
    pit: str = ""
    tables: tuple[str, ...] = ()


class DeviceWish(Section, frozen=True):
    """`[[floor.device]]`: a device on the feed, named for its place: `printer@T1`, `shoe@L1`.

    One at a kiosk is in no pit.
    """

    name: str
    pit: str = ""


class DeskWish(Section, frozen=True):
    """`[floor.desk]`: how cash desks pay, in coins and notes down to `coin`.

    From these amounts on a player shows a document, and another cashier counts too; 0 is never.
    """

    coin: Money = "0.05"
    identity_from: Money = 0
    second_from: Money = 0


class GuestsWish(Section, frozen=True):
    """`[floor.guests]`: what players' pages do beside the game; minutes, a line, a folder."""

    remind_every: int = 0
    safer: str = ""
    calls: str = ""


class TicketsWish(Section, frozen=True):
    """`[floor.tickets]`: who has the say over tickets; the `host` comes as `tickets@house`."""

    authority: Literal["store", "host"] = "store"


class StaffWish(Section, frozen=True):
    """`[[floor.staff]]`: a role a person holds; an empty pit means all."""

    person: str
    role: str
    pit: str = ""


class Floor(Section, frozen=True):
    """`[floor]`: a wish, compared with the state.  A staff station locks when idle, in seconds.

    A ticket is good for `ticket_life` days, 0 for ever.
    Whoever holds one of the roles of `second_factor` signs in with a code of his app as well.
    `languages` are those of paper, the first before the others.
    """

    pits: tuple[str, ...]
    day_ends: str = "06:00"
    time_zone: str = "Australia/Sydney"
    currency: str = "$"
    idle_lock: int = 300
    second_factor: tuple[str, ...] = ()
    ticket_life: int = 0
    languages: tuple[Language, ...] = LANGUAGES
    desk: DeskWish | None = None
    guests: GuestsWish = GuestsWish()
    tickets: TicketsWish = TicketsWish()
    table: tuple[TableWish, ...] = ()
    terminal: tuple[TerminalWish, ...] = ()
    kiosk: tuple[KioskWish, ...] = ()
    station: tuple[StationWish, ...] = ()
    device: tuple[DeviceWish, ...] = ()
    staff: tuple[StaffWish, ...] = ()


class Demo(Section, frozen=True):
    """`[demo]`, of a demo floor only: terminals robots play at, tables they deal, and the rest.

    `faults`: every kind of device fault strikes once in so many acts, 0 for never.  `accounts`:
    the people of the demo, whose passwords everybody knows.  `enrol`: stations enrol with a
    code, as on a live floor.
    """

    robots: tuple[str, ...] = ()
    dealers: tuple[str, ...] = ()
    faults: int = 0
    accounts: bool = False
    enrol: bool = False


class Config(Section, frozen=True):
    """The whole file."""

    server: Server
    floor: Floor
    demo: Demo = Demo()


def cents(amount: Money) -> int:
    """Return dollars of the file as whole cents."""
    text = str(amount)
    whole, _, part = text.partition(".")
    return int(whole) * 100 + int(part or 0)


def limits_of(wish: TableWish) -> Limits:
    """Return the sign a table wishes for."""
    return Limits(
        cents(wish.minimum),
        cents(wish.maximum),
        cents(wish.unit),
        cents(wish.minimum_total),
        cents(wish.aggregate),
        cents(wish.differential),
        cents(wish.tie_maximum),
        cents(wish.pair_maximum),
    )


def letterhead_of(floor: Floor) -> Letterhead:
    """Return how the house writes its paper."""
    return Letterhead(floor.languages, ZoneInfo(floor.time_zone))
