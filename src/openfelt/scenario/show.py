"""What a station or the ledger would show, as the words of a transcript."""

from openfelt.floor.ledger import Account, shown
from openfelt.floor.play.craps.position import code_of
from openfelt.floor.state import Case, Drawer, HandPay, State, Table, Terminal, Ticket
from openfelt.floor.wagers import layout
from openfelt.floor.wagers.placing import position
from openfelt.scenario.script import NotUnderstood, count, dollars
from openfelt.scenario.stage import Stage
from openfelt.stations.display import display_view
from openfelt.stations.memory import Memory
from openfelt.stations.player import PlayerView, player_view

TERMINAL_KEYS = ("credit", "staked", "win", "account", "idle", "collect", "objection", "fault")
TABLE_KEYS = (
    "phase",
    "round",
    "point",
    "shooter",
    "player_room",
    "banker_room",
    "min",
    "max",
    "last_coup",
    "no_bet",
)
WAGER_KEYS = ("amount", "state")
TASK_KEYS = ("state", "role", "by")
DISPUTE_KEYS = ("state", "upheld")
CASE_KEYS = ("terminal", "amount", "state")
KIOSK_KEYS = ("state", "holds", "pieces", "slip")
DRAWER_KEYS = ("state", "opening", "filled", "paid", "taken", "holds")


def of_terminal(pit: State, terminal: Terminal, key: str) -> str:
    """Show a key of a terminal, as its station does."""
    match key:
        case "credit" | "win" | "staked":
            meters = _at(pit, terminal.name)
            return dollars({"credit": meters.credit, "win": meters.win}.get(key, meters.staked))
        case "account":
            return "closed" if _at(pit, terminal.name).account == "closed" else "open"
        case "idle":
            return str(terminal.idle)
        case "collect":
            return "yes" if _at(pit, terminal.name).collect else "no"
        case "objection":
            said = _at(pit, terminal.name).objection
            return f"{said.table}/{said.round}/{said.about}" if said else "none"
        case "fault":
            return terminal.fault or "none"
        case _:
            raise NotUnderstood(f"a terminal shows no {key}")


def of_table(pit: State, table: Table, key: str) -> str:
    """Show a key of a table, as its display does."""
    sign = display_view(pit, table.name, Memory(), demo=pit.demo)
    match key:
        case "phase":
            return "suspended" if sign.suspended else sign.phase
        case "round":
            return str(sign.round)
        case "shooter":
            return sign.shooter or "none"
        case "player_room" | "banker_room":
            return dollars(sign.room.get(key.partition("_")[0], sign.limits.maximum))
        case "min":
            return dollars(sign.limits.minimum)
        case "max":
            return dollars(sign.limits.maximum)
        case "last_coup":
            return "yes" if sign.coups_left in (0, 1) else "no"
        case "no_bet":
            return "yes" if sign.no_bet else "no"
        case "point":
            return str(sign.point) if sign.point else "off"
        case _:
            raise NotUnderstood(f"a table shows no {key}")


def _at(pit: State, terminal: str) -> PlayerView:
    return player_view(pit, terminal, Memory(), pit.now)


def of_wager(pit: State, table: Table, terminal: str, bet: str, key: str) -> str:
    """Show a key of a wager: what its terminal shows of it, and how far it has come."""
    bet = position(pit, table, bet)
    play = _at(pit, terminal).play.get(table.name)
    shown: dict[str, int] = {}
    if play is not None:
        shown |= {one.bet: one.amount for one in play.spots}
        shown |= {one.bet: one.amount for one in play.committed}
    if key == "amount":
        return dollars(shown.get(code_of(bet), 0))
    if key != "state":
        raise NotUnderstood(f"a wager shows no {key}")
    spot = layout.of(table, terminal).get(bet)
    return spot.state if spot else "none"


def of_ledger(streams: tuple[State, ...], account: str) -> str:
    """Show what an account stands at, over all streams and all owners unless one is named."""
    if account.partition(":")[0] not in {kind.value for kind in Account}:
        raise NotUnderstood(f"the ledger keeps no {account}")
    balance = sum(
        amount
        for state in streams
        for name, amount in state.ledger.items()
        if name == account or name.startswith(f"{account}:")
    )
    return dollars(shown(account, balance))


def unbalanced(streams: tuple[State, ...]) -> str | None:
    """Say what does not add up in the ledger, None if all does."""
    for state in streams:
        if sum(state.ledger.values()):
            return f"{state.stream} is off by {dollars(sum(state.ledger.values()))}"
        for terminal in state.terminals.values():
            for account, amount in (
                ("terminal_credit", terminal.credit),
                ("stake", layout.staked(state, terminal.name)),
            ):
                booked = -state.ledger.get(f"{account}:{terminal.name}", 0)
                if booked != amount:
                    what = f"{account} of {terminal.name}"
                    return f"{what} is {dollars(amount)}, booked {dollars(booked)}"
    moving = [n for state in streams for n in state.ledger if n.startswith("in_transit:")]
    if sum(state.ledger.get(name, 0) for state in streams for name in set(moving)):
        return "money is under way"
    return None


