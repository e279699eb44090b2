"""Shards that the processor played, kept in a file for a machine that has a GPU."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any, Final

from openfelt.simulate.gpu.play import Table
from openfelt.simulate.rounds import Rounds
from openfelt.simulate.tally import Tally

FORMAT: Final = 1

_SEEDS: Final = (1, 0xDEAD_BEEF_0123_4567)
# More shards than a block has threads, and shards whose number has more than 32 bits.
_PARTS: Final = ((0, 1), (0, 600), ((1 << 40) - 3, (1 << 40) + 3))
_RUNS: Final = (
    *("LT/8", "LT_EM/8", "MT_A/8", "MT_B/8", "PB/3", "PB/4", "PB/6", "PB_TIE_04/8"),
    *("AC", "SB", "MT_SICBO", "MT_ROULETTE"),
)


def runs() -> Iterator[Rounds]:
    """Yield what is played: every kind of shoe, every even game, followed and counted."""
    for seed, key in product(_SEEDS, _RUNS):
        run = Rounds(key, seed)
        yield run
        if run.shoe is None:
            yield Rounds(key, seed, counted=True)
    yield Rounds("PB/8", 5, burn="face_value", cutting_card=33)
    yield Rounds("AC", 5, sample=Rounds("AC", 5).board.bets[:9])


def write(file: Path) -> int:
    """Play them on the processor, write what they came to, and return how many."""
    held = [
        {"run": asdict(run), "first": first, "end": end, "tally": asdict(run.play(first, end))}
        for run in runs()
        for first, end in _PARTS
    ]
    file.write_text(json.dumps({"format": FORMAT, "runs": held}))
    return len(held)


def _read(file: Path) -> list[dict[str, Any]]:
    held = json.loads(file.read_text())
    if not isinstance(held, dict) or held.get("format") != FORMAT:
        raise ValueError(f"{file} holds no shards of this version; write it anew")
    found: list[dict[str, Any]] = held["runs"]
    return found


def differences(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Play the same shards on the GPU; yield each run and the rows that differ."""
    tables: dict[Rounds, Table] = {}
    for held in _read(file):
        run = Rounds(**(held["run"] | {"sample": tuple(held["run"]["sample"])}))
        first, end = held["first"], held["end"]
        if run not in tables:
            tables[run] = Table(run)
        yield (
            f"{run} shards {first} to {end - 1}",
            unlike(Tally(**held["tally"]), tables[run].play(first, end)),
        )


def unlike(one: Tally, other: Tally) -> list[str]:
    """Return the names of the rows in which two tallies differ."""
    mine, its = one.added | one.highest, other.added | other.highest
    return sorted(name for name in {*mine, *its} if mine.get(name) != its.get(name))
