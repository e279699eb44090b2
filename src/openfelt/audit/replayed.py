"""A corrected roll held against the auditor's own telling: records, cash, what lies there now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from openfelt.audit.account import Accounts
from openfelt.audit.correction import owned as listed
from openfelt.audit.correction import record_of
from openfelt.audit.correction_event import SettledRound
from openfelt.audit.craps import on_point, touch
from openfelt.audit.craps_event import Adjusted, RollsReplayed
from openfelt.audit.event import Event
from openfelt.audit.finding import dollars
from openfelt.audit.outcome import NoOutcome
from openfelt.audit.payment import figures
from openfelt.audit.rolls import Done, Record, Rolls, Telling, done_before, of_record, owned, plus
from openfelt.audit.table import Chips, Owner, Settled, Table, by_spot, stakes


def replayed(accounts: Accounts, e: RollsReplayed) -> None:
    """Play the rolls again, and compare every record, account and wager."""
    table = accounts.tables.find(e.table)
    first = table.settled.get(e.round) if table else None
    if table is None or first is None or first.odds is None:
        accounts.say(f"round {e.round} is not settled, or long past")
        return
    if table.phase == "closed":
        accounts.say(f"dice of round {table.round} are under way")
    if any(e.round < number < table.ended for number in table.gone):
        accounts.say("a round that followed is not at hand")
    numbers = [n for n in sorted(table.settled) if n >= e.round]
    numbers = [n for n in numbers if table.settled[n].before == first.before]
    rounds = [table.settled[n] for n in numbers]
    after = numbers[1:] if e.void else numbers
    if [again.number for again in e.rounds] != after:
        accounts.say("it does not tell of every round that followed, or of others")
        return
    if not all(_is_whole(again.settled, first) for again in e.rounds):
        accounts.say("it does not say what each wager of a round got, or of another table")
        return
    try:
        _judge(accounts, table, e, dict(zip(numbers, rounds, strict=True)))
    except NoOutcome as error:
        accounts.say(str(error))


def _is_whole(settled: SettledRound, first: Settled) -> bool:
    """Say whether a record names every wager once where it lies, and what it got."""
    named = [
        (terminal, bet) == (spot.terminal, spot.bet)
        for terminal, layout in settled.layouts.items()
        for bet, spot in layout.items()
    ]
    same = (settled.before, settled.fingerprint) == (
        first.before,
        first.odds.fingerprint if first.odds else "",
    )
    return all(named) and len(named) == len(settled.returned) and same


def _judge(
    accounts: Accounts, table: Table, e: RollsReplayed, on_record: dict[int, Settled]
) -> None:
    rounds, first = list(on_record.values()), on_record[e.round]
    assert first.odds is not None
    _check_forfeit(accounts, table, e)
    now = _now(accounts, table, rounds[-1]) if first.before == table.before else None
    played = _played(rounds)
    left = _left(accounts, played, e.adjusted)
    # On a closed table nobody's wager can stand.
    gone = played if table.closed else left
    outcome = "" if e.void else e.rounds[0].settled.outcome
    old = Rolls(first.odds, first).tell(rounds, first.outcome, (), now, gone)
    new_rolls = Rolls(first.odds, first)
    new = new_rolls.tell(rounds, outcome, e.forfeited, now, gone)
    if new.void:
        accounts.say("chips lie there that may not lie there any more")
    records = [record_of(again.settled, first.odds) for again in e.rounds]
    for again, record, own in zip(e.rounds, records, new.records, strict=True):
        _check_record(accounts, again.number, record, own)
    _check_adjusted(accounts, e, old, new, left)
    standing = plus(new_rolls.chips(), _on_point(now.laid, new_rolls.point)) if now else {}
    point = new_rolls.point if now and not table.closed else 0
    _check_now(accounts, e, standing, point, new)
    told = {again.number: record for again, record in zip(e.rounds, records, strict=True)}
    _take_over(table, e, told, is_now=now is not None)
    if e.void and e.round == table.ended:
        table.how = "void"
        table.opens_at = min(table.opens_at, accounts.tables.time_us)  # Nothing to look at.
    for one in e.adjusted:
        accounts.stay(one.terminal)
    touch(accounts.tables, table, *(one.terminal for one in e.adjusted))


def _on_point(laid: Chips, point: int) -> Chips:
    """Take chips of this period off where they lie now."""
    return {(who, number, on_point(bet, point)): -n for (who, number, bet), n in laid.items()}


def _now(accounts: Accounts, table: Table, last: Settled) -> Done:
    """Say what was done in the period that runs."""
    whose = {who: accounts.of(who).number for who, _ in table.on_it()}
    return Done(owned(stakes(table.layout), whose), done_before(last, table.standing, table.lost))


def _played(rounds: list[Settled]) -> set[Owner]:
    """Return whoever played in these rounds, also by another history."""
    besides = (key for settled in rounds for key in (*settled.void, *settled.lost))
    owners = {owner for settled in rounds for owner in settled.accounts.items()}
    return owners | {(key[0], key[1]) for key in besides}


def _left(accounts: Accounts, played: set[Owner], adjusted: Iterable[Adjusted]) -> set[Owner]:
    """Return whose accounts have closed."""
    before = {(one.terminal, one.account): one.credit for one in adjusted}
    return {
        who
        for who in played
        if accounts.has_left(*who, accounts.credit(who[0]) - before.get(who, 0))
    }


def _check_forfeit(accounts: Accounts, table: Table, e: RollsReplayed) -> None:
    fraud, table.fraud = table.fraud, 0
    if e.forfeited and fraud != e.round:
        accounts.say(f"stakes of {e.forfeited[0]} are kept, but no fraud was declared")
    if e.forfeited and not e.void:
        accounts.say("stakes are kept of a roll that has a result")


def _check_record(accounts: Accounts, number: int, record: Settled, own: Record) -> None:
    """Compare a record with what the roll came to here."""
    stood, played, left = of_record(record)
    told = {"outcome": (record.outcome, own.outcome), "point": (record.point, own.point)}
    chips: dict[str, tuple[Chips, Chips]] = {
        "what stood": (stood, own.stood),
        "what was played for": (played, own.played),
        "what is left": (left, own.left),
        "what is void": (record.void, own.void),
        "what was taken down": (record.lost, plus(own.lost)),
    }
    for what, (is_, should) in (told | chips).items():
        if is_ != should:
            accounts.say(f"round {number}: {what} is {is_} instead of {should}")
    sums: dict[str, tuple[int, int, int]] = {}
    for key, back in own.back.items():
        staked, credited, won = sums.get(key[0], (0, 0, 0))
        amount = own.played[key]
        sums[key[0]] = staked + amount, credited + back, won + max(0, back - amount)
    if figures(record.paid) != sums:
        accounts.say(f"round {number}: it pays {figures(record.paid)} instead of {sums}")


def _check_adjusted(
    accounts: Accounts, e: RollsReplayed, old: Telling, new: Telling, left: set[Owner]
) -> None:
    """Every account has the difference, over its meter while it is open, else as a claim."""
    due = {
        who: new.cash.get(who, 0) - old.cash.get(who, 0)
        for who in old.cash.keys() | new.cash.keys()
    }
    said = {(one.terminal, one.account): one for one in e.adjusted}
    accounts.tables.claims = {}
    if len(said) != len(e.adjusted):
        accounts.say("an account is adjusted twice")
    for who in sorted(due.keys() | said.keys()):
        one = said.get(who, Adjusted(*who, 0, 0, 0, 0, 0))
        got = one.credit - one.owed + one.case
        if got != due.get(who, 0):
            told = f"account {who[1]} of {who[0]} gets {dollars(got)}"
            accounts.say(f"{told} instead of {dollars(due.get(who, 0))}")
        if one.credit and who in left:
            accounts.say(f"account {who[1]} of {who[0]} has closed")
        if one.case and who not in left:
            accounts.say(f"account {who[1]} of {who[0]} is open")
        accounts.tables.claims[who] = one.case
    if e.earned != new.earned - old.earned:
        more = dollars(new.earned - old.earned)
        accounts.say(f"{dollars(e.earned)} more of commission are kept instead of {more}")


def _check_now(
    accounts: Accounts, e: RollsReplayed, standing: Chips, point: int, new: Telling
) -> None:
    """Compare what lies there now, and for which point."""
    stands: dict[tuple[str, str], int] = {}
    for (terminal, _, bet), amount in standing.items():
        stands[terminal, bet] = stands.get((terminal, bet), 0) + amount
    if by_spot(e.standing) != stands:
        accounts.say(f"{by_spot(e.standing)} stand now instead of {stands}")
    if e.point != point:
        accounts.say(f"the point is {e.point or 'off'} now instead of {point or 'off'}")
    if listed(e.lost) != plus(new.lost):
        accounts.say(f"{listed(e.lost)} was taken down in vain instead of {new.lost}")


def _take_over(
    table: Table, e: RollsReplayed, records: dict[int, Settled], *, is_now: bool
) -> None:
    """Let the new history be the one that is known."""
    table.settled |= records
    if is_now:
        table.standing, table.point = by_spot(e.standing), e.point
        table.lost = listed(e.lost)
        laid = table.layout.items()
        table.layout = {(who, on_point(bet, e.point)): n for (who, bet), n in laid}
    if e.void:
        del table.settled[e.round]


RULES: Final[dict[type[Event], Callable[[Accounts, Any], None]]] = {RollsReplayed: replayed}
