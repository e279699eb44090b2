"""What the lines of a transcript say, as commands of the floor: set-up, players, devices."""

from typing import Final

from openfelt.floor import table
from openfelt.floor.base import Command
from openfelt.floor.money import (
    account,
    cms_reversal,
    dispensing,
    drawer,
    drop,
    kiosk,
    payout,
    unclaimed,
)
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.ticket_host import SetTicketHost
from openfelt.floor.people import call, news, objection, staff
from openfelt.floor.play.dealt_dice.play import SAID_BY, TUMBLES
from openfelt.floor.play.played import PLAYED
from openfelt.floor.play.tumbler import shooter
from openfelt.floor.rounds import terminal_report
from openfelt.floor.state import Limits
from openfelt.floor.wagers import take_down, wager
from openfelt.rulebooks import VARIANTS
from openfelt.scenario.script import NotUnderstood, Step, cents, count, microseconds
from openfelt.scenario.stage import Printer, Stage
from openfelt.scenario.vocabulary import forms_of

NOTES: Final = "5,10,20,50,100"
OF_THE_HOUSE: Final = (("house", "desk"), ("house", "kiosk"), ("house", "tickets"))
DEVICE_STATES: Final = {
    "shoe": (("ok",), ("misread",), ("silent",)),
    "dispenser": (("ok",), ("jam",), ("short",), ("silent",)),
    "slips": (("ok",), ("fault",), ("silent",)),
}

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
    "decide dispute": ("said",),
    "exclude": ("rule",),
    "recommend": ("rule",),
    "void wagers": ("rule",),
    "invalidate": ("round", "ground", "forfeit"),
    "redeem": ("asked", "form", "identity"),
    "pay": ("asked", "form", "identity", "signature"),
}
_TERMINAL_OPTIONS: Final = {
    "object": ("round",),
    "reports": ("round", "moved", "credit", "wagers", "fault"),
}
_WITHOUT_OPTIONS: Final = (
    "acceptor",
    "clock",
    "server",
    "dispenser",
    "slips",
    "house",
    "tickets",
    "printer",
    "shoe",
    "shuffler",
    "tumbler",
    "wheel",
)


def check_options(step: Step, *, is_player: bool) -> None:
    """Refuse a key that a line does not take: a misspelt one must not be passed over."""
    actor, verb = step.actor.partition("@")[0], "".join(step.words[:1])
    if actor in ("table", "terminal", "staff") or (actor, verb) in OF_THE_HOUSE:
        return  # They read their own.
    own = _STAFF_OPTIONS.get(" ".join(step.words[:2]), _STAFF_OPTIONS.get(verb, ()))
    takes: tuple[str, ...] = ("with", "reason", *own)
    if actor == "cms":
        takes = ("id", "of")
    elif is_player:
        takes = _TERMINAL_OPTIONS.get(verb, ())
    elif actor in _WITHOUT_OPTIONS:
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


def player_command(
    stage: Stage, terminal: str, words: tuple[str, ...], options: dict[str, str]
) -> Command:
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
            return _service_command(stage, terminal, words, options)


def _service_command(
    stage: Stage, terminal: str, words: tuple[str, ...], options: dict[str, str]
) -> Command:
    match words:
        case ("reports", name):
            return _report(stage, terminal, name, options)
        case ("object", name, ("outcome" | "malfunction") as about):
            number = count(options.get("round", "0"))
            return objection.RaiseObjection(terminal, name, about, number)
        case ("call",):
            return call.CallAttendant(terminal)
        case ("withdraw", "call"):
            return call.WithdrawCall(terminal)
        case ("read", line):
            return news.AcknowledgeNews(terminal, count(line))
        case _:
            raise cannot("a terminal", words)


