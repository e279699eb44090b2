"""What players, dealers, devices and cashiers do next, drawn at random, sense and nonsense."""

from random import Random
from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.money import account, payout, ticket
from openfelt.floor.people import exclusion
from openfelt.floor.play.cards import coup, shoe_change
from openfelt.floor.play.cards.play import CardPlay
from openfelt.floor.play.tumbler import shooter
from openfelt.floor.play.tumbler.play import TumblerPlay
from openfelt.floor.rounds import invalidation, pause
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame, VoidRound
from openfelt.floor.state import Play, State, Table, Terminal
from openfelt.floor.wagers import dispensation, wager

BETS: Final[dict[type[Play], tuple[str, ...]]] = {
    CardPlay: ("player", "banker", "tie", "player_pair", "banker_pair", "red"),
    TumblerPlay: ("small", "big", "any_triple", "total:9", "number:4", "combo:1-2", "player"),
}
NOTES = (500, 1000, 2000, 5000, 10000)
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]


def player_act(chance: Random, pit: State, terminal: Terminal, tickets: list[str]) -> Command:
    """Draw what a player touches."""
    name = terminal.name
    table = pit.tables[chance.choice(terminal.tables)]
    at = (name, table.name, table.round if chance.random() < 0.97 else table.round - 1)
    bets = BETS[type(table.play)]
    if table.phase == "settled" and terminal.win and chance.random() < 0.3:
        return _cash_out(chance, name)
    draw = chance.random()
    if terminal.credit < 2000 and draw < 0.5:
        return account.InsertNote(name, chance.choice((*NOTES, 300)), str(chance.random()))
    if draw < 0.62:
        amount = chance.choice((500, 700, 1000, 2500, 20000, 0))
        return wager.StageWager(*at, chance.choice(bets), amount)
    if draw < 0.68:
        return wager.MoveWager(*at, chance.choice(bets), chance.choice(bets), 0)
    if draw < 0.74:
        return wager.CancelWager(*at, chance.choice(bets))
    if draw < 0.77:
        return wager.ClearLayout(*at)
    if draw < 0.81:
        return wager.RepeatLayout(*at)
    if draw < 0.83:
        return wager.DoubleLayout(*at)
    if draw < 0.90:
        return wager.ConfirmWagers(*at)
    if draw < 0.93:
        return shooter.Shoot(name, table.name)
    if draw < 0.97 or not tickets:
        return _cash_out(chance, name)
    return payout.PresentTicket(name, chance.choice(tickets))


def _cash_out(chance: Random, terminal: str) -> Command:
    return payout.CashOut(terminal, f"01{chance.randrange(10**16):016}")


def table_act(chance: Random, table: Table) -> tuple[str, Command] | None:
    """Return who moves a table on, and how; None while its players think."""
    if table.suspended:
        person = "dana" if isinstance(table.play, CardPlay) else "alex"
        if table.phase == "tumbling" or chance.random() < 0.2:
            return "alex", VoidRound(table.name, "alex", "rehearsed")
        return person, pause.ResumeTable(table.name, person)
    if chance.random() < 0.02:
        return "alex", _remedy(chance, table)
    if isinstance(table.play, CardPlay):
        return _dealt(chance, table, table.play)
    return _thrown(chance, table, table.play)


def _dealt(chance: Random, table: Table, play: CardPlay) -> tuple[str, Command] | None:
    match table.phase:
        case "settled" if _left_with_it(table) and chance.random() < 0.7:
            return "alex", VoidRound(table.name, "alex", "rehearsed", table.round)
        case "idle" | "settled" | "void" if not play.coups_left:
            return "dana", shoe_change.BringShoe(table.name, "dana")
        case "idle" | "settled" | "void":
            return "dana", NewGame(table.name, "dana")
        case "closed" | "dealing":
            return f"shoe@{table.name}", coup.ReadCard(table.name, chance.choice(CARDS))
        case "result_pending" if play.entered:
            return "dana", ConfirmResult(table.name, "dana")
        case "result_pending":
            result = chance.choice(("player", "banker", "tie"))
            return "dana", coup.EnterResult(table.name, "dana", result)
        case _:
            return None


def _thrown(chance: Random, table: Table, play: TumblerPlay) -> tuple[str, Command] | None:
    match table.phase:
        case "awaiting_shoot" if chance.random() < 0.5:
            return play.shooter, shooter.Shoot(play.shooter, table.name)
        case "tumbling":
            return f"tumbler@{table.name}", dice_read(chance, table.name)
        case _:
            return None


def _left_with_it(table: Table) -> bool:
    """Say whether somebody has cashed out what may still be taken back."""
    return any(round_.slips for round_ in table.settled.values())


def _remedy(chance: Random, table: Table) -> Command:
    """Draw what a supervisor does when something was not right."""
    at, who, why = table.name, "alex", "rehearsed"
    playing = [stake.terminal for stake in table.committed] or list(table.layouts) or ["T9"]
    terminal, back = chance.choice(playing), max(0, table.round - chance.randrange(4))
    bet, amount = chance.choice(BETS[type(table.play)]), chance.choice((0, 500, 1000))
    return chance.choice(
        (
            dispensation.Dispense(at, terminal, bet, amount, who, why),
            exclusion.VoidWagers(terminal, who, why),
            invalidation.InvalidateOutcome(at, who, "fraud", why, (terminal,), back),
            invalidation.InvalidateOutcome(at, who, "disruption", why),
            shoe_change.ChangeShoe(at, who, why),
            VoidRound(at, who, why, back),
        )
    )


def dice_read(chance: Random, table: str) -> Command:
    """Let the dice come to rest, nearly always flat."""
    if chance.random() < 0.03:
        return shooter.ReadCockedDice(table)
    return shooter.ReadDice(table, tuple(chance.randint(1, 6) for _ in range(3)))


def cashier_act(chance: Random, house: State, tickets: list[str]) -> Command | None:
    """Redeem, pay, hold or release something, or try to."""
    draw = chance.random()
    if draw < 0.2 and house.hand_pays:
        return ticket.PayHandPay(chance.choice(list(house.hand_pays)), "casey")
    if not tickets:
        return None
    number = chance.choice(tickets)
    if draw < 0.3:
        return ticket.HoldTicket(number, "alex", held=draw < 0.25, reason="rehearsed")
    return ticket.RedeemTicket(number, "casey" if draw < 0.7 else "")
