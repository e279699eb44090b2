"""Robots play craps as people do: each by a way of his own, on the real engine."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from demo_floor import DemoFloor, findings_of

from openfelt.demo import craps, plan
from openfelt.demo.craps import Seen, Way

CHANCE = Random(1)


def seen(point: int = 0, lies: dict[str, int] | None = None, **others: object) -> Seen:
    odds = others.get("odds", [])
    lost = others.get("lost", {})
    return Seen(point, lies or {}, odds, lost, 100)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("way", "looks", "lays"),
    [
        (craps.pass_with_odds, seen(), [("pass_line", 500)]),
        (craps.pass_with_odds, seen(6), []),
        (
            craps.pass_with_odds,
            seen(6, {"pass_line": 500}, odds=[("odds:6", 1_000)]),
            [("odds:6", 1_000)],
        ),
        (craps.three_point_molly, seen(), [("pass_line", 500)]),
        (craps.three_point_molly, seen(6, {"pass_line": 500, "come:5": 500}), [("come", 500)]),
        (craps.three_point_molly, seen(6, {"pass_line": 500, "come:5": 1, "come:9": 1}), []),
        (craps.six_and_eight, seen(), []),
        (craps.six_and_eight, seen(5, {"place:6": 600}), [("place:8", 600)]),
        (craps.against_with_odds, seen(), [("dont_pass", 500)]),
        (craps.against_with_odds, seen(4, odds=[("dont_odds:4", 2_000)]), [("dont_odds:4", 2_000)]),
        (craps.field_martingale, seen(), [("field", 100)]),
        (craps.field_martingale, seen(lost={"field": 400}), [("field", 800)]),
        (craps.field_martingale, seen(lost={"field": 1_600}), [("field", 100)]),
        (craps.iron_cross, seen(), [("pass_line", 500)]),
        (
            craps.iron_cross,
            seen(9, {"place:5": 500}),
            [("place:6", 600), ("place:8", 600), ("field", 300)],
        ),
        (craps.buys_and_lays, seen(4, {"buy:4": 2_000}), [("buy:10", 2_000)]),
    ],
)
def test_a_way_lays_what_is_missing_of_it(
    way: Way, looks: Seen, lays: list[tuple[str, int]]
) -> None:
    assert way(looks, CHANCE) == lays


def test_something_in_the_middle_is_for_the_fun_of_it() -> None:
    laid = {wish for _ in range(60) for wish in craps.for_the_fun_of_it(seen(), CHANCE)}
    assert ("pass_line", 200) in laid
    assert ("horn", 400) in laid
    assert ("hop:6-6", 100) in laid


def test_robots_play_craps_from_hand_to_hand(tmp_path: Path) -> None:
    planned = plan.make(tmp_path, terminals=12, tables="AC:1")

    async def evening() -> None:
        async with DemoFloor(planned, tmp_path) as floor:
            floor.play()
            await floor.until(RoundSettled=30, PointMoved=6, ShooterCalled=10, DicePassed=1)

    asyncio.run(evening())
    assert asyncio.run(findings_of(tmp_path)) == []
