"""A case played on the floor is answered with the very line that settling it gives."""

import json
import subprocess
import sys
from os import environ
from pathlib import Path
from select import select
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from random_cases import random_cases
from test_settle_bad_input import ANYTHING, CASE, COUP, REFUSED, ROLL, SPIN

from openfelt.cli import case_floor
from openfelt.cli.case_floor import play
from openfelt.cli.settle import command, settle_line
from openfelt.floor.play.played import is_played
from openfelt.floor.play.procedure import PROCEDURES
from openfelt.rulebooks import VARIANTS
from openfelt.server.config.sections import PLAYED

SECONDS = 20
CASES = Path(__file__).parent.parent / "cases"
FILES = [str(CASES / f"{variant}.jsonl") for variant in PLAYED]
EXAMPLES = [line for path in FILES for line in Path(path).read_bytes().splitlines()]


def through_floor(case: object) -> dict[str, Any]:
    text, ok = settle_line(json.dumps(case).encode(), play)
    answer: dict[str, Any] = json.loads(text)
    assert ok is answer.keys().isdisjoint({"error", "refused"})
    return answer


@pytest.mark.parametrize("line", EXAMPLES, ids=lambda line: json.loads(line)["id"])
def test_an_example_is_answered_the_same_both_ways(line: bytes) -> None:
    assert settle_line(line, play) == settle_line(line)


# Craps is a script: see test_craps_scripts.
OF_ONE_OUTCOME = [name for name in PLAYED if not VARIANTS[name].game.wagers_stand]


@pytest.mark.parametrize("variant", OF_ONE_OUTCOME)
def test_random_cases_are_answered_the_same_both_ways(variant: str) -> None:
    results = set()
    for case in random_cases(11, 700, (variant,)):
        line = json.dumps(case).encode()
        text, ok = settle_line(line, play)
        assert (text, ok) == settle_line(line), case
        results |= {wager["result"] for wager in json.loads(text)["per_wager"]}
    assert results == ({"win", "lose", "push"} if VARIANTS[variant].shoe else {"win", "lose"})


def test_every_procedure_has_a_way_to_its_outcome() -> None:
    assert set(PROCEDURES) == set(case_floor._WORDS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_without_a_procedure_is_told_so(variant: str) -> None:
    outcome = COUP["outcome"] | ROLL["outcome"] | SPIN["outcome"]
    script = {"start_balance_cents": 0, "steps": []}
    case = COUP | {"variant": variant, "wagers": [], "outcome": outcome} | script
    answer = through_floor(case)
    unknown = f"the floor cannot play {variant} yet; it plays {' '.join(PLAYED)}"
    assert answer.get("error") == (None if is_played(variant) else unknown)


def test_two_wagers_on_one_bet_are_laid_and_rounded_apart() -> None:
    wagers = [{"bet": "banker", "amount_cents": 1}, {"bet": "banker", "amount_cents": 1}]
    shoe = ["2S", "4H", "KS", "3H", "2D", "KC"]
    answer = through_floor(COUP | {"wagers": wagers, "outcome": {"shoe": shoe}})
    assert [wager["returned_cents"] for wager in answer["per_wager"]] == [2, 2]
    assert answer["returned_cents"] == 4


REFUSED_BY_THE_FLOOR = {
    "a bet of another game": (COUP | {"wagers": ROLL["wagers"]}, "BET_NOT_OFFERED"),
    "no bet at all": (ROLL | {"wagers": [{"bet": "", "amount_cents": 1}]}, "BET_NOT_OFFERED"),
    "cards that are no coup": (
        COUP | {"outcome": {"shoe": COUP["outcome"]["shoe"][:5]}},
        "PHASE_DOES_NOT_ALLOW",
    ),
    "no card": (COUP | {"outcome": {"shoe": []}}, "PHASE_DOES_NOT_ALLOW"),
    "other decks": (COUP | {"decks": 6}, "PHASE_DOES_NOT_ALLOW"),
}


@pytest.mark.parametrize(
    ("case", "code"), REFUSED_BY_THE_FLOOR.values(), ids=list(REFUSED_BY_THE_FLOOR)
)
def test_what_the_floor_refuses_is_answered_with_its_code(case: dict[str, Any], code: str) -> None:
    assert through_floor(case) == {"id": "x", "refused": code}


def test_a_refused_case_loses_no_other_and_the_exit_status_is_1() -> None:
    refused, _ = REFUSED_BY_THE_FLOOR["no card"]
    lines = "\n".join(map(json.dumps, (ROLL, refused, COUP | {"variant": "PB"}, SPIN)))
    result = CliRunner().invoke(command, ["--through-floor", "-"], input=f"{lines}\nnot json")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.keys() - {"coup"} for answer in answers] == [
        {"id", "returned_cents", "per_wager"},
        {"id", "refused"},
        {"id", "error"},
        {"id", "returned_cents", "per_wager"},
        {"id", "error"},
    ]
    assert result.exit_code == 1
    assert "3 of 5 lines could not be settled" in result.stderr


def test_whole_files_are_answered_in_order_with_the_same_bytes() -> None:
    settled = CliRunner().invoke(command, FILES)
    played = CliRunner().invoke(command, ["--through-floor", *FILES])
    assert (played.exit_code, played.stdout_bytes) == (0, settled.stdout_bytes)


@pytest.mark.parametrize(
    ("reason", "case"),
    [(reason, case) for reason, case in REFUSED.items() if is_played(str(case["variant"]))],
)
def test_a_malformed_case_is_told_so_or_refused(reason: str, case: dict[str, Any]) -> None:
    answer = through_floor(case)
    assert answer.keys() in ({"id", "error"}, {"id", "refused"})
    assert "refused" in answer or reason in answer["error"]


@given(CASE | ANYTHING)
@settings(max_examples=1_000, deadline=None)
def test_whatever_comes_in_one_answer_goes_out(case: object) -> None:
    answer = through_floor(case)
    assert answer["id"] == (case.get("id") if isinstance(case, dict) else None)


def test_an_answer_is_written_before_the_next_case_is_read() -> None:
    floor = [sys.executable, "-c", "from openfelt.cli import run; run()", "settle"]
    # The interpreter itself must not be told to keep nothing back.
    environment = {name: value for name, value in environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        [*floor, "--through-floor", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as process:
        assert process.stdin
        assert process.stdout
        for line in EXAMPLES[:2]:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert select([process.stdout], [], [], SECONDS)[0]
            assert process.stdout.readline() == settle_line(line)[0] + b"\n"
        process.stdin.close()
    assert process.returncode == 0
