"""`openfelt settle`: answer a file of cases line by line."""

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final, NoReturn

import click

from openfelt.cli.case import answer


def _no_such_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number in JSON")


_DECODE: Final = json.JSONDecoder(parse_constant=_no_such_number).decode
_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def settle_line(line: bytes) -> tuple[str, bool]:
    """Answer one line of input; the flag says whether it could be settled."""
    case: object = None
    try:
        case = _DECODE(line.decode())
        return _ENCODE(answer(case)), True
    except (ValueError, RecursionError) as error:
        name = case.get("id") if isinstance(case, dict) else None
        reason = str(error) if case is not None else f"not a JSON case: {error}"
        return _ENCODE({"id": name, "error": reason}), False


def _answers(files: tuple[BinaryIO, ...]) -> Iterator[tuple[str, bool]]:
    for file in files:
        for line in file:
            yield settle_line(line)


@click.command(epilog="The format and the bet codes are in docs/settle.md.")
@click.argument("files", nargs=-1, required=True, type=click.File("rb"), metavar="FILE…|-")
def command(files: tuple[BinaryIO, ...]) -> None:
    """Settle wagers on given outcomes.

    Reads JSON Lines and writes one answer a line, in order.  A line that
    cannot be settled is answered with its error, the others are settled all
    the same, and the exit status is 1.
    """
    settled = failed = 0
    write = sys.stdout.write
    for text, ok in _answers(files):
        write(text)
        write("\n")
        settled += ok
        failed += not ok
    if failed:
        click.echo(f"{failed} of {settled + failed} lines could not be settled", err=True)
        sys.exit(1)
