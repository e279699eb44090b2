"""A plan for the GPU: plain numbers, and from them a machine for each planned bet.

What the processor's machines (`automaton`) do is taken apart in two: what may be
laid before a roll, if the credit allows it, and what each outcome does then.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from openfelt.simulate.automaton import Machine, Up
from openfelt.simulate.gpu.device import NoGpu
from openfelt.simulate.gpu.kernels import Array, Kernel, dealing
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.tally import Tally
from openfelt.simulate.wagers import Wagers

if TYPE_CHECKING:
    from openfelt.simulate.sessions import Sessions

_THREADS: Final = 256
# Fewer shoes than rounds have: the caches, which hold the tables, are what shared memory leaves.
_SHOE_THREADS: Final = 384
# Tables up to this size are copied to each multiprocessor; larger ones stay behind the caches.
_SHARED_MAX: Final = 48 * 1024
_INT32_MAX: Final = (1 << 31) - 1
_REBATES: Final = ("", "loss", "coin_in")
# In the order of the kernel.
_ROWS: Final = (
    *("endings", "rounds", "coin_in", "net", "net_squares", "rebates", "drawdown", "ahead"),
    *("left", "drawdowns", "deepest", "most"),
)
# A sum of squares is kept in so many parts of 32 bits.
_LIMBS: Final = 4


@dataclass(frozen=True)
class PlanRun:
    """Sessions of a plan: plain data, which a machine with nothing but NumPy can read."""

    sheet_key: str
    seed: int
    bankroll: int
    limits: tuple[int, int, int]
    rebate: tuple[str, int, int]
    # A row of `settings` for each planned bet.
    bets: tuple[tuple[int, ...], ...]
    # Amounts are counted in classes: so many, of so many leading bits besides the first.
    classes: int
    fine: int
    burn: str = ""
    cutting_card: int = 0

    @cached_property
    def table(self) -> Rounds:
        """The table at which sessions are played."""
        return Rounds(self.sheet_key, self.seed, burn=self.burn, cutting_card=self.cutting_card)

    @cached_property
    def wagers(self) -> Wagers:
        """Its layout."""
        return Wagers(self.table.sheet.rulebook, self.table.sheet.columns)


class Lay(NamedTuple):
    """What is laid in a state, with a bit for each point of the table on which it is."""

    stake: int
    cost: int
    points: int
    after: Up


class Fall(NamedTuple):
    """What an outcome does: to the credit, to what is staked, and what then."""

    credit: int
    staked: int
    after: Up


def _without_point(up: Up) -> Up:
    """Leave out what the kernel keeps for all bets together, and odds that are gone."""
    return up._replace(point=0, odds_amount=_odds(up))


def _odds(up: Up) -> int:
    return up.odds_amount if up.odds >= 0 else 0


def _lay(machine: Machine, up: Up) -> Lay:
    found = Lay(0, 0, 0, up)
    for point in range(len(machine.wagers.points)):
        stake, fee, after = machine.laid(up._replace(point=point))
        if stake:
            found = Lay(stake, stake + fee, found.points | 1 << point, _without_point(after))
    return found


def _fall(machine: Machine, up: Up, outcome: int) -> Fall:
    gain, left = machine.settled(up, outcome)
    after = _without_point(left)
    staked = after.amount + _odds(after) - up.amount - _odds(up)
    return Fall(gain - staked, staked, after)


def _reached(machine: Machine) -> dict[Up, tuple[Lay, list[Fall]]]:
    """Return every state that can be reached, the first being that of a new session."""
    found: dict[Up, tuple[Lay, list[Fall]]] = {}
    ahead = [Up(0)]
    while ahead:
        up = ahead.pop()
        if up not in found:
            lay = _lay(machine, up)
            outcomes = range(machine.wagers.fates.shape[1])
            falls = [_fall(machine, up, outcome) for outcome in outcomes]
            found[up] = lay, falls
            ahead += [lay.after, *(fall.after for fall in falls)]
    return found


def _tables(run: PlanRun) -> tuple[Array, Array, Array]:
    """Return laying, falling and starts of all bets, their states numbered throughout."""
    laying: list[tuple[int, ...]] = []
    falling: list[tuple[int, ...]] = []
    starts: list[int] = []
    for row in run.bets:
        states = _reached(Machine(run.wagers, row))
        starts.append(len(laying))
        number = {up: starts[-1] + place for place, up in enumerate(states)}
        for lay, falls in states.values():
            laying.append((lay.stake, lay.cost, lay.points, number[lay.after]))
            falling += [(fall.credit, fall.staked, number[fall.after]) for fall in falls]
    is_wide = max(abs(n) for row in laying + falling for n in row[:2]) > _INT32_MAX
    return (
        np.array(laying, _struct(("stake", "cost"), ("points", "next"), is_wide=is_wide)),
        np.array(falling, _struct(("credit", "staked"), ("next",), is_wide=is_wide)),
        np.array(starts, np.uint16),
    )


def _struct(cents: tuple[str, ...], others: tuple[str, ...], *, is_wide: bool) -> Any:
    """Return the type of a row as the kernel declares it: a multiple of 16 bytes."""
    formats = ["i8" if is_wide else "i4"] * len(cents) + ["u4"] * len(others)
    size = 32 if is_wide else 16
    return np.dtype({"names": [*cents, *others], "formats": formats, "itemsize": size})


def session_kernel(run: PlanRun) -> Kernel:
    """Return the kernel that plays sessions of a plan."""
    wagers, shoe = run.wagers, run.table.shoe
    laying, falling, starts = _tables(run)
    tables = (laying, falling, wagers.point_after.astype(np.uint8), starts)
    of, basis_points, above = run.rebate
    rounds, loss_at, win_at = run.limits
    constants = {
        "OUTCOMES": run.table.board.outcomes,
        "POINTS": len(wagers.points),
        "BETS": len(run.bets),
        "WIDE": int(laying["stake"].dtype.itemsize > 4),
        "BANKROLL": run.bankroll,
        "ROUND_LIMIT": rounds,
        "LOSS_AT": loss_at,
        "WIN_AT": win_at,
        "REBATE": _REBATES.index(of),
        "BASIS_POINTS": basis_points,
        "ABOVE": above,
        "FINE": run.fine,
    }
    sizes = {"endings": 4, "net_squares": _LIMBS, "left": run.classes, "drawdowns": run.classes}
    rows = {name: sizes.get(name, 1) for name in _ROWS}
    if shoe is None:
        return _even_sessions(run, constants, tables, rows)
    more, dealt_by, thread_bytes = dealing(shoe)
    return Kernel(
        "shoe_sessions",
        ("deal.cuh", "session.cuh", "shoe_sessions.cu"),
        {**constants, **more, "THREADS": _SHOE_THREADS},
        (*dealt_by, *tables),
        rows,
        thread_bytes=thread_bytes,
        goes_on=True,
    )


def _even_sessions(
    run: PlanRun, constants: dict[str, int], tables: tuple[Array, ...], rows: dict[str, int]
) -> Kernel:
    draws, (laying, falling, *_) = run.table.board.draws, tables
    size = laying.nbytes + falling.nbytes
    is_shared = size <= _SHARED_MAX
    constants |= {
        "THREADS": _THREADS,
        "PER_WORD": len(draws.bounds),
        "PRODUCT": draws.product,
        "REJECTED_BELOW": draws.rejected_below,
        "STATES": len(laying),
        "IN_SHARED": int(is_shared),
    }
    files = ("session.cuh", "sessions.cu")
    bytes_ = size * is_shared
    return Kernel("sessions", files, constants, tables, rows, block_bytes=bytes_, goes_on=True)


def session_tally(shards: int, rows: Mapping[str, Array]) -> Tally:
    """Return what sessions came to as `Sessions.play` returns it."""
    squares = sum(int(limb) << 32 * place for place, limb in enumerate(rows["net_squares"]))
    highest = ("deepest", "most")
    added: dict[str, Any] = {name: row for name, row in rows.items() if name not in highest}
    # A plan orders nothing that the rules would refuse.
    added |= {"shards": [shards], "net_squares": [squares], "refused": [0]}
    return Tally.of(added, {name: rows[name] for name in highest})


def plan_of(run: "Sessions") -> PlanRun:
    """Take a run of sessions apart, where it is one that the GPU plays."""
    from openfelt.simulate import sessions
    from openfelt.simulate.plan import settings_of
    from openfelt.simulate.strategy import Declared

    strategy = run.strategy
    if not isinstance(strategy, Declared):
        raise NoGpu("the GPU plays plans (TOML), no strategies in Python; leave --gpu out")
    session = strategy.session
    rebate = session.rebate
    return PlanRun(
        run.sheet_key,
        run.seed,
        session.bankroll_cents,
        (int(session.limits[0]), int(session.limits[1]), int(session.limits[2])),
        (rebate.of, rebate.basis_points, rebate.above_cents) if rebate else ("", 0, 0),
        tuple(tuple(row) for row in settings_of(strategy.plan.bet, run.wagers).tolist()),
        sessions.CLASSES,
        sessions.FINE,
        run.burn,
        run.cutting_card,
    )
