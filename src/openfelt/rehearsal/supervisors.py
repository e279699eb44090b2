"""What whoever is in charge does when something was not right, or is thought so."""

from random import Random

import msgspec

from openfelt.floor.money.account import is_barred
from openfelt.floor.money.voucher import MakeVoucher
from openfelt.floor.people import exclusion, leaving, objection, one_terminal, power, seat
from openfelt.floor.reopening import ReopenTable
from openfelt.floor.rounds import (
    close_of_play,
    correction,
    invalidation,
    malfunction,
    notice,
    pause,
)
from openfelt.floor.rounds.round import VoidRound
from openfelt.floor.state import Limits, State, Table
from openfelt.floor.wagers import dispensation
from openfelt.rehearsal.dealt_dice import changed
from openfelt.rehearsal.occasions import beside_an_exclusion, occasions
from openfelt.rehearsal.way import REASON, STAFF, Move, holder
from openfelt.rehearsal.ways import way_of
from openfelt.rulebooks.powers import Act


def table_act(chance: Random, pit: State, table: Table) -> Move | None:
    """Return who moves a table on, and how; None while its players think."""
    if table.suspended:
        return _unlocked(chance, pit, table)
    draw = chance.random()
    if draw < 0.03:
        return _remedy(chance, pit, table)
    if draw < 0.06 and (moves := occasions(chance, pit, table)):
        return chance.choice(moves)
    if draw < 0.10 and (barred := _barred(pit, table)):
        return _back_in_play(chance, pit, table, barred)
    if draw < 0.11 and (paid := _by_voucher(pit, table)):
        return paid
    # A sign is seldom announced: many are taken back before they go up.
    if draw < (0.25 if table.announced else 0.16) and (kept := _taken_back(chance, pit, table)):
        return kept
    if draw < 0.22 and (void := beside_an_exclusion(pit, table)):
        return void
    return way_of(pit, table).carry_on(chance, pit, table)


def _taken_back(chance: Random, pit: State, table: Table) -> Move | None:
    """Take back what was announced, a close seldom."""
    who = holder(pit, table, Act.MANAGE)
    if table.announced:
        return who, notice.KeepLimits(table.name, who)
    if (table.closing_at or table.closing_after) and chance.random() < 0.2:
        return who, close_of_play.KeepOpen(table.name, who)
    return None


def opened_again(pit: State, table: Table) -> Move:
    """Return who opens a closed table again."""
    who = holder(pit, table, Act.MANAGE)
    return who, ReopenTable(table.name, who)


def _unlocked(chance: Random, pit: State, table: Table) -> Move:
    if table.suspended == "broken":
        return changed(pit, table)
    if table.suspended in pause.MUST_BE_VOIDED or chance.random() < 0.2:
        who = holder(pit, table, Act.VOID)
        return who, VoidRound(table.name, who, REASON)
    who = STAFF[power.resumes(pit, table)[0]]
    return who, pause.ResumeTable(table.name, who)


def _back_in_play(chance: Random, pit: State, table: Table, barred: list[str]) -> Move:
    """Repair a terminal, or admit its player: each ends one thing that keeps it from play."""
    who, terminal = holder(pit, table, Act.MANAGE), pit.terminals[chance.choice(barred)]
    if terminal.out_of_service:
        return who, malfunction.ReturnToService(terminal.name, who)
    return who, exclusion.AdmitTerminal(terminal.name, who, REASON)


def _barred(pit: State, table: Table) -> list[str]:
    at_it = (one for one in pit.terminals.values() if table.name in one.tables)
    return [one.name for one in at_it if is_barred(one)]


def _remedy(chance: Random, pit: State, table: Table) -> Move:
    """Draw a remedy of any table or of its way of playing; a close is announced seldom."""
    if chance.random() < 0.05:
        who = holder(pit, table, Act.MANAGE)
        return who, close_of_play.CloseTable(table.name, who, now=chance.random() < 0.3)
    moves = (*_for_any(chance, pit, table), *way_of(pit, table).remedies(pit, table))
    return chance.choice(moves)


