"""`openfelt settle`: answer a file of cases line by line."""

import gc
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

import click
import msgspec

from openfelt.cli.case import answer
from openfelt.cli.case_form import Json

_DECODE: Final = msgspec.json.Decoder().decode
_ENCODE: Final = msgspec.json.Encoder().encode
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
REASON_MAX: Final = 300

Settler = Callable[[object], Json]


def settle_line(line: bytes, settler: Settler = answer) -> tuple[bytes, bool]:
    """Answer one line of input; the flag says whether it could be settled."""
    try:
        case = _DECODE(line)
    except (ValueError, RecursionError) as error:
        reason = f"not JSON: {error}" if line.strip() else "an empty line"
        return _ENCODE({"id": None, "error": reason}), False
    try:
        reply = settler(case)
        return _ENCODE(reply), "refused" not in reply
    except ValueError as error:
        name = case.get("id") if isinstance(case, dict) else None
        return _ENCODE({"id": name, "error": _short(str(error))}), False


def _short(reason: str) -> str:
    """Keep a reason readable when the input it quotes is not."""
    return reason if len(reason) <= REASON_MAX else f"{reason[:REASON_MAX]}…"


def _answers(files: tuple[BinaryIO, ...], settler: Settler) -> Iterator[tuple[bytes, bool]]:
    for file in files:
        for line in file:
            yield settle_line(line.removeprefix(_BYTE_ORDER_MARK), settler)


def _settler(*, through_floor: bool) -> Settler:
    if not through_floor:
        return answer
    from openfelt.cli.case_floor import play  # The whole floor: only when it is wanted.

    return play


@click.command(epilog="The format and the bet codes are in docs/settle.md.")
@click.argument("files", nargs=-1, required=True, type=click.File("rb"), metavar="FILE…|-")
@click.option("--through-floor", is_flag=True, help="Play each case on a floor in memory.")
def command(files: tuple[BinaryIO, ...], *, through_floor: bool) -> None:
    """Settle wagers on given outcomes.

    Reads JSON Lines and writes one answer a line, in order.  A line that
    cannot be settled is answered with its error, the others are settled all
    the same, and the exit status is 1.

    With --through-floor the wagers are laid at terminals, the cards drawn or the
    dice shot, and what the floor credits is written in the same form; a case
    that it refuses is answered with the code of the refusal.
    """
    gc.disable()  # Cases hold no cycles: reference counts free them, the collector only costs.
    settled = failed = 0
    out, watched = sys.stdout.buffer, through_floor or sys.stdout.isatty()
    for text, ok in _answers(files, _settler(through_floor=through_floor)):
        out.write(text + b"\n")
        if watched:  # Somebody waits for each answer.
            out.flush()
        settled += ok
        failed += not ok
    if failed:
        click.echo(f"{failed} of {settled + failed} lines could not be settled", err=True)
        sys.exit(1)
