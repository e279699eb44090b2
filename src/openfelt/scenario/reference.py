"""docs/scenarios.md: every verb, key and refusal code, from the code that reads and says them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from openfelt.core.refusal import MONEY_FIGURES, OTHER_FIGURES, Refusal
from openfelt.floor.people.staff import ROLES
from openfelt.floor.people.task import KINDS
from openfelt.floor.play.played import PLAYED
from openfelt.rulebooks import VARIANTS
from openfelt.scenario import show
from openfelt.scenario.meaning import MEANING, WHY_MEANING
from openfelt.scenario.vocabulary import SET_UP, VERBS

PAGE: Final = Path("docs", "scenarios.md")

_HEAD: Final = """# Floor transcripts: every verb, key and refusal code

<!-- Written by `openfelt scenario --write-docs`; a test fails when it is stale. -->

A transcript (`*.floor`) is a story of the floor, one step a line:
`ACTOR  words and key=value…  [-> ok | refused CODE ["CLAUSE"]] [key=value…]`.
After a refusal a key is its second word or one of its figures: `refused CODE why=not_idle idle=2`.
`openfelt scenario FILE…` runs it and names the first line that does not hold; `--accept` writes
what came of it into its expectations.  Money is in dollars, durations are `30s`, `20m`, `24h`,
`2d`; `#` and a space begin a comment; `ticket=#1` after an arrow gives what was produced a name.
The comments at the head name the clauses the story proves.  A line that names no table or terminal
means the only one there is.
"""


def reference() -> str:
    """Return the page."""
    return "\n".join(
        (
            _HEAD,
            "## Set-up\n",
            *_table(("Line", ""), SET_UP),
            f"\nRoles: {_codes(ROLES)}.  Variants: {_codes(VARIANTS)}.\n",
            "## Verbs\n",
            *_table(("Actor", "Verb", ""), VERBS),
            "\n## What `expect` shows\n",
            *_table(("Subject", "Keys"), _subjects()),
            f"\nWhile a round is undecided its phase is one of {_codes(_undecided())};",
            "else `idle`, `settled`, `void` or `closed_table`.",
            "A suspended table shows `suspended`.\n",
            "## Refusal codes\n",
            *_table(("Code", "Means", "Clause, by book"), _refusals()),
            "\n## Second words and figures\n",
            "Where a code serves several guards, `why=` says which.\n",
            *_table(("Code", "`why=`", "Means"), _second_words()),
            f"\nFigures in dollars: {_codes(sorted(MONEY_FIGURES))}.",
            f"Others: {_codes(sorted(OTHER_FIGURES))}.  Several stand with commas between.",
            "",
        )
    )


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterable[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _codes(words: Iterable[str]) -> str:
    return " ".join(f"`{word}`" for word in words)


def _undecided() -> Iterable[str]:
    yield from ("wagering", "closed")
    for way in PLAYED:
        yield from way.PROCEDURE.phases
    yield "result_pending"


def _subjects() -> Iterable[tuple[str, str]]:
    yield "terminal `T1`", _codes(show.TERMINAL_KEYS)
    yield "table `B1`", _codes(show.TABLE_KEYS)
    yield "wager `T1 B1 CODE`", _codes(show.WAGER_KEYS)
    yield "`ticket #1`, `voucher #v1`", _codes(show.WAGER_KEYS)
    yield "`case #d1`", _codes(show.CASE_KEYS)
    yield "`drawer NAME`", _codes(show.DRAWER_KEYS)
    yield "`kiosk ID`", _codes(show.KIOSK_KEYS)
    yield "`dispute N`", _codes(show.DISPUTE_KEYS)
    yield "`task KIND ABOUT`", f"{_codes(show.TASK_KEYS)}; kinds: {_codes(KINDS)}"
    yield "`ledger`", "`balanced`, or any account, with or without its owner: `note_stacker:T1`"


def _refusals() -> Iterable[tuple[str, str, str]]:
    books = [variant.clauses for variant in VARIANTS.values()]
    for code in Refusal:
        clauses = dict.fromkeys(clauses[code] for clauses in books if code in clauses)
        yield f"`{code}`", MEANING[code], "; ".join(clauses)


def _second_words() -> Iterable[tuple[str, str, str]]:
    for code, words in WHY_MEANING.items():
        for why, meaning in words.items():
            yield f"`{code}`", f"`{why}`", meaning