def _for_any(chance: Random, pit: State, table: Table) -> tuple[Move, ...]:
    terminal = chance.choice(_playing(pit, table))
    back = max(0, table.round - chance.randrange(4))
    return (
        *_by_power(chance, pit, table, terminal, back),
        *_to_terminals(chance, pit, table, terminal),
        *_to_the_sign(chance, pit, table),
    )


def _playing(pit: State, table: Table) -> list[str]:
    """Name who has something on a table, else who sits there, else nobody there is."""
    return (
        list(table.layouts)
        or [t.name for t in pit.terminals.values() if table.name in t.tables]
        or ["T9"]
    )


def _by_power(
    chance: Random, pit: State, table: Table, terminal: str, back: int
) -> tuple[Move, ...]:
    at, way = table.name, way_of(pit, table)
    bet, amount = chance.choice(way.bets), chance.choice((0, 500, 1000))
    stated = way.stated(chance)
    dispenses, invalidates = holder(pit, table, Act.DISPENSE), holder(pit, table, Act.INVALIDATE)
    voids, corrects = holder(pit, table, Act.VOID), holder(pit, table, Act.CORRECT)
    declares = holder(pit, table, Act.MALFUNCTION)
    actual = correction.StateActualOutcome(
        at, corrects, REASON, stated.cards, stated.dice, back, stated.number
    )
    return (
        (dispenses, dispensation.Dispense(at, terminal, bet, amount, dispenses, REASON)),
        (invalidates, invalidation.InvalidateOutcome(at, invalidates, "disruption", REASON)),
        (
            invalidates,
            invalidation.InvalidateOutcome(at, invalidates, "fraud", REASON, (terminal,), back),
        ),
        (voids, VoidRound(at, voids, REASON, back)),
        (corrects, actual),
        (declares, malfunction.DeclareMalfunction(at, declares, REASON)),
        (declares, malfunction.DeclareTerminalFaulty(terminal, declares, REASON)),
    )


def _to_terminals(chance: Random, pit: State, table: Table, terminal: str) -> tuple[Move, ...]:
    who, sends = holder(pit, table, Act.MANAGE), holder(pit, table, Act.SEND_AWAY)
    keeper, decides = holder(pit, table, Act.KEEP_TO_ONE), holder(pit, table, Act.DECIDE_OBJECTION)
    recommends = holder(pit, table, Act.RECOMMEND)
    objecting = next(iter(pit.objections), terminal)
    open_ = (one.name for one in pit.terminals.values() if one.open and one.name != terminal)
    keeps = next(open_, "T9")
    return (
        (who, exclusion.VoidWagers(terminal, who, REASON)),
        (who, exclusion.ExcludeTerminal(terminal, who, REASON)),
        (who, seat.DirectAway(terminal, who, REASON, area=chance.random() < 0.5)),
        (recommends, exclusion.RecommendExclusion(terminal, recommends, REASON)),
        (keeper, one_terminal.KeepToOneTerminal(terminal, keeps, keeper, REASON)),
        (sends, leaving.SendAway(terminal, sends, REASON)),
        (decides, objection.DecideObjection(objecting, decides, upheld=False, reason=REASON)),
    )


def _by_voucher(pit: State, table: Table) -> Move | None:
    """Have somebody's credit paid who can get no ticket."""
    who = holder(pit, table, Act.VOUCHER)
    players = (one for one in pit.terminals.values() if table.name in one.tables and one.open)
    faulty = (one for one in players if one.out_of_service or one.printer_failed)
    player = next(faulty, None)
    return (who, MakeVoucher(player.name, who, REASON)) if player else None


def _to_the_sign(chance: Random, pit: State, table: Table) -> tuple[Move, ...]:
    who = holder(pit, table, Act.MANAGE)
    minimum = chance.choice((500, 1000))
    sign: Limits = msgspec.structs.replace(table.limits, minimum=minimum)
    return (
        (who, pause.SuspendTable(table.name, who, REASON)),
        (who, notice.ChangeLimits(table.name, who, sign, now=chance.random() < 0.5)),
    )
