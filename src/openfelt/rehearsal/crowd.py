"""What players, cashiers and whoever has a task do next, drawn at random, sense and nonsense."""

from random import Random
from typing import Final

from openfelt.floor.base import Command
from openfelt.floor.day import MoveDayEnd
from openfelt.floor.money import (
    account,
    case,
    deferral,
    demand,
    drawer,
    drop,
    payout,
    ticket,
    voucher,
)
from openfelt.floor.money.paying import PLAIN, Form, Terms
from openfelt.floor.people import call, news, objection, staff, task
from openfelt.floor.people.credential import NoteCredentials
from openfelt.floor.rounds import terminal_report
from openfelt.floor.state import Drawer, State, Table, Terminal
from openfelt.floor.wagers import layout, take_down, wager
from openfelt.rehearsal.house_systems import reversal
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
        return name, _money_in(chance, pit, name)
    if draw < 0.90 and (table.phase == "wagering" or chance.random() < 0.4):
        return name, _wager(chance, pit, terminal, table, draw)
    if draw < 0.90:
        return name, _money_in(chance, pit, name)
    button = way_of(pit, table).button
    if draw < 0.93 and button is not None:
        return name, button(name, table.name)
    if draw < 0.935:
        return name, _service(chance, pit, name)
    if draw < 0.937:
        return f"acceptor@{name}", drop.RemoveStacker(name, str(chance.random()))
    if draw < 0.94:
        return f"printer@{name}", voucher.ReportPrinter(name, works=chance.random() < 0.5)
    if draw < 0.97 or not tickets:
        return name, _cash_out(chance, name)
    return name, payout.PresentTicket(name, chance.choice(tickets))


def _service(chance: Random, pit: State, terminal: str) -> Command:
    """Call, think better of it, object to what came, or put away what was told; or it reports."""
    draw = chance.random()
    if draw > 0.7:
        return _report(chance, pit, pit.terminals[terminal])
    if draw < 0.1:
        table = chance.choice(pit.terminals[terminal].tables)
        return objection.RaiseObjection(terminal, table, chance.choice(("outcome", "malfunction")))
    if draw < 0.2:
        return news.AcknowledgeNews(terminal, chance.randrange(9))
    called = task.key_of("call", terminal) in pit.tasks
    return call.WithdrawCall(terminal) if called or draw < 0.3 else call.CallAttendant(terminal)


def _report(chance: Random, pit: State, terminal: Terminal) -> Command:
    """Let a terminal tell what it showed of the last round, seldom something that is not so."""
    table = pit.tables[chance.choice(terminal.tables)]
    last = max(table.settled, default=0)
    laid = terminal_report.laid_at(table, terminal.name, last) if chance.random() < 0.9 else None
    fault = chance.choice(("", "", "", "", "sequence", "display"))
    shown = terminal.credit + (chance.random() < 0.1)
    return terminal_report.ReportShown(
        terminal.name, table.name, last, terminal.moved, shown, laid, fault
    )


def _table(chance: Random, pit: State, terminal: Terminal) -> Table:
    """Choose where he plays, nearly always where wagers are taken."""
    tables = [pit.tables[name] for name in terminal.tables]
    taking = [table for table in tables if table.phase == "wagering"]
    return chance.choice(taking if taking and chance.random() < 0.9 else tables)


def _money_in(chance: Random, pit: State, terminal: str) -> Command:
    number = str(chance.random())
    if chance.random() < 0.1:
        back = reversal(chance, pit, terminal) if chance.random() < 0.4 else None
        if back is not None:
            return back
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
    """Redeem, pay, hold, release or put off something, or try to; or work with the drawer."""
    draw = chance.random()
    known = house.drawers.get(STAFF["cashier"])
    if known is None or not known.is_open or chance.random() < 0.03:
        return _drawer_act(chance, known)
    slips = [*house.hand_pays, *tickets]
    if draw < 0.05 and house.cases:
        return _case_act(chance, house)
    if draw < 0.2 and house.hand_pays:
        voucher_ = chance.choice(list(house.hand_pays))
        return ticket.PayHandPay(voucher_, STAFF["cashier"], "", _terms(chance))
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
    if 0.7 <= draw <= 0.85:
        return ticket.RedeemTicket(number, "")
    return ticket.RedeemTicket(number, STAFF["cashier"], "", _terms(chance))


def _drawer_act(chance: Random, known: Drawer | None) -> Command:
    """Begin or end a shift, right to the cent or not, or move cash from and to the cage."""
    cashier = STAFF["cashier"]
    if known is None or not known.is_open:
        return drawer.OpenDrawer(chance.choice((0, 100_000, 10_000_000)), cashier)
    if chance.random() < 0.5:
        return drawer.FillDrawer(chance.choice((1_000_000, -50_000, 3)), cashier, "")
    counted = known.holds + chance.choice((0, 0, 5, -1_000))
    return drawer.CloseDrawer(max(0, counted), cashier)


def _terms(chance: Random) -> Terms:
    """Nearly always everything the house wants; now and then another form than asked for."""
    if chance.random() < 0.1:
        return PLAIN
    forms: tuple[Form, ...] = ("cash", "cash", "cash", "cheque", "transfer")
    return Terms("cash", chance.choice(forms), signed=True, identity="licence")


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
        asks, approves = chance.choice((("agm", "gm"), ("cashier", "agm")))
        return case.WriteOffCase(name, STAFF[asks], STAFF[approves], REASON)
    return case.SettleCase(name, STAFF["cashier"])


def task_act(chance: Random, stream: State) -> Move | None:
    """Have somebody see to what he has to, nearly always the one whose task it is."""
    if not stream.tasks:
        return None
    one = chance.choice(list(stream.tasks.values()))
    role = one.role if chance.random() < 0.95 else chance.choice(list(STAFF))
    if chance.random() < 0.4:
        return STAFF[role], task.TakeTask(one.kind, one.about, STAFF[role])
    return STAFF[role], task.CompleteTask(one.kind, one.about, STAFF[role], REASON)


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
