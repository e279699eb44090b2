"""What players, cashiers and whoever has a task do next, drawn at random, sense and nonsense."""

from random import Random
from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.day import MoveDayEnd
from openfelt.floor.money import account, case, deferral, demand, payout, ticket, voucher
from openfelt.floor.people import call, news, staff, task
from openfelt.floor.people.credential import NoteCredentials
from openfelt.floor.state import State, Table, Terminal
from openfelt.floor.wagers import layout, take_down, wager
from openfelt.rehearsal.way import REASON, STAFF, Move
from openfelt.rehearsal.ways import way_of

NOTES: Final = (500, 1000, 2000, 5000, 10000)
DAY_US: Final = 24 * 3600 * 1_000_000
# Comes and goes: nothing is left undone while he is away.
RELIEF: Final = "dave"


def player_act(chance: Random, pit: State, terminal: Terminal, tickets: list[str]) -> Move:
    """Draw what a player touches, or what is put into his terminal."""
    name = terminal.name
    table = _table(chance, pit, terminal)
    if table.phase == "settled" and terminal.win and chance.random() < 0.3:
        return name, _cash_out(chance, name)
    draw = chance.random()
    if terminal.credit < 2000 and draw < 0.5:
        return name, _money_in(chance, name)
    if draw < 0.90 and (table.phase == "wagering" or chance.random() < 0.4):
        return name, _wager(chance, pit, terminal, table, draw)
    if draw < 0.90:
        return name, _money_in(chance, name)
    button = way_of(pit, table).button
    if draw < 0.93 and button is not None:
        return name, button(name, table.name)
    if draw < 0.935:
        return name, _service(chance, pit, name)
    if draw < 0.94:
        return f"printer@{name}", voucher.ReportPrinter(name, works=chance.random() < 0.5)
    if draw < 0.97 or not tickets:
        return name, _cash_out(chance, name)
    return name, payout.PresentTicket(name, chance.choice(tickets))


def _service(chance: Random, pit: State, terminal: str) -> Command:
    """Call, think better of it, or put away what was told."""
    draw = chance.random()
    if draw < 0.2:
        return news.AcknowledgeNews(terminal, chance.randrange(9))
    called = task.key_of("call", terminal) in pit.tasks
    return call.WithdrawCall(terminal) if called or draw < 0.3 else call.CallAttendant(terminal)


def _table(chance: Random, pit: State, terminal: Terminal) -> Table:
    """Choose where he plays, nearly always where wagers are taken."""
    tables = [pit.tables[name] for name in terminal.tables]
    taking = [table for table in tables if table.phase == "wagering"]
    return chance.choice(taking if taking and chance.random() < 0.9 else tables)


def _money_in(chance: Random, terminal: str) -> Command:
    number = str(chance.random())
    if chance.random() < 0.1:
        return account.CreditFromCms(terminal, chance.choice(NOTES), number)
    return account.InsertNote(terminal, chance.choice((*NOTES, 300)), number)


def _wager(chance: Random, pit: State, terminal: Terminal, table: Table, draw: float) -> Command:
    """Lay, move, lift, repeat, double or confirm; now and then for a round that has passed."""
    at = (terminal.name, table.name, table.round if chance.random() < 0.97 else table.round - 1)
    bets = way_of(pit, table).bets
    laid = list(layout.of(table, terminal.name))
    if draw < 0.62 or (not laid and chance.random() < 0.7):
        amount = chance.choice((500, 700, 1000, 2500, 20000, 0))
        return wager.StageWager(*at, chance.choice(bets), amount)
    laid = laid or list(bets)
    if draw < 0.67:
        return wager.MoveWager(*at, chance.choice(laid), chance.choice(bets), 0)
    if draw < 0.71:
        return wager.CancelWager(*at, chance.choice(laid))
    if draw < 0.74:
        return take_down.TakeDown(*at, chance.choice(laid), 500)
    if draw < 0.77:
        return wager.ClearLayout(*at)
    if draw < 0.81:
        return wager.RepeatLayout(*at)
    if draw < 0.83:
        return wager.DoubleLayout(*at)
    return wager.ConfirmWagers(*at)


def _cash_out(chance: Random, terminal: str) -> Command:
    return payout.CashOut(terminal, f"01{chance.randrange(10**16):016}")


def desk_act(chance: Random, house: State, tickets: list[str], now: int) -> Command | None:
    """Redeem, pay, hold, release or put off something, or try to."""
    draw = chance.random()
    slips = [*house.hand_pays, *tickets]
    if draw < 0.05 and house.cases:
        return _case_act(chance, house)
    if draw < 0.2 and house.hand_pays:
        return ticket.PayHandPay(chance.choice(list(house.hand_pays)), STAFF["cashier"])
    if not slips:
        return None
    number = chance.choice(_not_payable(house) or slips if draw > 0.85 else slips)
    if draw < 0.3:
        return ticket.HoldTicket(number, STAFF["agm"], held=draw < 0.25, reason=REASON)
    if draw < 0.32:
        return demand.DemandReturn(number, STAFF["agm"], REASON)
    if draw < 0.34 and house.demands:
        claimed = chance.choice(list(house.demands))
        if draw < 0.33:
            return demand.TakeBack(claimed, STAFF["cashier"])
        return ticket.HoldTicket(claimed, STAFF["agm"], held=False, reason=REASON)
    if draw < 0.35:
        until = now + chance.randrange(1, 600) * 1_000_000
        return deferral.DeferPayment(number, until, STAFF["cashier"], REASON)
    return ticket.RedeemTicket(number, STAFF["cashier"] if draw < 0.7 else "")


def _not_payable(house: State) -> list[str]:
    """Return the tickets that nobody should be paid: not printed yet, else those withheld."""
    printing = [number for number, one in house.tickets.items() if one.state == "printing"]
    return printing or [number for number, one in house.tickets.items() if one.state == "held"]


def _case_act(chance: Random, house: State) -> Command:
    """Settle a case or, by two persons, give it up."""
    name = chance.choice(
        [one for one, case_ in house.cases.items() if case_.state == "open"] or list(house.cases)
    )
    if house.cases[name].amount < 0 and chance.random() < 0.5:
        return case.WriteOffCase(name, STAFF["agm"], STAFF["gm"], REASON)
    return case.SettleCase(name, STAFF["cashier"])


def task_act(chance: Random, stream: State) -> Move | None:
    """Have somebody see to what he has to, nearly always the one whose task it is."""
    if not stream.tasks:
        return None
    one = chance.choice(list(stream.tasks.values()))
    role = one.role if chance.random() < 0.95 else chance.choice(list(STAFF))
    return STAFF[role], task.CompleteTask(one.kind, one.about, STAFF[role])


def office_act(chance: Random, house: State) -> Command:
    """Change the roster, somebody's credentials, or when the gaming day ends."""
    if chance.random() < 0.1:
        record = f"person {chance.choice(list(STAFF.values()))}"
        return NoteCredentials({record: chance.randbytes(32).hex()})
    if chance.random() < 0.2:
        return MoveDayEnd(house.day_ends + chance.choice((-1, 1)) * DAY_US // 24)
    if RELIEF in house.grants:
        return staff.WithdrawRole(RELIEF, "dealer", "")
    return staff.GrantRole(RELIEF, "dealer", "", 0, 0)
