"""The judgement of programs made by others, where the system has them: dieharder, PractRand.

They read the raw bits the devices draw from.  Their own verdict is shown as it
is and stays out of our family: how exact their probabilities are is theirs to say.
"""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread, Timer
from typing import IO, Final

from openfelt.core.draw import ByteSource

_CHUNK: Final = 1 << 16
_SECONDS_MAX: Final = 300
# Birthday spacings, ones in the stream, runs, single bits: those that end within seconds.
_DIEHARDER_TESTS: Final = ("0", "8", "15", "100")
_DIEHARDER_LINE: Final = re.compile(r"^\s*(\w+)\|[^|]*\|[^|]*\|[^|]*\|\s*([\d.]+)\|\s*(\w+)\s*$")
_PRACTRAND: Final = ("RNG_test", "practrand-RNG_test")
_PRACTRAND_OPTIONS: Final = ("stdin8", "-tlmin", "64MB", "-tlmax", "64MB")


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a program says; `holds` is None when it has not judged."""

    program: str
    says: str
    holds: bool | None


def opinions(
    source: ByteSource, which: Callable[[str], str | None] = shutil.which
) -> Iterator[Opinion]:
    """Ask every such program that is installed; say of the others that they are not."""
    dieharder = which("dieharder")
    if dieharder is None:
        yield Opinion("dieharder", "not installed", None)
    else:
        texts = [_told([dieharder, "-g", "200", "-d", test], source) for test in _DIEHARDER_TESTS]
        yield read_dieharder("" if "" in texts else "".join(texts))
    practrand = next(filter(None, map(which, _PRACTRAND)), None)
    if practrand is None:
        yield Opinion("PractRand", "not installed", None)
    else:
        yield read_practrand(_told([practrand, *_PRACTRAND_OPTIONS], source))


def _told(command: Sequence[str], source: ByteSource) -> str:
    """Return what a program prints while it is fed, nothing if it does not come to an end."""
    try:
        program = subprocess.Popen(  # noqa: S603 - a full path from the system's list, no shell
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    except OSError:
        return ""
    assert program.stdin is not None
    assert program.stdout is not None
    limit = Timer(_SECONDS_MAX, program.kill)
    feeder = Thread(target=_feed, args=(program.stdin, source))
    limit.start()
    feeder.start()
    try:
        printed = program.stdout.read()
    finally:
        limit.cancel()
        program.kill()  # It has ended, unless somebody ended us.
        feeder.join()
        program.stdout.close()
    return printed.decode(errors="replace") if program.wait() == 0 else ""


def _feed(pipe: IO[bytes], source: ByteSource) -> None:
    """Write until the program wants no more."""
    with suppress(BrokenPipeError), pipe:
        while True:
            pipe.write(source(_CHUNK))


def read_dieharder(printed: str) -> Opinion:
    """Read its table: every line ends in PASSED, WEAK or FAILED."""
    found = [m.groups() for m in map(_DIEHARDER_LINE.match, printed.splitlines()) if m]
    if not found:
        return Opinion("dieharder", "gave no judgement", None)
    said = ", ".join(f"{name} {p} {verdict}" for name, p, verdict in found)
    return Opinion("dieharder", said, all(verdict != "FAILED" for _, _, verdict in found))


def read_practrand(printed: str) -> Opinion:
    """Read its only block: anomalies one a line, the worst marked FAIL, then how many had none."""
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    failed = [line for line in lines if re.search(r"\bFAIL\b", line)]
    if failed:
        return Opinion("PractRand", f"{len(failed)} results FAIL, first {failed[0]}", holds=False)
    judged = [line for line in lines if re.search(r"\d+ test result", line)]
    if not judged:
        return Opinion("PractRand", "gave no judgement", None)
    return Opinion("PractRand", judged[-1], holds=True)
