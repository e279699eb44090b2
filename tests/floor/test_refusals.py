"""Every no of the floor says which no it is: its words and figures are closed lists."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, get_args

import pytest

from openfelt.core.refusal import MONEY_FIGURES, OTHER_FIGURES, Refusal, Why
from openfelt.floor.state import Table
from openfelt.scenario.meaning import WHY_MEANING

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "openfelt"
TEXT: Final = ROOT / "web" / "src" / "text"
# Made where a command is decided; what the engine says of numbers is no answer of the floor.
REFUSING: Final = (
    *sorted((SOURCE / "floor").rglob("*.py")),
    SOURCE / "server/feed/desk.py",
    SOURCE / "server/feed/marks.py",
)
SUSPENDED: Final = tuple(why for why in get_args(Table.__annotations__["suspended"]) if why)
PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


WHEN: Final = {
    "en": re.compile(r"\b(after|until|when|first|before|wait|yet)\b"),
    "zh": re.compile("[后先前时尚候未]"),
    "zh-Hant": re.compile("[後先前時尚候未]"),
}
# After PHASE_DOES_NOT_ALLOW: what is asked for is not there, or not so, and waiting does not help.
AT_NO_TIME: Final = (
    "already_begun",
    "already_demanded",
    "already_open",
    "already_reported",
    "can_print",
    "case_closed",
    "dealer_enters",
    "due_to_player",
    "kiosk_closed",
    "no_confirm_step",
    "no_objection",
    "no_procedure",
    "no_shoe_here",
    "no_such_dispute",
    "review_asked",
    "no_such_act",
    "no_such_breach",
    "no_such_case",
    "no_such_cassette",
    "no_such_drop",
    "no_such_ground",
    "no_such_round",
    "no_such_setting",
    "no_such_table",
    "no_such_task",
    "not_demanded",
    "not_demo",
    "not_left",
    "not_here",
    "not_ordered",
    "not_played_so",
    "not_prepared_so",
    "not_to_come",
    "nothing_forfeited",
    "only_fraud_reaches_back",
    "others_free",
    "ours",
    "result_is_read",
    "same_dice",
    "stands_so",
    "virtual_shoe",
)


class Made(NamedTuple):
    """A refusal as it stands in the source; `words` are those it may say, none without a `why`."""

    where: str
    code: str
    words: tuple[str, ...]
    figures: tuple[str, ...]


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    for path in REFUSING:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                yield f"{path.relative_to(SOURCE)}:{node.lineno}", node


def words_in(why: ast.expr) -> tuple[str, ...]:
    """Return the words an argument may be: said there, or what the table says of itself."""
    if isinstance(why, ast.Attribute) and why.attr == "suspended":
        return SUSPENDED
    return tuple(
        str(node.value)
        for node in ast.walk(why)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def made() -> list[Made]:
    return [
        Made(
            where,
            ast.unparse(call.args[0]).removeprefix("Refusal."),
            words_in(call.args[1]) if len(call.args) > 1 else (),
            tuple(keyword.arg for keyword in call.keywords if keyword.arg),
        )
        for where, call in calls("refuse")
    ]


def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((TEXT / f"{language}.json").read_text(encoding="utf-8"))
    return {key: text for key, text in found.items() if key.startswith("refusal.")}


def test_a_refusal_is_made_in_one_way_and_names_its_code() -> None:
    assert len(made()) > 150
    otherwise = [where for where, _ in calls("Refused") if not where.startswith("floor/base.py")]
    assert otherwise == [], "say refuse(Refusal.CODE, why, figure=…)"
    assert [one.where for one in made() if one.code not in Refusal.__members__] == []


def test_a_code_that_serves_many_guards_always_says_why() -> None:
    silent = [
        one.where
        for one in made()
        if not one.words and one.code in ("PHASE_DOES_NOT_ALLOW", "CASH_OUT_NOT_ALLOWED")
    ]
    assert silent == []


def test_every_second_word_is_explained_and_none_is_left_over() -> None:
    said = {(one.code, word) for one in made() for word in one.words}
    explained = {(code.value, word) for code, words in WHY_MEANING.items() for word in words}
    assert said == explained
    assert {word for _, word in said} == set(get_args(Why))
    assert [word for _, word in said if not re.fullmatch("[a-z]+(_[a-z]+)*", word)] == []


@pytest.mark.parametrize("language", WHEN)
def test_every_second_word_has_a_text_that_its_figures_fill(language: str) -> None:
    known = texts(language)
    for one in made():
        for word in one.words:
            text = known.get(f"refusal.{one.code}.{word}")
            assert text, f"{one.where}: refusal.{one.code}.{word} has no text"
            assert set(PLACEHOLDER.findall(text)) <= set(one.figures), one.where


@pytest.mark.parametrize("language", WHEN)
def test_what_may_not_be_done_now_says_when_it_may(language: str) -> None:
    known, when = texts(language), WHEN[language]
    later = {f"PHASE_DOES_NOT_ALLOW.{word}" for word in WHY_MEANING[Refusal.PHASE_DOES_NOT_ALLOW]}
    later -= {f"PHASE_DOES_NOT_ALLOW.{word}" for word in AT_NO_TIME}
    later |= {f"TABLE_IS_SUSPENDED.{why}" for why in SUSPENDED}
    later |= {"PHASE_DOES_NOT_ALLOW", "TABLE_IS_SUSPENDED", "WAGERING_IS_CLOSED"}
    assert [word for word in sorted(later) if not when.search(known[f"refusal.{word}"])] == []


@pytest.mark.parametrize("language", WHEN)
def test_no_text_speaks_of_a_word_or_a_figure_that_nobody_sends(language: str) -> None:
    words = {f"refusal.{one.code}.{word}" for one in made() for word in one.words}
    sent = {key: text for key, text in texts(language).items() if not key.endswith(".timed")}
    assert {key for key in sent if key.count(".") == 2 and ".figures" not in key} == words
    named = {name for text in sent.values() for name in PLACEHOLDER.findall(text)}
    assert named <= MONEY_FIGURES | OTHER_FIGURES


@pytest.mark.parametrize("language", WHEN)
def test_a_text_with_seconds_stands_beside_the_same_without(language: str) -> None:
    """The page knows them by the table's timer, where one runs."""
    known = texts(language)
    timed = {key: text for key, text in known.items() if key.endswith(".timed")}
    assert timed
    for key, text in timed.items():
        assert key.removesuffix(".timed") in known
        assert PLACEHOLDER.findall(text) in (["closes_in"], ["opens_in"])


def test_figures_are_a_closed_list_and_a_limit_always_names_its_own() -> None:
    sent = {name for one in made() for name in one.figures}
    assert sent | {"roles", "may"} == MONEY_FIGURES | OTHER_FIGURES
    limits = {
        "ABOVE_MAXIMUM": "maximum",
        "ABOVE_AGGREGATE": "aggregate",
        "ABOVE_DIFFERENTIAL": "differential",
        "ROUND_IS_FINAL": "round",
        "ROUND_HAS_PASSED": "round",
        "NOTE_NOT_ACCEPTED": "notes",
        "NOT_THE_SHOOTER": "shooter",
    }
    bare = [one.where for one in made() if limits.get(one.code, "") not in ("", *one.figures)]
    assert bare == []


def test_the_stations_show_the_same_figures_as_money() -> None:
    source = (TEXT / "refusal.ts").read_text(encoding="utf-8")
    listed = re.search(r"const MONEY[^=]*= new Set\(\[(.*?)\]\)", source)
    assert listed is not None
    assert set(re.findall(r'"(\w+)"', listed[1])) == MONEY_FIGURES
