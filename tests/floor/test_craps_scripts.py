"""Craps scripts settled twice: by the product, and by a model that was written from the book."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from craps_model import CODES, FLAT, NUMBERS, ODDS, ONE_ROLL, play_script
from craps_steered import Steered
from hypothesis import given
from hypothesis import strategies as st

from openfelt.cli.case import answer
from openfelt.cli.case_floor import play

CASES = Path(__file__).parents[1] / "cases"
STEPS = 40
SCRIPTS = 1_000 if os.environ.get("HYPOTHESIS_PROFILE") == "soak" else 100

rolls = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda dice: {"roll": list(dice)})
bets = st.one_of(*map(st.sampled_from, (FLAT, FLAT, ODDS, NUMBERS, ONE_ROLL, CODES)))
amounts = st.sampled_from((1, 3, 7, 100, 500, 1_000, 1_001, 1_200, 2_400)) | st.integers(1, 10**7)
# What a wager adds to, by how many placements ago; none for most.
adds = st.none() | st.none() | st.integers(1, 9)
steps = st.lists(rolls | st.tuples(bets, amounts, adds), min_size=1, max_size=STEPS)


def case_of(drawn: list[Any], balance: int) -> dict[str, Any]:
    """Make a case of what was drawn: placements get names, and some raise an earlier one."""
    placed: list[tuple[str, str]] = []
    script: list[dict[str, Any]] = []
    for step in drawn:
        if isinstance(step, dict):
            script.append(step)
            continue
        bet, amount, back = step
        place: dict[str, Any] = {"id": f"w{len(placed)}", "bet": bet, "amount_cents": amount}
        if back is not None and back <= len(placed):
            place["adds_to"], place["bet"] = placed[-back]
        placed.append((place["id"], place["bet"]))
        script.append({"place": place})
    return {"id": "x", "variant": "AC", "start_balance_cents": balance, "steps": script}


def plain(reply: dict[str, Any]) -> dict[str, Any]:
    """Drop what has no meaning: the order inside a settlement, what more is said of the open."""
    made = json.loads(json.dumps(reply))
    for roll in made["rolls"]:
        roll["settled"].sort(key=lambda one: one["id"])
    names = (one if isinstance(one, str) else one["id"] for one in made["still_open"])
    made["still_open"] = sorted(names)
    return made  # type: ignore[no-any-return]


@pytest.mark.parametrize("file", ["AC", "AC_LIMITS"])
def test_the_model_answers_the_cases(file: str) -> None:
    lines = (CASES / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    for case in map(json.loads, lines):
        assert plain(play_script(case)) == plain({"id": case["id"], **case["expected"]})


@given(steps, st.sampled_from((10_000, 10**6, 10**9)))
def test_a_random_script_is_settled_alike(drawn: list[Any], balance: int) -> None:
    case = case_of(drawn, balance)
    assert plain(answer(case)) == plain(play_script(case))


@given(steps, st.sampled_from((10_000, 10**6, 10**9)))
def test_a_random_script_is_settled_alike_through_the_floor(drawn: list[Any], balance: int) -> None:
    through_the_floor_as_by_the_book(case_of(drawn, balance))


def through_the_floor_as_by_the_book(case: dict[str, Any]) -> None:
    """Hold a script that is played on a floor to the book, and each refusal to its name."""
    balance = case["start_balance_cents"]
    played = play(case)
    refused = [one["step"] for one in played.pop("refusals", ())]
    assert plain(played) == plain(play_script(case))
    placed = [n for n, one in enumerate(case["steps"]) if "place" in one]
    after = [balance, *played["balance_after_step"]]
    # Whatever changed nothing was refused by a name, and nothing else was.
    assert refused == [n for n in placed if after[n] == after[n + 1]]


@pytest.mark.parametrize("seed", range(SCRIPTS))
def test_a_player_who_knows_what_he_has_is_settled_alike_everywhere(seed: int) -> None:
    case = Steered(seed).case
    through_the_floor_as_by_the_book(case)
    assert plain(answer(case)) == plain(play_script(case))


@pytest.mark.parametrize("seed", range(SCRIPTS))
def test_what_is_taken_down_comes_back_alike_both_ways(seed: int) -> None:
    case = Steered(seed, lifts=True).case
    played = play(case)
    played.pop("refusals", None)
    assert plain(played) == plain(answer(case))


def test_odds_laid_twice_on_one_number_round_up_each_by_itself() -> None:
    case = case_of([("dont_pass", 1_000, None), {"roll": [4, 2]}], 100_000)
    odds = [{"place": {"id": n, "bet": "dont_odds:6", "amount_cents": 1_000}} for n in "ab"]
    case["steps"] += [*odds, {"place": {"id": "c", "bet": "dont_odds:6", "amount_cents": 500}}]
    case["steps"].append({"roll": [3, 4]})
    played = play(case)
    # 8.33 and a third are 8.34, twice; what is over the cap of both is refused.
    returned = {one["id"]: one["returned_cents"] for one in played["rolls"][-1]["settled"]}
    assert returned == {"w0": 2_000, "a": 1_834, "b": 1_834}
    assert played["refusals"] == [{"step": 4, "refused": "ABOVE_ODDS_LIMIT"}]
    assert played["final_balance_cents"] == 102_668


def test_who_has_nothing_left_is_refused_for_his_credit_wherever_he_lays() -> None:
    steps = [("hop:3-3", 4_000, None), ("hop:3-3", 500, None), ("field", 100, None)]
    case = case_of([("place:6", 6_000, None), *steps], 10_000)
    played = play(case)
    names = [(one["step"], one["refused"]) for one in played["refusals"]]
    assert names == [(2, "EXCEEDS_CREDIT"), (3, "EXCEEDS_CREDIT")]


def test_a_script_may_be_long() -> None:
    drawn = [("place:6", 100 + n, None) for n in range(95)] + [("field", 1, None)] * 120
    case = case_of(drawn, 10**9)
    assert plain(play(case)) == plain(answer(case))


@pytest.mark.parametrize("file", ["AC", "AC_LIMITS"])
def test_the_floor_answers_the_cases(file: str) -> None:
    lines = (CASES / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    for case in map(json.loads, lines):
        played = play(case)
        assert ("refusals" in played) is (file == "AC_LIMITS")
        played.pop("refusals", None)
        assert plain(played) == plain({"id": case["id"], **case["expected"]})
