"""Shards that the processor played, kept in a file for a machine that has a GPU."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any, Final

from openfelt.simulate.gpu.plans import PlanRun, plan_of
from openfelt.simulate.gpu.play import Table
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.tally import Tally

FORMAT: Final = 1

_SEEDS: Final = (1, 0xDEAD_BEEF_0123_4567)
# More shards than a block has threads, and shards whose number has more than 32 bits.
_PARTS: Final = ((0, 1), (0, 600), ((1 << 40) - 3, (1 << 40) + 3))
_ROUNDS: Final = (
    *("LT/8", "LT_EM/8", "MT_A/8", "MT_B/8", "PB/3", "PB/4", "PB/6", "PB_TIE_04/8"),
    *("AC", "SB", "MT_SICBO", "MT_ROULETTE"),
)

_LINE_AND_ODDS: Final = """
[session]
bankroll_cents = 100_000
rounds = 500
stop_loss_cents = 60_000
stop_win_cents = 60_000

[[bet]]
bet = "pass_line"
cents = 1_000
odds = 2
"""
_MANY: Final = """
[session]
bankroll_cents = 50_007
hours = 3
rounds_an_hour = 100
stop_loss_cents = 40_000
rebate = { of = "loss", basis_points = 1_234, above_cents = 1_000 }

[[bet]]
bet = "dont_pass"
cents = 505
odds = 2

[[bet]]
bet = "come"
cents = 703
odds = 1
levels = [1, 2, 4, 8]
on_loss = "next"
on_win = "first"

[[bet]]
bet = "buy:4"
cents = 1_033

[[bet]]
bet = "place:6"
cents = 601
when = "on"

[[bet]]
bet = "hard:8"
cents = 100
levels = [1, 3, 5]
on_win = "back"
on_loss = "next"

[[bet]]
bet = "field"
cents = 250
when = "off"
"""
# Amounts and squares beyond 32 and 64 bits.
_HIGH: Final = """
[session]
bankroll_cents = 1_000_000_000
rounds = 300
rebate = { of = "coin_in", basis_points = 12 }

[[bet]]
bet = "red"
cents = 1_000_000
levels = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 999]
on_loss = "next"
on_win = "first"

[[bet]]
bet = "straight:17"
cents = 100_000_000
"""
_COUPS: Final = """
[session]
bankroll_cents = 40_000
rounds = 250
stop_win_cents = 30_000

[[bet]]
bet = "banker"
cents = 1_025
levels = [1, 3, 2, 6]
on_win = "next"
on_loss = "first"

[[bet]]
bet = "tie"
cents = 100
"""
_PLANS: Final = (
    *(("AC", _LINE_AND_ODDS), ("AC", _MANY), ("MT_ROULETTE", _HIGH)),
    *(("LT/8", _COUPS), ("PB/3", _COUPS)),
)


def runs() -> Iterator[Rounds]:
    """Yield rounds to be played: every kind of shoe, every even game, followed and counted."""
    for seed, key in product(_SEEDS, _ROUNDS):
        run = Rounds(key, seed)
        yield run
        if run.shoe is None:
            yield Rounds(key, seed, counted=True)
    yield Rounds("PB/8", 5, burn="face_value", cutting_card=33)
    yield Rounds("AC", 5, sample=Rounds("AC", 5).board.bets[:9])


def write(file: Path) -> int:
    """Play rounds and sessions on the processor, write what they came to, return how many."""
    from openfelt.simulate.sessions import Sessions

    pairs: list[tuple[Any, Any]] = [(run, run) for run in runs()]
    for seed, (key, text) in product(_SEEDS, _PLANS):
        sessions = Sessions(key, seed, text, "declared")
        pairs.append((plan_of(sessions), sessions))
    held = [
        {
            "kind": "sessions" if isinstance(run, PlanRun) else "rounds",
            "run": asdict(run),
            "first": first,
            "end": end,
            "tally": asdict(played_by.play(first, end)),
        }
        for run, played_by in pairs
        for first, end in _PARTS
    ]
    file.write_text(json.dumps({"format": FORMAT, "runs": held}))
    return len(held)


def read(file: Path) -> list[tuple[Rounds | PlanRun, int, int, Tally]]:
    """Return each run of a file with the shards played and what they came to."""
    try:
        held = json.loads(file.read_text())
        if held["format"] != FORMAT:
            raise ValueError(f"{file} is of another version; write it anew")
        return [
            (_run(one["kind"], one["run"]), one["first"], one["end"], Tally(**one["tally"]))
            for one in held["runs"]
        ]
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{file} holds no shards; write it anew") from error


def _run(kind: str, fields: dict[str, Any]) -> Rounds | PlanRun:
    """Build a run from JSON, whose lists were tuples."""
    tuples = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
    if kind == "rounds":
        return Rounds(**{**fields, **tuples})
    bets = tuple(tuple(row) for row in fields["bets"])
    return PlanRun(**{**fields, **tuples, "bets": bets})


def differences(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Play the same shards on the GPU; yield each run and the rows that differ."""
    tables: dict[Rounds | PlanRun, Table] = {}
    for run, first, end, tally in read(file):
        if run not in tables:
            tables[run] = Table(run)
        found = unlike(tally, tables[run].play(first, end))
        yield f"{run.sheet_key}, seed {run.seed}, shards {first} to {end - 1}", found


def unlike(one: Tally, other: Tally) -> list[str]:
    """Return the names of the rows in which two tallies differ."""
    mine, its = one.added | one.highest, other.added | other.highest
    return sorted(name for name in {*mine, *its} if mine.get(name) != its.get(name))
