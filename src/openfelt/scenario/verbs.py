"""What the lines of a transcript say, as commands of the floor: set-up, players, devices."""

from typing import Final

from openfelt.floor import table
from openfelt.floor.base import Command
from openfelt.floor.money import account, payout
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.people import call, news, staff
from openfelt.floor.play.dealt_dice.play import SAID_BY, TUMBLES
from openfelt.floor.play.played import PLAYED
from openfelt.floor.play.tumbler import shooter
from openfelt.floor.state import Limits
from openfelt.floor.wagers import take_down, wager
from openfelt.rulebooks import VARIANTS
from openfelt.scenario.script import NotUnderstood, Step, cents, count, microseconds
from openfelt.scenario.stage import Printer, Stage
from openfelt.scenario.vocabulary import forms_of

NOTES: Final = "5,10,20,50,100"
SHOE_STATES: Final = (("ok",), ("misread",), ("silent",))

_MONEY: Final = {
    "minimum": "min",
    "maximum": "max",
    "unit": "unit",
    "minimum_total": "min_total",
    "aggregate": "aggregate",
    "differential": "differential",
    "tie_maximum": "tie_max",
    "pair_maximum": "pair_max",
}

# What staff may say besides whom they act with and why.
_STAFF_OPTIONS: Final = {
    "void": ("round",),
    "actual": ("round",),
    "limits": ("min", "max", "unit"),
    "release": ("determination",),
    "invalidate": ("round", "ground", "forfeit"),
}
_WITHOUT_OPTIONS: Final = (
    "clock",
    "server",
    "house",
    "printer",
    "shoe",
    "shuffler",
    "tumbler",
    "wheel",
)


def check_options(step: Step, *, is_player: bool) -> None:
    """Refuse a key that a line does not take: a misspelt one must not be passed over."""
    actor, verb = step.actor.partition("@")[0], step.words[:1]
    if actor in ("table", "terminal", "staff"):
        return  # They read their own.
    takes: tuple[str, ...] = ("with", "reason", *_STAFF_OPTIONS.get("".join(verb), ()))
    if actor == "cms":
        takes = ("id",)
    elif is_player or actor in _WITHOUT_OPTIONS:
        takes = ()
    unknown = [f"{key}=" for key in step.options if key not in takes]
    if unknown:
        known = ", ".join(f"{key}=" for key in takes) or "no key=value"
        raise NotUnderstood(f"this line takes {known}, not {', '.join(unknown)}")


def cannot(who: str, words: tuple[str, ...], begin: str = "") -> NotUnderstood:
    """Say that nobody can say this, and what can be said."""
    forms = forms_of(begin or "".join(words[:1]))
    return NotUnderstood(f"{who} cannot {' '.join(words)!r}: {forms}")


def check_set_up(stage: Stage, step: Step) -> None:
    """Say what is wrong with a table or terminal that is meant to be set up."""
    if step.refusal is not None:
        return  # The floor refuses it, as the story says.
    name, options = "".join(step.words[:1]), step.options
    known = stage.table(name)
    is_open = known is not None and known.phase != "closed_table"
    if is_open or (known and step.actor == "terminal") or stage.terminal(name):
        raise NotUnderstood(f"there is a {name} already")
    if step.actor == "table" and step.words[1:] and step.words[1] not in VARIANTS:
        raise NotUnderstood(f"there is no variant {step.words[1]}: {', '.join(VARIANTS)}")
    unknown = [table for table in options.get("tables", "").split(",") if not stage.table(table)]
    if step.actor == "terminal" and "tables" in options and unknown:
        raise NotUnderstood(
            f"there is no table {' '.join(unknown)}: set it up before its terminals"
        )


def duration(words: tuple[str, ...]) -> int:
    """`clock +30s`."""
    if len(words) != 1:
        raise NotUnderstood("clock +30s")
    return microseconds(words[0])


def _one_of(options: dict[str, str], key: str, *choices: str) -> str:
    """Take an option off; the first choice is the default."""
    chosen = options.pop(key, choices[0])
    if chosen not in choices:
        raise NotUnderstood(f"{key} is one of {', '.join(filter(None, choices))}")
    return chosen


def table_command(step: Step) -> Command:
    """`table B1 LT period=30s min=5 max=5000 unit=5 …`."""
    if len(step.words) != 2:
        raise NotUnderstood("table ID VARIANT period= min= max= unit=")
    options = dict(step.options)
    options.setdefault("unit", "0.01")  # A sign that states no unit leaves every cent.  SB 3.2
    limits = {key: cents(options.pop(word, "0")) for key, word in _MONEY.items()}
    command = table.OpenTable(
        *step.words,
        Limits(**limits),
        microseconds(options.pop("period", "30s")),
        unconfirmed=_one_of(options, "unconfirmed", "commit", "reject"),
        shooter=_one_of(options, "shooter", "", *table.SHOOTERS),
        shoot_value=cents(options.pop("shoot_value", "0")),
        decks=count(options.pop("decks", "8")),
        tie_percent=count(options.pop("tie_percent", "0")),
        ticket_limit=cents(options.pop("ticket_limit", "0")),
        burned=_one_of(options, "shoe", "new", "ready") == "ready",
        standby_by_itself=_one_of(options, "standby", "auto", "manual") == "auto",
        pairs=_one_of(options, "pairs", "on", "off") == "on",
        result_pause_us=microseconds(options.pop("result_pause", "0s")),
        tumble=_one_of(options, "tumble", "", *TUMBLES),
        dice=_one_of(options, "dice", "", *SAID_BY),
    )
    if options:
        raise NotUnderstood(f"a table has no {', '.join(options)}")
    return command


