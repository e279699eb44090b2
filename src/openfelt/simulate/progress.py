"""Which shards were played and what they came to: the state of a run, and its file.

A shard is counted once: only a part that is not done can be taken in.  The file
is replaced whole, so a run that is killed goes on from the last one written.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from openfelt.simulate.tally import Tally, merged

FORMAT: Final = 1


class CannotResume(ValueError):
    """A file that does not belong to this run, or no such file at all."""


class _File(msgspec.Struct):
    format: int
    identity: dict[str, Any]
    done: list[tuple[int, int]]
    stages: dict[int, Tally]


def stage_of(shard: int, batch: int) -> int:
    """Return the stage of a run to which a shard belongs: four for each doubling of the rounds.

    It depends on the shard alone, so the curve of a run that is interrupted or
    prolonged is the same.
    """
    number = shard // batch + 1
    octave = number.bit_length() - 1
    return 4 * octave + ((number << 2 >> octave) & 3)


class Progress:
    """The shards of a run that are done, and their tallies by stage."""

    def __init__(self, identity: Mapping[str, Any], batch: int) -> None:
        self.identity = dict(identity)
        self.batch = batch
        self.done: list[tuple[int, int]] = []
        self.stages: dict[int, Tally] = {}

    @property
    def shards(self) -> int:
        """How many shards are done."""
        return sum(end - first for first, end in self.done)

    @property
    def total(self) -> Tally:
        """What all shards done came to."""
        return merged(self.stages.values())

    def left(self, shards: int) -> Iterator[tuple[int, int]]:
        """Yield what of the first `shards` is to be done, in parts of a batch at the most."""
        first = 0
        for done_first, done_end in [*self.done, (shards, shards)]:
            yield from self._parts(first, min(done_first, shards))
            first = max(first, done_end)

    def _parts(self, first: int, end: int) -> Iterator[tuple[int, int]]:
        while first < end:
            border = min(end, (first // self.batch + 1) * self.batch)
            yield first, border
            first = border

    def take(self, first: int, end: int, tally: Tally) -> None:
        """Count a part that was played."""
        assert first < end
        assert all(end <= f or e <= first for f, e in self.done), "a shard would count twice"
        self.stages.setdefault(stage_of(first, self.batch), Tally()).merge(tally)
        joined: list[tuple[int, int]] = []
        for part in sorted([*self.done, (first, end)]):
            if joined and joined[-1][1] == part[0]:
                joined[-1] = (joined[-1][0], part[1])
            else:
                joined.append(part)
        self.done = joined

    def save(self, path: Path) -> None:
        """Put the file in its place whole and on disk."""
        beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        data = msgspec.json.encode(_File(FORMAT, self.identity, self.done, self.stages))
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)

    @classmethod
    def load(cls, path: Path, identity: Mapping[str, Any], batch: int) -> "Progress":
        """Read a file that belongs to this very run, or say why it does not."""
        try:
            found = msgspec.json.decode(path.read_bytes(), type=_File)
        except OSError as error:
            raise CannotResume(f"cannot read {path}: {error.strerror}") from error
        except msgspec.DecodeError as error:
            raise CannotResume(f"{path} is no file of a simulation: {error}") from error
        if found.format != FORMAT:
            raise CannotResume(f"{path} was written by another version of OpenFelt")
        for key in sorted({*found.identity, *identity}):
            was, now = found.identity.get(key), identity.get(key)
            if was != now:
                raise CannotResume(
                    f"{path} is of another run: its {key} is {was!r}, not {now!r}; "
                    "name another file, or give the options it was begun with"
                )
        progress = cls(identity, batch)
        progress.done, progress.stages = found.done, found.stages
        return progress
