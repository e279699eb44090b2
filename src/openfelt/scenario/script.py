"""The grammar of a transcript: one line, one step."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_TOKEN: Final = re.compile(r'[^\s"=]+="[^"]*"|"[^"]*"|\S+')
_COMMENT: Final = re.compile(r"""("[^"]*")|(?:^|(?<=\s))#(?:\s.*)?$""")
_PAIR: Final = re.compile(r"([a-z_:A-Z0-9]+)=(.*)", re.DOTALL)
_DURATION: Final = re.compile(r"\+?(\d+)(s|m|h|d)")
_MONEY: Final = re.compile(r"(-?)(\d+)(?:\.(\d\d))?")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class NotUnderstood(ValueError):
    """A line that does not read as a transcript."""


@dataclass(frozen=True, slots=True)
class Step:
    """A line: who, which words, which options, and what must come of it.

    Without an arrow it must be ok.
    """

    number: int
    text: str
    actor: str
    words: tuple[str, ...]
    options: dict[str, str]
    refusal: str | None = None
    clause: str | None = None
    keys: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Script:
    """A whole transcript and the clauses its head comment names."""

    clauses: tuple[str, ...]
    steps: tuple[Step, ...]


def cents(text: str) -> int:
    """Read dollars, `50` or `50.00`."""
    match = _MONEY.fullmatch(text)
    if not match:
        raise NotUnderstood(f"{text!r} is no amount: 50 or 50.00")
    amount = int(match[2]) * 100 + int(match[3] or 0)
    return -amount if match[1] else amount


def dollars(amount: int) -> str:
    """Write cents as dollars with two decimals."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02}"


def microseconds(text: str) -> int:
    """Read a duration, `30s`, `20m`, `24h` or `2d`."""
    match = _DURATION.fullmatch(text)
    if not match:
        raise NotUnderstood(f"{text!r} is no duration: 30s, 20m, 24h, 2d")
    return int(match[1]) * _SECONDS[match[2]] * 1_000_000


def without_comment(line: str) -> str:
    """Cut off what stands after `# `, which quotes may hold."""
    return _COMMENT.sub(lambda match: match[1] or "", line).rstrip()


def _split(tokens: list[str]) -> tuple[list[str], dict[str, str]]:
    words, pairs = [], {}
    for token in tokens:
        match = _PAIR.fullmatch(token)
        if match:
            pairs[match[1]] = match[2].strip('"')
        else:
            words.append(token)
    return words, pairs


def step(number: int, line: str) -> Step:
    """Read one line that is neither empty nor a comment."""
    text = without_comment(line).strip()
    asked, arrow, answer = text.partition("->")
    words, options = _split(_TOKEN.findall(asked))
    if not words:
        raise NotUnderstood(f"line {number}: no actor")
    refusal, clause = None, None
    keys: dict[str, str] = {}
    if arrow:
        said, keys = _split(_TOKEN.findall(answer))
        match said:
            case ["ok"]:
                pass
            case ["refused", code]:
                refusal = code
            case ["refused", code, quoted] if quoted.startswith('"'):
                refusal, clause = code, quoted.strip('"')
            case _:
                raise NotUnderstood(f"line {number}: after -> stands ok or refused CODE")
    return Step(number, text, words[0], tuple(words[1:]), options, refusal, clause, keys)


def read(path: Path) -> Script:
    """Read a transcript."""
    clauses: list[str] = []
    steps: list[Step] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# ") and not steps:
            clause = re.match(r"# ((?:LT|PB|AC|SB|MT) \S.*?)(?:  |$)", line)
            clauses.extend(clause[1].split("; ") if clause else ())
        if without_comment(line).strip():
            steps.append(step(number, line))
    return Script(tuple(clauses), tuple(steps))