def terminal_command(step: Step, seat: int) -> Command:
    """`terminal T1 tables=B1,B2 …`; the seat is the order of set-up unless it is given."""
    options = step.options
    unknown = options.keys() - {"tables", "notes", "seat", "printer"}
    if unknown or "tables" not in options or len(step.words) != 1:
        raise NotUnderstood("terminal ID tables=A,B [notes=5,10] [seat=N] [printer=ok|fault]")
    notes = tuple(cents(note) for note in options.get("notes", NOTES).split(","))
    tables = tuple(options["tables"].split(","))
    return account.EnrolTerminal(
        step.words[0], tables, count(options.get("seat", str(seat))), notes
    )


def printer_state(words: tuple[str, ...]) -> Printer:
    """`printer@T1 fault`, `ok`, or `silent`: it prints, or not, and never says so."""
    match words:
        case (("ok" | "fault" | "silent") as state,):
            return state
        case _:
            raise NotUnderstood("a printer is ok, fault or silent")


def player_command(stage: Stage, terminal: str, words: tuple[str, ...]) -> Command:
    """Say what a player's touch asks for."""

    def at(name: str) -> tuple[str, str, int]:
        known = stage.table(name)
        return terminal, name, known.round if known else 0

    match words:
        case ("insert", "note", amount):
            return account.InsertNote(terminal, cents(amount), stage.fresh_number())
        case ("insert", "ticket", number):
            return payout.PresentTicket(terminal, number)
        case ("bet", name, bet, amount):
            return wager.StageWager(*at(name), bet, cents(amount))
        case ("move", name, bet, to):
            return wager.MoveWager(*at(name), bet, to, 0)
        case ("move", name, bet, to, amount):
            # To move nothing is not to move all.
            return wager.MoveWager(*at(name), bet, to, cents(amount) or -1)
        # Where no wager stands from round to round, to take it down is to cancel it.
        case ("cancel", name, bet) | ("take", "down", name, bet):
            return wager.CancelWager(*at(name), bet)
        case ("take", "down", name, bet, amount):
            return take_down.TakeDown(*at(name), bet, cents(amount))
        case ("clear", name):
            return wager.ClearLayout(*at(name))
        case ("repeat", name):
            return wager.RepeatLayout(*at(name))
        case ("double", name):
            return wager.DoubleLayout(*at(name))
        case ("confirm", name):
            return wager.ConfirmWagers(*at(name))
        case ("shoot", name):
            return shooter.Shoot(terminal, name)
        case ("cash", "out"):
            return payout.CashOut(terminal, stage.fresh_number())
        case _:
            return _service_command(terminal, words)


def _service_command(terminal: str, words: tuple[str, ...]) -> Command:
    match words:
        case ("call",):
            return call.CallAttendant(terminal)
        case ("withdraw", "call"):
            return call.WithdrawCall(terminal)
        case ("read", line):
            return news.AcknowledgeNews(terminal, count(line))
        case _:
            raise cannot("a terminal", words)


def device_commands(device: str, at: str, words: tuple[str, ...]) -> tuple[Command, ...]:
    """Say what a device reads; several cards are read one by one."""
    for way in PLAYED:
        said: tuple[Command, ...] | None = way.WORDS.device(device, at, words)
        if said is not None:
            return said
    raise cannot(device, words, f"{device}@T")


def cms_command(step: Step) -> Command:
    """`cms credit T1 50 id=X1`."""
    match step.words:
        case ("credit", terminal, amount) if "id" in step.options:
            return account.CreditFromCms(terminal, cents(amount), step.options["id"])
        case _:
            raise NotUnderstood("cms credit TERMINAL N id=X")


async def grant_roles(stage: Stage, step: Step) -> None:
    """`staff dana=dealer alex=agm`: everybody everywhere; `dana=none` takes her roles away."""
    if step.words or not step.options:
        raise NotUnderstood("staff name=role …")
    for person, roles in step.options.items():
        if roles == "none":
            await _withdraw_roles(stage, person)
            continue
        for role in roles.split(","):
            await _grant(stage, person, role)


async def _grant(stage: Stage, person: str, role: str) -> None:
    reply = await stage.do(HOUSE, staff.GrantRole(person, role, "", 0, 0), "config")
    if reply.refused:
        raise NotUnderstood(f"there is no role {role!r}: {', '.join(staff.ROLES)}")


async def _withdraw_roles(stage: Stage, person: str) -> None:
    held = stage.engine.stream(HOUSE).state.grants.get(person, ())
    if not held:
        raise NotUnderstood(f"{person!r} holds no role")
    for role in dict.fromkeys(grant.role for grant in held):
        await stage.do(HOUSE, staff.WithdrawRole(person, role, ""), "config")