def of_task(stage: Stage, kind: str, about: str, key: str) -> str:
    """Show whether a task is open, and who has to see to it."""
    task = stage.task(kind, about)
    match key:
        case "state":
            return "none" if task is None else "overdue" if task.overdue else "open"
        case "role":
            return task.role if task else "none"
        case "by":
            return task.by if task and task.by else "none"
        case _:
            raise NotUnderstood(f"a task shows no {key}")


def of_dispute(pit: State, number: int, key: str) -> str:
    """Show how far a dispute has got, and how it stands decided."""
    found = pit.disputes.get(number)
    match key:
        case "state":
            return found.stage if found else "none"
        case "upheld":
            return "none" if found is None else "yes" if found.upheld else "no"
        case _:
            raise NotUnderstood(f"a dispute shows no {key}")


def of_named(stage: Stage, player: Terminal | None, words: tuple[str, ...], key: str) -> str:
    """Show what a step left of the slip or the wager it names, none where it names neither."""
    slip = next((slip for slip in map(stage.slip, words) if slip), None)
    if slip is not None:
        return of_slip(slip, key)
    table = next((t for t in map(stage.table, words) if t), None)
    if player is None or table is None:
        return "none"
    bets = stage.pit.rules(table).bets
    bet = next((word for word in words if position(stage.pit, table, word) in bets), "")
    return of_wager(stage.pit, table, player.name, bet, key) if bet else "none"


def of_slip(slip: Ticket | HandPay, key: str) -> str:
    """Show a key of a ticket or a voucher."""
    return slip.state if key == "state" else dollars(slip.amount)


def of_case(case: Case | None, key: str) -> str:
    """Show a key of a case: an amount below zero is owed to us."""
    match case, key:
        case Case(terminal=terminal), "terminal":
            return terminal
        case Case(amount=amount), "amount":
            return dollars(amount)
        case Case(state=state), "state":
            return state
        case _:
            raise NotUnderstood(f"there is no such case, or it shows no {key}")


def of_drawer(drawer: Drawer | None, key: str) -> str:
    """Show a key of a cashier's drawer."""
    if drawer is None or key not in DRAWER_KEYS:
        raise NotUnderstood(f"there is no such drawer, or it shows no {key}")
    if key == "state":
        return "open" if drawer.is_open else "closed"
    amount: int = getattr(drawer, key)
    return dollars(amount)


def of_kiosk(house: State, name: str, key: str) -> str:
    """Show a key of a kiosk: whether it takes tickets, or why not, and what is in it."""
    known = house.kiosks.get(name)
    if known is None or key not in KIOSK_KEYS:
        raise NotUnderstood(f"there is no such kiosk, or it shows no {key}")
    if key == "holds":
        return dollars(known.holds)
    if key == "pieces":
        return ",".join(map(str, known.pieces))
    if key == "slip":
        return known.told.slip if known.told else ""
    if known.paying:
        return "paying"
    shut = "shut" if house.now < known.shut_until else "open"
    return shut if known.is_open else known.fault or "closed"


def value(stage: Stage, subject: list[str], key: str) -> str:
    """Show a key of whatever an `expect` names."""
    match subject:
        case ["ledger", *_]:
            return of_ledger((stage.house, stage.pit), key)
        case ["ticket" | "voucher" as kind, number]:
            slip, wanted = stage.slip(number), Ticket if kind == "ticket" else HandPay
            if not isinstance(slip, wanted) or key not in WAGER_KEYS:
                raise NotUnderstood(f"there is no {kind} {number} that shows {key}")
            return of_slip(slip, key)
        case ["case", name]:
            return of_case(stage.case(name), key)
        case ["kiosk", name]:
            return of_kiosk(stage.house, name, key)
        case ["drawer", cashier]:
            return of_drawer(stage.house.drawers.get(cashier), key)
        case ["task", kind, about]:
            return of_task(stage, kind, about, key)
        case ["dispute", number]:
            return of_dispute(stage.pit, count(number), key)
        case [terminal, table, bet] if stage.table(table) and stage.terminal(terminal):
            return of_wager(stage.pit, stage.pit.tables[table], terminal, bet, key)
        case [name] if (known := stage.table(name)) is not None:
            return of_table(stage.pit, known, key)
        case [name] if (player := stage.terminal(name)) is not None:
            return of_terminal(stage.pit, player, key)
        case _:
            raise NotUnderstood(f"there is no {' '.join(subject)}")
