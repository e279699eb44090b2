"""What the lines of a transcript say, as commands of the floor."""

from typing import Final

from openfelt.floor import account, coup, pause, payout, shooter, staff, table, ticket, wager
from openfelt.floor.base import Command
from openfelt.floor.payout import HOUSE
from openfelt.floor.round import NewGame, VoidRound
from openfelt.floor.state import Limits
from openfelt.scenario.script import NotUnderstood, Step, cents, microseconds
from openfelt.scenario.stage import PIT, Stage

NOTES: Final = "5,10,20,50,100"


def table_command(step: Step) -> Command:
    """`table B1 LT period=30s min=5 max=5000 unit=5 …`."""
    name, variant = step.words
    options = dict(step.options)

    def money(key: str) -> int:
        return cents(options.pop(key, "0"))

    limits = Limits(
        minimum=money("min"),
        maximum=money("max"),
        unit=money("unit"),
        minimum_total=money("min_total"),
        aggregate=money("aggregate"),
        differential=money("differential"),
        tie_maximum=money("tie_max"),
        pair_maximum=money("pair_max"),
    )
    command = table.OpenTable(
        name,
        variant,
        limits,
        microseconds(options.pop("period", "30s")),
        unconfirmed=options.pop("unconfirmed", "commit"),
        shooter=options.pop("shooter", "rotate"),
        shoot_value=money("shoot_value"),
        decks=int(options.pop("decks", "8")),
    )
    if options.pop("shoe", "ready") != "ready" or options.pop("standby", "auto") != "auto":
        raise NotUnderstood("only shoe=ready and standby=auto are played so far")
    if options:
        raise NotUnderstood(f"a table has no {', '.join(options)}")
    return command


def terminal_command(step: Step, seat: int) -> Command:
    """`terminal T1 tables=B1,S1 …`; the seat is the order of set-up unless it is given."""
    options = step.options
    notes = tuple(cents(note) for note in options.get("notes", NOTES).split(","))
    tables = tuple(options["tables"].split(","))
    return account.EnrolTerminal(step.words[0], tables, int(options.get("seat", seat)), notes)


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
            return wager.MoveWager(*at(name), bet, to, cents(amount))
        case ("cancel", name, bet):
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
        case _:
            raise NotUnderstood(f"a terminal cannot {' '.join(words)!r}")


def staff_command(
    person: str, at: str, words: tuple[str, ...], options: dict[str, str]
) -> tuple[str, Command]:
    """Say what a member of staff asks for, and of which stream."""
    reason = options.get("reason", "as told")
    match words:
        case ("new", "game"):
            return PIT, NewGame(at, person)
        case ("result", result):
            return PIT, coup.EnterResult(at, person, result)
        case ("confirm", "result"):
            return PIT, coup.ConfirmResult(at, person)
        case ("void", *rest):
            return PIT, VoidRound(rest[0] if rest else at, person, reason)
        case ("suspend", *rest):
            return PIT, pause.SuspendTable(rest[0] if rest else at, person, reason)
        case ("resume", *rest):
            return PIT, pause.ResumeTable(rest[0] if rest else at, person)
        case ("hold", number):
            return HOUSE, ticket.HoldTicket(number, person, held=True, reason=reason)
        case ("release", number):
            return HOUSE, ticket.HoldTicket(number, person, held=False, reason=reason)
        case ("redeem", number):
            return HOUSE, ticket.RedeemTicket(number, person)
        case ("pay", voucher):
            return HOUSE, ticket.PayHandPay(voucher, person)
        case _:
            raise NotUnderstood(f"staff cannot {' '.join(words)!r}")


def device_command(device: str, at: str, words: tuple[str, ...]) -> tuple[Command, ...]:
    """Say what a device reads; several cards are read one by one."""
    match device, words:
        case "shoe", ("cutting", "card"):
            return (coup.ReadCuttingCard(at),)
        case "shoe", ("cards", *cards):
            return tuple(coup.ReadCard(at, card) for card in cards)
        case "tumbler", ("dice", *faces):
            return (shooter.ReadDice(at, tuple(int(face) for face in faces)),)
        case "tumbler", ("cocked",):
            return (shooter.ReadCockedDice(at),)
        case _:
            raise NotUnderstood(f"{device} cannot {' '.join(words)!r}")


async def grant_roles(stage: Stage, step: Step) -> None:
    """`staff dana=dealer alex=agm`: everybody everywhere, from the beginning."""
    for person, role in step.options.items():
        reply = await stage.do(HOUSE, staff.GrantRole(person, role, "", 0, 0), "config")
        if reply.refused:
            raise NotUnderstood(f"there is no role {role!r}")
