"""Rounds put right: counter-entries that match, then a true settlement or a void."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from openfelt.audit import correction_event as event
from openfelt.audit import craps
from openfelt.audit.correction_event import Share
from openfelt.audit.definition import Odds
from openfelt.audit.event import Event, Paid, Stake
from openfelt.audit.finding import dollars
from openfelt.audit.outcome import NoOutcome
from openfelt.audit.payment import check_paid, check_payment, figures, paid_to
from openfelt.audit.round import check_forfeit
from openfelt.audit.table import Chips, Phase, Settled, Tables, by_spot, difference
from openfelt.audit.ways import WAYS

# Only what stands is on a table then.
_BETWEEN: Final[tuple[Phase, ...]] = ("settled", "void")


def _settled(tables: Tables, name: str, number: int, *, reversed_: bool) -> Settled | None:
    table = tables.find(name)
    settled = table.settled.get(number) if table else None
    if table is not None and settled is None:
        tables.say(f"round {number} is not settled, or final for long")
    elif settled is not None and settled.reversed != reversed_:
        was = "not taken back before" if reversed_ else "taken back already"
        tables.say(f"the settlement of round {number} was {was}")
    return settled


def _check_shares(tables: Tables, shares: Iterable[Share], due: dict[str, int]) -> None:
    """A meter and what its terminal owes must make up what is due, no more and no less."""
    sums: dict[str, int] = dict.fromkeys(due, 0)
    for share in shares:
        if share.terminal not in due:
            tables.say(f"{share.terminal} had no wager in that round")
        sums[share.terminal] = sums.get(share.terminal, 0) + share.credit + share.owed + share.case
    for terminal, total in sums.items():
        if total != due.get(terminal, 0):
            tables.say(
                f"{terminal}'s credit and debt make {dollars(total)} "
                f"instead of {dollars(due.get(terminal, 0))}"
            )


def _stated(tables: Tables, e: event.ActualOutcomeStated) -> None:
    """There must be a result before anybody can say that it was another."""
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    if not WAYS[table.odds.procedure].complete(table):
        tables.say("the coup is not complete")
    table.stated = e.outcome


def _recalled(tables: Tables, e: event.RoundRecalled) -> None:
    """What comes back from the archive must be what was settled, to the cent and the account."""
    table = tables.find(e.table)
    if table is None:
        return
    spots = [spot for layout in e.settled.layouts.values() for spot in layout.values()]
    spots.sort(key=lambda spot: spot.order)
    if len(spots) != len(e.settled.returned):
        tables.say("it does not say what each wager of the round got")
        return
    if not table.recall(e.round, record_of(e.settled, tables.odds.get(e.settled.fingerprint))):
        tables.say(f"round {e.round} was not settled so")


def record_of(settled: event.SettledRound, odds: Odds | None) -> Settled:
    """Read a round as the floor remembers it."""
    spots = [spot for layout in settled.layouts.values() for spot in layout.values()]
    spots.sort(key=lambda spot: spot.order)
    pairs = [
        (Stake(spot.terminal, spot.bet, spot.amount), back)
        for spot, back in zip(spots, settled.returned, strict=True)
    ]
    to = {(move.terminal, move.bet): move.to for move in settled.moved}
    return Settled(
        tuple(
            Stake(spot.terminal, spot.bet, spot.amount - spot.stood)
            for spot in spots
            if spot.amount > spot.stood
        ),
        paid_to(pairs),
        {(spot.terminal, spot.bet): spot.stood for spot in spots if spot.stood},
        by_spot(
            Stake(s.terminal, to.get((s.terminal, s.bet), s.bet), s.amount)
            for s, back in pairs
            if back < 0
        ),
        accounts=settled.accounts,
        odds=odds,
        outcome=settled.outcome,
        point=settled.point,
        before=settled.before,
        void=owned(settled.void),
        lost=owned(settled.lost),
    )


def owned(listed: Iterable[event.Owned]) -> Chips:
    """Add chips up by whose they are and where."""
    sums: Chips = {}
    for one in listed:
        key = one.terminal, one.account, one.bet
        sums[key] = sums.get(key, 0) + one.amount
    return {key: amount for key, amount in sums.items() if amount}


def _reversed(tables: Tables, e: event.SettlementReversed) -> None:
    settled = _settled(tables, e.table, e.round, reversed_=False)
    if settled is None:
        return
    table = tables.tables[e.table]
    if table.odds.stands:
        tables.say("other rounds hang on this one: it has to be played again with them")
    if e.round <= table.final and table.fraud != e.round:
        tables.say(f"round {e.round} is final, and no fraud was declared")
    check_paid(tables, e.paid, figures(settled.paid))
    _check_shares(tables, e.taken, _due(settled, settled.paid))
    settled.reversed, tables.corrected = True, settled


def _due(settled: Settled, paid: Iterable[Paid]) -> dict[str, int]:
    """Return what a settlement credits to each terminal that had a wager in the round."""
    due = dict.fromkeys((stake.terminal for stake in settled.played), 0)
    return due | {line.terminal: line.credited for line in paid}


def _resettled(tables: Tables, e: event.RoundResettled) -> None:
    settled = _settled(tables, e.table, e.round, reversed_=True)
    table = tables.find(e.table)
    if settled is None or table is None:
        return
    odds = settled.odds or table.odds
    try:
        place = WAYS[odds.procedure].stated(e.outcome)
    except NoOutcome as error:
        tables.say(str(error))
    else:
        check_payment(tables, odds, settled.played, e, place)
    _check_shares(tables, e.given, _due(settled, e.paid))
    settled.paid, settled.reversed = e.paid, False
    if e.round == table.ended:
        table.outcome = e.outcome


def _settled_voided(tables: Tables, e: event.SettledRoundVoided) -> None:
    settled = _settled(tables, e.table, e.round, reversed_=True)
    if settled is None:
        return
    off = difference(by_spot(e.refunded + e.forfeited), by_spot(settled.committed))
    if off:
        tables.say(f"the refund is not what was staked: {off}")
    due = _due(settled, ())
    for stake in e.refunded:
        due[stake.terminal] = due.get(stake.terminal, 0) + stake.amount
    _check_shares(tables, e.given, due)
    table = tables.tables[e.table]
    check_forfeit(tables, table, e.round, e.forfeited)
    del table.settled[e.round]
    if e.round == table.ended:
        table.how = "void"
        table.opens_at = min(table.opens_at, tables.time_us)  # There is nothing to look at.


def _invalidated(tables: Tables, e: event.OutcomeInvalidated) -> None:
    table = tables.find(e.table)
    if table is not None:
        table.fraud = e.round if e.ground == "fraud" else 0


def _dispensed(tables: Tables, e: event.DispensationGiven) -> None:
    """A wager may change after the close if nobody had confirmed it, from what it really was."""
    table = tables.current(e.table, e.round, "closed")
    if table is None:
        return
    spot = (e.terminal, e.bet)
    before = table.standing.get(spot, 0)
    stood = by_spot(table.committed).get(spot, 0) + before
    if e.stood != stood or e.stands < 0 or e.stands == stood:
        tables.say(f"{dollars(stood)} stood there, not {dollars(e.stood)}, or nothing changed")
    if spot in table.confirmed:
        tables.say(f"{e.terminal}'s wager on {e.bet} is confirmed and cannot change")
    if e.bet not in table.odds.returns:
        tables.say(f"{e.table} has no odds for {e.bet!r}")
    craps.touch(tables, table, e.terminal)
    new = Stake(e.terminal, e.bet, max(0, e.stands - before))
    after = [new if (s.terminal, s.bet) == spot else s for s in table.committed]
    if stood == before:
        after.append(new)
    if before > e.stands:
        kept = table.standing | {spot: e.stands}
        table.standing = {where: amount for where, amount in kept.items() if amount}
    table.committed = tuple(stake for stake in after if stake.amount)


def _wagers_voided(tables: Tables, e: event.WagersVoided) -> None:
    table = tables.current(e.table, e.round, "wagering", "closed", *_BETWEEN)
    if table is None:
        return
    own = {spot: amount for spot, amount in table.on_it().items() if spot[0] == e.terminal}
    if table.phase in _BETWEEN and not own:
        tables.say(f"nothing of {e.terminal} stands at {e.table}")
    off = difference(by_spot(e.refunded), own)
    if off:
        tables.say(f"the refund is not what was staked: {off}")
    table.committed = tuple(s for s in table.committed if s.terminal != e.terminal)
    table.layout = {spot: cents for spot, cents in table.layout.items() if spot not in own}
    table.standing = {spot: cents for spot, cents in table.standing.items() if spot not in own}
    table.confirmed -= own.keys()
    craps.touch(tables, table, e.terminal)


def _dummy(
    tables: Tables, e: event.DummyCardDrawn | event.DummyHandStarted | event.DummyHandKeyed
) -> None:
    table = tables.find(e.table)
    if table is None:
        return
    if table.phase in ("wagering", "closed"):
        tables.say(f"round {table.round} is being played for wagers")
    table.dummy = True


def _dummy_card(tables: Tables, e: event.DummyCardDrawn) -> None:
    """Let the first card of a dummy hand count; one drawn too many had left the shoe before."""
    table = tables.find(e.table)
    if table is not None:
        tables.check_told(table, e.card)
        if not table.extra:
            table.let_stand()
    _dummy(tables, e)


def _dummy_ended(tables: Tables, e: event.DummyHandEnded) -> None:
    table = tables.find(e.table)
    if table is not None:
        table.dummy = False
        table.shoe.over()


def _table_closed(tables: Tables, e: event.TableClosed) -> None:
    table = tables.find(e.table)
    if table is None:
        return
    if table.layout or table.standing or table.committed:
        tables.say(f"round {table.round} is neither settled nor void")
    table.closed, table.due = True, []
    table.let_stand()
    if table.phase in ("wagering", "closed"):
        table.phase = "void"  # Nobody played for anything.


def _taken_out(tables: Tables, e: event.TerminalTakenOut) -> None:
    if tables.terminal(e.terminal) is not None:
        tables.broken.add(e.terminal)


def _returned(tables: Tables, e: event.TerminalReturned) -> None:
    """A repair ends no exclusion, but for rows of old: then it did."""
    if tables.terminal(e.terminal) is not None:
        tables.broken.discard(e.terminal)
        if e.admits:
            tables.excluded.discard(e.terminal)


def _excluded(tables: Tables, e: event.TerminalExcluded) -> None:
    if tables.terminal(e.terminal) is not None:
        tables.excluded.add(e.terminal)


def _admitted(tables: Tables, e: event.TerminalAdmitted) -> None:
    if tables.terminal(e.terminal) is not None:
        tables.excluded.discard(e.terminal)


def _kept_to_one(tables: Tables, e: event.PlayerKeptToOne) -> None:
    tables.kept_out.add(e.terminal)
    if tables.terminal(e.terminal) is tables.terminal(e.keeps):
        tables.say(f"nobody keeps from {e.terminal} to {e.keeps}")


RULES: Final[dict[type[Event], Callable[[Tables, Any], object]]] = {
    event.ActualOutcomeStated: _stated,
    event.RoundRecalled: _recalled,
    event.SettlementReversed: _reversed,
    event.RoundResettled: _resettled,
    event.SettledRoundVoided: _settled_voided,
    event.WagersVoided: _wagers_voided,
    event.OutcomeInvalidated: _invalidated,
    event.DispensationGiven: _dispensed,
    event.DummyCardDrawn: _dummy_card,
    event.DummyHandStarted: _dummy,
    event.DummyHandKeyed: _dummy,
    event.DummyHandEnded: _dummy_ended,
    event.TableClosed: _table_closed,
    event.TerminalExcluded: _excluded,
    event.TerminalAdmitted: _admitted,
    event.TerminalReturned: _returned,
    event.TerminalTakenOut: _taken_out,
    event.PlayerKeptToOne: _kept_to_one,
    event.PlayerDirectedAway: lambda tables, e: tables.terminal(e.terminal),
    event.PlayerSentAway: lambda tables, e: tables.terminal(e.terminal),
}
