"""What a station or the ledger would show, as the words of a transcript."""

from openfelt.floor.ledger import shown
from openfelt.floor.state import State, Table, Terminal
from openfelt.floor.wager import room_of
from openfelt.scenario.script import NotUnderstood, dollars


def staked_by(pit: State, terminal: str) -> int:
    """Return all a terminal has on its tables, staged or committed."""
    total = 0
    for table in pit.tables.values():
        total += sum(spot.amount for spot in table.layouts.get(terminal, {}).values())
        total += sum(stake.amount for stake in table.committed if stake.terminal == terminal)
    return total


def of_terminal(pit: State, terminal: Terminal, key: str) -> str:
    """Show a key of a terminal."""
    match key:
        case "credit":
            return dollars(terminal.credit)
        case "win":
            return dollars(terminal.win)
        case "staked":
            return dollars(staked_by(pit, terminal.name))
        case "account":
            return "open" if terminal.open else "closed"
        case _:
            raise NotUnderstood(f"a terminal shows no {key}")


def _room(table: Table, side: str) -> str:
    """Return how much more the differential lets be confirmed on a side."""
    other = "banker" if side == "player" else "player"
    sums = room_of(table)
    return dollars(table.limits.differential - sums[side] + sums[other])


def of_table(table: Table, key: str) -> str:
    """Show a key of a table."""
    match key:
        case "phase":
            return "suspended" if table.suspended else table.phase
        case "round":
            return str(table.round)
        case "shooter":
            return table.shooter or "none"
        case "player_room" | "banker_room":
            return _room(table, key.partition("_")[0])
        case "min":
            return dollars(table.limits.minimum)
        case "max":
            return dollars(table.limits.maximum)
        case "last_coup":
            return "yes" if table.coups_left in (0, 1) else "no"
        case "point":
            return "off"
        case _:
            raise NotUnderstood(f"a table shows no {key}")


def of_wager(table: Table, terminal: str, bet: str, key: str) -> str:
    """Show a key of a wager."""
    spot = table.layouts.get(terminal, {}).get(bet)
    stake = next((s for s in table.committed if (s.terminal, s.bet) == (terminal, bet)), None)
    if key == "amount":
        return dollars(spot.amount if spot else stake.amount if stake else 0)
    if key != "state":
        raise NotUnderstood(f"a wager shows no {key}")
    if spot:
        return "confirmed" if spot.confirmed else "staged"
    return "committed" if stake else "none"


def of_ledger(streams: tuple[State, ...], account: str) -> str:
    """Show what an account stands at, over all streams."""
    balance = sum(state.ledger.get(account, 0) for state in streams)
    return dollars(shown(account, balance))


def unbalanced(streams: tuple[State, ...]) -> str | None:
    """Say what does not add up in the ledger, None if all does."""
    for state in streams:
        if sum(state.ledger.values()):
            return f"{state.stream} is off by {dollars(sum(state.ledger.values()))}"
        for terminal in state.terminals.values():
            booked = -state.ledger.get(f"terminal_credit:{terminal.name}", 0)
            if booked != terminal.credit:
                return f"{terminal.name} shows {dollars(terminal.credit)}, booked {dollars(booked)}"
    moving = [n for state in streams for n in state.ledger if n.startswith("in_transit:")]
    if sum(state.ledger.get(name, 0) for state in streams for name in moving):
        return "money is under way"
    return None
