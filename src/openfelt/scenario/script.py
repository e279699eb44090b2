"""The grammar of a transcript: one line, one step."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from openfelt.core.refusal import Refusal

_TOKEN: Final = re.compile(r'[^\s"=]+="[^"]*"|"[^"]*"|\S+')
# No actor's name begins with `#`, so a line that does is a comment however it goes on.
_COMMENT: Final = re.compile(r"""("[^"]*")|^\s*#.*$|(?<=\s)#(?:\s.*)?$""")
_ARROW: Final = re.compile(r"""("[^"]*")|->""")
_PAIR: Final = re.compile(r'([^\s="]+)=(.*)', re.DOTALL)
_DURATION: Final = re.compile(r"\+?(\d+)(s|m|h|d)")
_MONEY: Final = re.compile(r"(-?)(\d+)(?:\.(\d\d))?")
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class NotUnderstood(ValueError):
    """A line that does not read as a transcript."""


class BadLine(NotUnderstood):
    """A line that is not even a step: where it stands, what it says, and the head above it."""

    def __init__(self, number: int, text: str, why: str) -> None:
        super().__init__(f"line {number}: {why}")
        self.number = number
        self.text = text
        self.why = why
        self.clauses: tuple[str, ...] = ()


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


def count(text: str) -> int:
    """Read a whole number."""
    if not re.fullmatch(r"\d{1,18}", text, re.ASCII):
        raise NotUnderstood(f"{text!r} is no whole number")
    return int(text)


def halves(text: str) -> tuple[str, str | None]:
    """Part a line at its arrow, which quotes may hold; None where it has none."""
    arrow = next((match for match in _ARROW.finditer(text) if match[1] is None), None)
    return (text, None) if arrow is None else (text[: arrow.start()], text[arrow.end() :])


def _split(tokens: list[str]) -> tuple[list[str], dict[str, str]]:
    """Part words from pairs; a key that is said twice holds both values, as a list does."""
    words: list[str] = []
    pairs: dict[str, str] = {}
    for token in tokens:
        match = _PAIR.fullmatch(token)
        if match:
            key, value = match[1], match[2].strip('"')
            pairs[key] = f"{pairs[key]},{value}" if key in pairs else value
        else:
            words.append(token)
    return words, pairs


def step(number: int, line: str) -> Step:
    """Read one line that is neither empty nor a comment."""
    text = without_comment(line).strip()
    try:
        return _step(number, text)
    except NotUnderstood as error:
        raise BadLine(number, text, str(error)) from None


def _step(number: int, text: str) -> Step:
    if text.count('"') % 2:
        raise NotUnderstood("a quote is not closed")
    asked, answer = halves(text)
    words, options = _split(_TOKEN.findall(asked))
    if not words:
        raise NotUnderstood("a line begins with who acts: ACTOR words key=value")
    if words[0] == "expect" and (answer is not None or not _expects(words, options)):
        raise NotUnderstood("expect SUBJECT [not] key=value…, or expect ledger balanced")
    refusal, clause, keys = _answer("ok" if answer is None else answer)
    return Step(number, text, words[0], tuple(words[1:]), options, refusal, clause, keys)


def _expects(words: list[str], options: dict[str, str]) -> bool:
    """Say whether there is anything that an expectation expects."""
    return bool(options) or words[1:] in (["ledger", "balanced"], ["ledger", "not", "balanced"])


def _answer(said: str) -> tuple[str | None, str | None, dict[str, str]]:
    """Read what stands after the arrow: a refusal's code, its clause, and the keys."""
    words, keys = _split(_TOKEN.findall(said))
    match words:
        case ["ok"]:
            return None, None, keys
        case [] if keys:  # What must be so then can only be so when the step is ok.
            return None, None, keys
        case ["refused", code] if code in Refusal.__members__:
            return code, None, keys
        case ["refused", code, quoted] if code in Refusal.__members__ and quoted[0] == '"':
            return code, quoted.strip('"'), keys
        case ["refused", code, *_] if code not in Refusal.__members__:
            raise NotUnderstood(f"there is no refusal code {code}")
        case _:
            raise NotUnderstood('after -> stands ok or refused CODE ["CLAUSE"], then key=value…')


def _text(path: Path) -> str:
    """Read a file; an editor may have put a byte order mark first."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadLine(1, "", "this file is no UTF-8 text") from None


def read(path: Path) -> Script:
    """Read a transcript."""
    clauses: list[str] = []
    steps: list[Step] = []
    for number, line in enumerate(_text(path).splitlines(), 1):
        if line.startswith("# ") and not steps:
            clause = re.match(r"# ((?:LT|PB|AC|SB|MT) \S.*?)(?:  |$)", line)
            clauses.extend(clause[1].split("; ") if clause else ())
        if without_comment(line).strip():
            try:
                steps.append(step(number, line))
            except BadLine as bad:
                bad.clauses = tuple(clauses)
                raise
    return Script(tuple(clauses), tuple(steps))
