"""What the lines of a transcript say, as commands of the floor: set-up, players, devices."""

from typing import Final

from openfelt.floor import account, call, coup, payout, shoe, shooter, staff, table, wager
from openfelt.floor.base import Command
from openfelt.floor.payout import HOUSE
from openfelt.floor.state import Limits
from openfelt.scenario.script import NotUnderstood, Step, cents, microseconds
from openfelt.scenario.stage import Printer, Stage

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


def _one_of(options: dict[str, str], key: str, *choices: str) -> str:
    """Take an option off; the first choice is the default."""
    chosen = options.pop(key, choices[0])
    if chosen not in choices:
        raise NotUnderstood(f"{key} is one of {', '.join(choices)}")
    return chosen


def table_command(step: Step) -> Command:
    """`table B1 LT period=30s min=5 max=5000 unit=5 …`."""
    if len(step.words) != 2:
        raise NotUnderstood("table ID VARIANT period= min= max= unit=")
    options = dict(step.options)
    options.setdefault("unit", "0.01")  # A sign that states no unit leaves every cent.  SB 3.2
    limits = {key: cents(options.pop(word, "0")) for key, word in _MONEY.items()}
    shoot_value = cents(options.pop("shoot_value", "0"))
    # A dice shooting value goes with the highest wager, none with turns.  Rule: SB 3.10.1
    modes = ("highest", "rotate") if shoot_value else ("rotate", "highest")
    command = table.OpenTable(
        *step.words,
        Limits(**limits),
        microseconds(options.pop("period", "30s")),
        unconfirmed=_one_of(options, "unconfirmed", "commit", "reject"),
        shooter=_one_of(options, "shooter", *modes),
        shoot_value=shoot_value,
        decks=int(options.pop("decks", "8")),
        tie_percent=int(options.pop("tie_percent", "0")),
        ticket_limit=cents(options.pop("ticket_limit", "0")),
        burned=_one_of(options, "shoe", "new", "ready") == "ready",
        standby_by_itself=_one_of(options, "standby", "auto", "manual") == "auto",
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
    return account.EnrolTerminal(step.words[0], tables, int(options.get("seat", seat)), notes)


def printer_state(word: str) -> Printer:
    """`printer@T1 fault`, `ok`, or `silent`: it prints, or not, and never says so."""
    match word:
        case "ok" | "fault" | "silent":
            return word
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
        case ("call",):
            return call.CallAttendant(terminal)
        case _:
            raise NotUnderstood(f"a terminal cannot {' '.join(words)!r}")


def device_commands(device: str, at: str, words: tuple[str, ...]) -> tuple[Command, ...]:
    """Say what a device reads; several cards are read one by one."""
    match device, words:
        case "shoe", ("cutting", "card"):
            return (shoe.ReadCuttingCard(at),)
        case "shoe", ("cards", _, *_):
            return tuple(coup.ReadCard(at, card) for card in words[1:])
        case "tumbler", ("dice", _, *_):
            return (shooter.ReadDice(at, tuple(int(face) for face in words[1:])),)
        case "tumbler", ("cocked",):
            return (shooter.ReadCockedDice(at),)
        case _:
            raise NotUnderstood(f"{device} cannot {' '.join(words)!r}")


def cms_command(step: Step) -> Command:
    """`cms credit T1 50 id=X1`."""
    match step.words:
        case ("credit", terminal, amount) if "id" in step.options:
            return account.CreditFromCms(terminal, cents(amount), step.options["id"])
        case _:
            raise NotUnderstood("cms credit TERMINAL N id=X")


async def grant_roles(stage: Stage, step: Step) -> None:
    """`staff dana=dealer alex=agm`: everybody everywhere; `dana=none` takes her roles away."""
    for person, role in step.options.items():
        if role == "none":
            await _withdraw_roles(stage, person)
            continue
        reply = await stage.do(HOUSE, staff.GrantRole(person, role, "", 0, 0), "config")
        if reply.refused:
            raise NotUnderstood(f"there is no role {role!r}")


async def _withdraw_roles(stage: Stage, person: str) -> None:
    held = stage.engine.stream(HOUSE).state.grants.get(person, ())
    if not held:
        raise NotUnderstood(f"{person!r} holds no role")
    for role in dict.fromkeys(grant.role for grant in held):
        await stage.do(HOUSE, staff.WithdrawRole(person, role, ""), "config")
