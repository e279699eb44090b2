"""Bad input gets a clear error on its own line, never a crash and never a wrong payment."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openfelt.cli.settle import settle_line
from openfelt.rulebooks import VARIANTS

SHOE = ["9S", "6H", "4D", "5S", "3S", "2D"]
COUP: dict[str, Any] = {
    "id": "x",
    "variant": "LT",
    "wagers": [{"bet": "player", "amount_cents": 100}],
    "outcome": {"shoe": SHOE},
}
ROLL = COUP | {
    "variant": "SB",
    "wagers": [{"bet": "small", "amount_cents": 100}],
    "outcome": {"dice": [1, 2, 4]},
}
SPIN = COUP | {
    "variant": "MT_ROULETTE",
    "wagers": [{"bet": "tier", "amount_cents": 600}],
    "outcome": {"number": 8},
}
SCRIPT: dict[str, Any] = {
    "id": "x",
    "variant": "AC",
    "start_balance_cents": 10_000,
    "steps": [
        {"place": {"id": "w1", "bet": "pass_line", "amount_cents": 500}},
        {"roll": [3, 1]},
    ],
}


def _answer(case: object) -> dict[str, Any]:
    text, ok = settle_line(json.dumps(case).encode())
    answer: dict[str, Any] = json.loads(text)
    assert ok is ("error" not in answer)
    return answer


def _wager(case: dict[str, Any], **changes: object) -> dict[str, Any]:
    return case | {"wagers": [case["wagers"][0] | changes]}


def _steps(*steps: object) -> dict[str, Any]:
    return SCRIPT | {"steps": list(steps)}


def test_the_unbroken_cases_are_settled() -> None:
    assert [_answer(case)["returned_cents"] for case in (COUP, ROLL, SPIN)] == [200, 200, 1800]
    assert _answer(SCRIPT)["final_balance_cents"] == 9_500


REFUSED = {
    "unknown variant 'XX'": COUP | {"variant": "XX"},
    "variant is a text": COUP | {"variant": 7},
    "wagers is a list": COUP | {"wagers": None},
    "wager 1: a wager is an object": COUP | {"wagers": ["player"]},
    "LT offers no bet 'red'": _wager(COUP, bet="red"),
    "amount_cents is a whole number, 1 to 1000000000, not 0": _wager(COUP, amount_cents=0),
    "1 to 1000000000, not -5": _wager(COUP, amount_cents=-5),
    "1 to 1000000000, not 1.5": _wager(COUP, amount_cents=1.5),
    "1 to 1000000000, not 100.0": _wager(COUP, amount_cents=100.0),
    "1 to 1000000000, not True": _wager(COUP, amount_cents=True),
    "1 to 1000000000, not '5'": _wager(COUP, amount_cents="5"),
    "1 to 1000000000, not 1000000001": _wager(COUP, amount_cents=1_000_000_001),
    "1 to 1000000000, not None": _wager(COUP, amount_cents=None),
    "outcome is an object": COUP | {"outcome": [1]},
    "shoe is a list": COUP | {"outcome": {}},
    "'1X' is no card": COUP | {"outcome": {"shoe": ["1X", *SHOE]}},
    "[] is no card": COUP | {"outcome": {"shoe": [[], *SHOE]}},
    "'9s' is no card": COUP | {"outcome": {"shoe": ["9s", *SHOE]}},
    "5 cards in the shoe do not complete the coup": COUP | {"outcome": {"shoe": SHOE[:5]}},
    "0 cards in the shoe do not complete the coup": COUP | {"outcome": {"shoe": []}},
    "9 copies of 9S, but 8 decks hold 8": COUP | {"outcome": {"shoe": ["9S"] * 9}},
    "4 copies of 9S, but 3 decks hold 3": COUP
    | {"variant": "PB", "decks": 3, "outcome": {"shoe": ["9S"] * 4}},
    "LT is played with 8 decks, not 6": COUP | {"decks": 6},
    "PB is played with 3, 4, 6, 8 decks, not 5": COUP | {"variant": "PB", "decks": 5},
    "decks is a whole number, not 8.0": COUP | {"decks": 8.0},
    "decks is a whole number, not None": COUP | {"decks": None},
    "tie_percent is a whole number, not None": COUP | {"variant": "PB_TIE"},
    "PB_TIE pays 1 to 10 % on a tie, not 11": COUP | {"variant": "PB_TIE", "tie_percent": 11},
    "PB_TIE pays 1 to 10 % on a tie, not 0": COUP | {"variant": "PB_TIE", "tie_percent": 0},
    "7 is no face of a die": ROLL | {"outcome": {"dice": [1, 2, 7]}},
    "True is no face of a die": ROLL | {"outcome": {"dice": [1, 2, True]}},
    "[1, 2] is not 3 dice": ROLL | {"outcome": {"dice": [1, 2]}},
    "'124' is not 3 dice": ROLL | {"outcome": {"dice": "124"}},
    "37 is no number of the wheel": SPIN | {"outcome": {"number": 37}},
    "-1 is no number of the wheel": SPIN | {"outcome": {"number": -1}},
    "None is no number of the wheel": SPIN | {"outcome": {}},
    "tier is 6 equal pieces; 601 cents do not divide": _wager(SPIN, amount_cents=601),
    "neighbours2:0 is 5 equal pieces; 3 cents do not": _wager(
        SPIN, bet="neighbours2:0", amount_cents=3
    ),
    "steps is a list": SCRIPT | {"steps": {}},
    "start_balance_cents is a whole number": SCRIPT | {"start_balance_cents": "all"},
    "start_balance_cents is not below zero": SCRIPT | {"start_balance_cents": -1},
    "step 0: a step is one of place, take_down, roll": _steps({"hop": 1}),
    "step 1: a step is one of place, take_down, roll": _steps(
        {"roll": [1, 2]}, {"roll": [1, 2], "place": {"id": "w", "bet": "field", "amount_cents": 5}}
    ),
    "step 0: what is placed or taken down is an object": _steps({"place": 5}),
    "step 0: 7 is no face of a die": _steps({"roll": [1, 7]}),
    "step 0: [1] is not 2 dice": _steps({"roll": [1]}),
    "step 0: id is a text": _steps({"place": {"bet": "field", "amount_cents": 5}}),
    "step 0: AC offers no bet 'pass_line@4'": _steps(
        {"place": {"id": "w", "bet": "pass_line@4", "amount_cents": 5}}
    ),
    "step 0: amount_cents is a whole number": _steps(
        {"place": {"id": "w", "bet": "field", "amount_cents": 0}}
    ),
    "step 1: two wagers are named 'w'": _steps(
        {"place": {"id": "w", "bet": "field", "amount_cents": 5}},
        {"place": {"id": "w", "bet": "field", "amount_cents": 5}},
    ),
}


@pytest.mark.parametrize(("reason", "case"), REFUSED.items(), ids=list(REFUSED))
def test_a_malformed_case_is_told_what_is_wrong(reason: str, case: dict[str, Any]) -> None:
    answer = _answer(case)
    assert answer.keys() == {"id", "error"}
    assert answer["id"] == "x"
    assert reason in answer["error"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"{",
        b"nonsense",
        b"[1, 2]",
        b"null",
        b"3",
        b'"text"',
        b"\xff\xfe",
        b'{"a": NaN}',
        b"[" * 9999,
    ],
)
def test_a_line_that_is_no_case_has_no_id(line: bytes) -> None:
    text, ok = settle_line(line)
    assert not ok
    answer = json.loads(text)
    assert answer["id"] is None
    assert answer["error"]


def test_other_keys_are_ignored_and_any_id_comes_back() -> None:
    for name in (None, 7, ["a"], {"b": 1}, "ü", 10**30):
        assert _answer(COUP | {"id": name, "note": 1, "expected": {}})["id"] == name


PLACEMENTS_REFUSED = [
    {"bet": "odds:4", "amount_cents": 1_001},
    {"bet": "odds:5", "amount_cents": 1},
    {"bet": "come_odds:4", "amount_cents": 1},
    {"bet": "dont_odds:4", "amount_cents": 1},
    {"bet": "pass_line", "amount_cents": 1},
    {"bet": "dont_pass", "amount_cents": 1},
    {"bet": "horn", "amount_cents": 5},
    {"bet": "field", "amount_cents": 9_501},
    {"bet": "buy:6", "amount_cents": 9_500},
    {"bet": "pass_line", "amount_cents": 1, "adds_to": "nobody"},
    {"bet": "come", "amount_cents": 1, "adds_to": "w1"},
    {"bet": "pass_line", "amount_cents": 9_501, "adds_to": "w1"},
]


@pytest.mark.parametrize("placement", PLACEMENTS_REFUSED, ids=str)
def test_a_craps_placement_the_rules_refuse_changes_nothing(placement: dict[str, Any]) -> None:
    steps = [*SCRIPT["steps"], {"place": {"id": "w2"} | placement}]
    answer = _answer(SCRIPT | {"steps": steps})
    assert answer["balance_after_step"] == [9_500, 9_500, 9_500]
    assert answer["still_open"] == [{"id": "w1", "bet": "pass_line", "amount_cents": 500}]


PLAIN = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
# Two levels are as good as many where no reader looks deeper, and are drawn in half the time.
ANYTHING = (
    PLAIN
    | st.lists(PLAIN, max_size=4)
    | st.dictionaries(st.text(max_size=8), PLAIN | st.lists(PLAIN, max_size=2), max_size=4)
)
CASE = st.fixed_dictionaries(
    {"variant": st.sampled_from(list(VARIANTS))},
    optional={
        "id": ANYTHING,
        "wagers": ANYTHING
        | st.lists(
            st.fixed_dictionaries(
                {
                    "bet": st.sampled_from(["player", "small", "tier", "odd", "red"])
                    | st.text(max_size=5)
                },
                optional={"amount_cents": st.integers(-3, 99) | ANYTHING},
            ),
            max_size=3,
        ),
        "outcome": ANYTHING
        | st.fixed_dictionaries(
            {},
            optional={
                "shoe": st.lists(st.sampled_from([*SHOE, "1X", ""]) | ANYTHING, max_size=9),
                "dice": st.lists(st.integers(0, 7) | ANYTHING, max_size=4),
                "number": st.integers(-2, 40) | ANYTHING,
            },
        ),
        "decks": st.integers(0, 9) | ANYTHING,
        "tie_percent": st.integers(-1, 12) | ANYTHING,
        "start_balance_cents": st.integers(-1, 10_000) | ANYTHING,
        "steps": ANYTHING
        | st.lists(
            st.fixed_dictionaries({"roll": st.lists(st.integers(0, 7), max_size=3) | ANYTHING})
            | st.fixed_dictionaries({"place": ANYTHING})
            | ANYTHING,
            max_size=3,
        ),
    },
)


@given(CASE | ANYTHING)
@settings(max_examples=3_000, deadline=None)
def test_whatever_comes_in_one_answer_goes_out(case: object) -> None:
    line = json.dumps(case).encode()
    text, ok = settle_line(line)
    answer = json.loads(text)
    assert b"\n" not in text
    assert ok is ("error" not in answer)
    assert answer["id"] == (case.get("id") if isinstance(case, dict) else None)


@given(st.binary(max_size=60))
@settings(max_examples=1_000, deadline=None)
def test_any_bytes_get_an_answer(line: bytes) -> None:
    text, _ = settle_line(line)
    assert "id" in json.loads(text)


@given(
    st.sampled_from(["LT", "PB", "MT_A", "MT_B", "LT_EM", "PB_EM"]),
    st.lists(st.integers(-5, 2_000_000_000), min_size=1, max_size=4),
)
@settings(max_examples=1_000, deadline=None)
def test_a_case_is_settled_whole_or_not_at_all(variant: str, amounts: list[int]) -> None:
    wagers = [{"bet": "player", "amount_cents": amount} for amount in amounts]
    answer = _answer(COUP | {"variant": variant, "wagers": wagers})
    if all(1 <= amount <= 1_000_000_000 for amount in amounts):
        assert answer["returned_cents"] == 2 * sum(amounts)
    else:
        assert answer.keys() == {"id", "error"}