def _report(stage: Stage, terminal: str, name: str, options: dict[str, str]) -> Command:
    """Tell what a terminal showed, where nothing is said what is so."""
    known, at = stage.terminal(terminal), stage.table(name)
    assert known is not None
    fault = options.get("fault", "")
    number = max(at.settled, default=0) if at else 0
    wagers = options.get("wagers")
    return terminal_report.ReportShown(
        terminal,
        name,
        count(options["round"]) if "round" in options else number,
        count(options["moved"]) if "moved" in options else known.moved,
        cents(options["credit"]) if "credit" in options else known.credit,
        terminal_report.laid_at(at, terminal, number) if at and wagers is None else _laid(wagers),
        fault,
    )


def _laid(wagers: str | None) -> dict[str, int] | None:
    """`place:6/12,field/5`, `none`, or `unseen`: the layout was not shown closed."""
    if wagers in (None, "unseen"):
        return None
    laid = (one.partition("/") for one in (wagers or "").split(",") if one != "none")
    return {bet: cents(amount) for bet, _, amount in laid}


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
        case ("reverse", terminal, amount) if {"id", "of"} <= step.options.keys():
            ids = (step.options["of"], step.options["id"])
            return cms_reversal.ReverseCms(terminal, cents(amount), *ids)
        case _:
            raise NotUnderstood("cms credit TERMINAL N id=X, or cms reverse TERMINAL N of=X id=Y")


def house_command(step: Step) -> Command:
    """`house desk`, `house kiosk K1`, `house tickets`: how it is set up."""
    match step.words:
        case ("desk",):
            return desk_rules(step)
        case ("kiosk", _):
            return kiosk_command(step)
        case ("tickets",):
            return ticket_life(step)
        case ("tickets", ("host" | "own") as authority):
            return SetTicketHost(authority == "host")
        case _:
            raise NotUnderstood(
                "house demo, house tickets host|own, house tickets life=DAYS,"
                " house desk coin= identity= second=, or house kiosk ID"
            )


def desk_rules(step: Step) -> Command:
    """`house desk coin=0.05 identity=10000 second=5000`: what is left out is exact, or never."""
    unknown = sorted(step.options.keys() - {"coin", "identity", "second"})
    if unknown:
        raise NotUnderstood(f"house desk takes coin=, identity=, second=, not {unknown[0]}=")
    coin, identity, second = (
        cents(step.options.get(key, least))
        for key, least in (("coin", "0.01"), ("identity", "0"), ("second", "0"))
    )
    return drawer.SetDeskRules(coin, identity, second)


def kiosk_command(step: Step) -> Command:
    """`house kiosk K1 cassettes=50,20,1 [most=N] [change=N] [slips=yes]`."""
    options = step.options
    if options.keys() - {"cassettes", "most", "change", "slips"}:
        raise NotUnderstood("house kiosk ID cassettes=50,20,1 [most=N] [change=N] [slips=yes]")
    values = tuple(cents(one) for one in options.get("cassettes", "").split(",") if one)
    most, change = cents(options.get("most", "1000")), cents(options.get("change", "20"))
    prints = options.get("slips", "") == "yes"
    return kiosk.InstallKiosk(step.words[1], values, most, change, prints)


def ticket_life(step: Step) -> Command:
    """`house tickets life=30`: days, 0 for ever."""
    if step.options.keys() != {"life"}:
        raise NotUnderstood("house tickets life=DAYS")
    return unclaimed.SetTicketLife(count(step.options["life"]))


def acceptor_command(terminal: str, words: tuple[str, ...]) -> Command:
    """`acceptor@T1 box out B7`: its own name for the box."""
    match words:
        case ("box", "out", box):
            return drop.RemoveStacker(terminal, box)
        case _:
            raise cannot("an acceptor", words, f"acceptor@{terminal}")


def at_kiosk(name: str, words: tuple[str, ...]) -> Command:
    """Say what somebody does at a kiosk."""
    match words:
        case ("insert", "ticket", number) | ("redeem", number):
            return dispensing.PresentAtKiosk(name, number)
        case _:
            raise cannot("a kiosk", words)


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
