"""`openfelt settle`: answer a file of cases line by line."""

import gc
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

import click
import msgspec

from openfelt.cli.case import answer

_DECODE: Final = msgspec.json.Decoder().decode
_ENCODE: Final = msgspec.json.Encoder().encode
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
REASON_MAX: Final = 300


def settle_line(line: bytes) -> tuple[bytes, bool]:
    """Answer one line of input; the flag says whether it could be settled."""
    try:
        case = _DECODE(line)
    except (ValueError, RecursionError) as error:
        reason = f"not JSON: {error}" if line.strip() else "an empty line"
        return _ENCODE({"id": None, "error": reason}), False
    try:
        return _ENCODE(answer(case)), True
    except ValueError as error:
        name = case.get("id") if isinstance(case, dict) else None
        return _ENCODE({"id": name, "error": _short(str(error))}), False


def _short(reason: str) -> str:
    """Keep a reason readable when the input it quotes is not."""
    return reason if len(reason) <= REASON_MAX else f"{reason[:REASON_MAX]}…"


def _answers(files: tuple[BinaryIO, ...]) -> Iterator[tuple[bytes, bool]]:
    for file in files:
        for line in file:
            yield settle_line(line.removeprefix(_BYTE_ORDER_MARK))


@click.command(epilog="The format and the bet codes are in docs/settle.md.")
@click.argument("files", nargs=-1, required=True, type=click.File("rb"), metavar="FILE…|-")
def command(files: tuple[BinaryIO, ...]) -> None:
    """Settle wagers on given outcomes.

    Reads JSON Lines and writes one answer a line, in order.  A line that
    cannot be settled is answered with its error, the others are settled all
    the same, and the exit status is 1.
    """
    gc.disable()  # Cases hold no cycles: reference counts free them, the collector only costs.
    settled = failed = 0
    out, watched = sys.stdout.buffer, sys.stdout.isatty()
    for text, ok in _answers(files):
        out.write(text + b"\n")
        if watched:  # Somebody types cases and waits for the answer.
            out.flush()
        settled += ok
        failed += not ok
    if failed:
        click.echo(f"{failed} of {settled + failed} lines could not be settled", err=True)
        sys.exit(1)
