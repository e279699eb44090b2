"""Sessions: three forms of a strategy, one result; and that result is the floor's own."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from openfelt.cli import main
from openfelt.core.money import Cents
from openfelt.core.refusal import Refusal
from openfelt.floor.rounds.settling import returned_on
from openfelt.floor.state import Stake
from openfelt.games.craps.bets import POINTS, at
from openfelt.games.craps.layout import CrapsLayout
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.craps import craps_rules
from openfelt.simulate.ended import Ended
from openfelt.simulate.plan import NotAPlan
from openfelt.simulate.sessions import (
    CLASSES,
    Sessions,
    _tally,
    classes,
    least_of,
    percentile,
)
from openfelt.simulate.source import Source
from openfelt.simulate.strategy import strategy_of
from openfelt.simulate.tally import merged
from openfelt.simulate.wagers import Wagers
from openfelt.simulate.workers import locally

LINE = """
[session]
bankroll_cents = 40_000
rounds = 60
stop_loss_cents = 30_000
stop_win_cents = 15_000
[[bet]]
bet = "pass_line"
cents = 1_000
odds = 2
[[bet]]
bet = "dont_come"
cents = 700
odds = 2
levels = [1, 2, 3]
on_loss = "next"
on_win = "back"
[[bet]]
bet = "place:6"
cents = 1_300
when = "on"
[[bet]]
bet = "buy:4"
cents = 950
[[bet]]
bet = "field"
cents = 300
levels = [1, 2, 4, 8]
on_loss = "next"
on_win = "first"
[[bet]]
bet = "hard:8"
cents = 101
when = "off"
[[bet]]
bet = "horn"
cents = 400
"""

MARTINGALE = """
[session]
bankroll_cents = 20_000
hours = 2
rounds_an_hour = 70
stop_win_cents = 5_000
[session.rebate]
of = "loss"
basis_points = 1_050
above_cents = 3_000
[[bet]]
bet = "banker"
cents = 250
levels = [1, 2, 4, 8, 16]
on_loss = "next"
on_win = "first"
[[bet]]
bet = "tie"
cents = 33
"""


def wagers_of(variant: str, decks: int | None = None) -> Wagers:
    rulebook = VARIANTS[variant]
    return Wagers(rulebook, rulebook.columns(decks))


@dataclass
class Planned:
    """A bet of a plan, followed in the simplest way there is."""

    bet: Any
    level: int = 0
    number: int = 0

    def moved(self, move: str) -> None:
        last = len(self.bet.levels) - 1
        self.level = {
            "stay": self.level,
            "first": 0,
            "next": min(self.level + 1, last),
            "back": max(self.level - 1, 0),
        }[move]


def followed(plan: Any, outcomes: list[int], variant: str) -> tuple[int, int, int, int, int]:
    """Play a session with the floor's own craps layout; return how it ended as the kernels do."""
    rules = craps_rules(VARIANTS[variant])
    session = plan.session
    layout = CrapsLayout(rules, Cents(session.bankroll_cents))
    rolls = VARIANTS[variant].game.outcomes
    limits = session.limits.tolist()
    coin_in = deepest = rounds = leaving = laid = 0
    highest = session.bankroll_cents
    planned = [Planned(bet) for bet in plan.bet]

    def try_to_lay(code: str, amount: int) -> bool:
        nonlocal laid, coin_in
        laid += 1
        refusal = layout.place(f"{code}#{laid}", code, Cents(amount))
        if refusal is None:
            coin_in += amount
            return True
        return refusal is not Refusal.EXCEEDS_CREDIT

    for outcome in outcomes:
        lacking = False
        for one in planned if not leaving else ():
            bet = one.bet
            mine = [w for w in layout.open.values() if w.bet == bet.bet]
            is_wanted = {"any": True, "on": layout.point, "off": not layout.point}[bet.when]
            if not mine and is_wanted:
                lacking |= not try_to_lay(bet.bet, bet.cents * bet.levels[one.level])
            elif mine and bet.odds and mine[0].point is not None:
                kind = {"pass_line": "odds", "dont_come": "dont_come_odds"}[bet.bet]
                code = f"{kind}:{mine[0].point}"
                share = 2 if kind == "odds" else 2 / rules.pays[code].net
                amount = mine[0].amount * share // 1
                if not any(w.bet == code for w in layout.open.values()):
                    lacking |= not try_to_lay(code, int(amount))
        if not layout.open and lacking:
            leaving = leaving or 1
        if leaving and not layout.open:
            return leaving, layout.balance, rounds, coin_in, deepest
        for settled in layout.roll(rolls[outcome]):
            for one in planned:
                gain = settled.returned - settled.standing.amount
                if one.bet.bet == settled.standing.bet and gain:
                    one.moved(one.bet.on_win if gain > 0 else one.bet.on_loss)
        rounds += 1  # noqa: SIM113 - returned before it is counted
        worth = layout.balance + sum(w.amount for w in layout.open.values())
        highest = max(highest, worth)
        deepest = max(deepest, highest - worth)
        if not leaving:
            leaving = 2 if worth <= limits[1] else 3 if worth >= limits[2] else 0
            leaving = leaving or (4 if rounds >= limits[0] else 0)
    raise AssertionError("the outcomes did not last")


def test_a_craps_session_is_what_the_floors_own_layout_makes_of_it() -> None:
    """Lines, odds, commission, fractions of a cent, progressions, stops, ruin: 400 sessions."""
    run = Sessions("AC", 6, LINE, "declared")
    ended = run.strategy.play(run.table, run.wagers, 0, 400)
    outcomes = Source(run.table, 0, 400, 300).rounds()
    found = set()
    for session in range(400):
        plan: Any = run.strategy
        expected = followed(plan.plan, outcomes[:, session].tolist(), "AC")
        columns = (ended.by, ended.credit, ended.rounds, ended.coin_in, ended.deepest)
        assert tuple(int(column[session]) for column in columns) == expected, session
        found.add(expected[0])
    assert found >= {2, 3, 4}
    assert int(ended.refused.sum()) == 0


def test_a_poor_player_is_ruined_exactly_when_he_cannot_lay_anything() -> None:
    text = LINE.replace("40_000", "4_000").replace("stop_loss_cents = 30_000\n", "")
    run = Sessions("AC", 9, text, "declared")
    ended = run.strategy.play(run.table, run.wagers, 0, 200)
    outcomes = Source(run.table, 0, 200, 400).rounds()
    plan: Any = run.strategy
    for session in range(200):
        expected = followed(plan.plan, outcomes[:, session].tolist(), "AC")
        columns = (ended.by, ended.credit, ended.rounds, ended.coin_in, ended.deepest)
        assert tuple(int(column[session]) for column in columns) == expected, session
    assert (ended.by == 1).sum() > 100


def test_a_baccarat_session_is_settled_as_the_floor_settles() -> None:
    run = Sessions("MT_B/8", 4, MARTINGALE, "declared")
    ended = run.strategy.play(run.table, run.wagers, 10, 60)
    rules = run.sheet.rulebook.definition(run.sheet.decks)
    outcomes = Source(run.table, 10, 60, 200).rounds()
    for session in range(50):
        credit, level, rounds = 20_000, 0, 0
        for outcome in outcomes[:, session].tolist():
            stakes = [Stake("T1", "banker", 250 << level), Stake("T1", "tie", 33)]
            laid = []
            for wager in stakes:
                if wager.amount <= credit:
                    credit -= wager.amount
                    laid.append(wager)
            if not laid:
                break
            returned = returned_on(rules, laid, outcome)
            credit += sum(returned)
            for one, back in zip(laid, returned, strict=True):
                if one.bet == "banker" and back != one.amount:
                    level = 0 if back else min(level + 1, 4)
            rounds += 1
            if credit >= 25_000 or rounds == 140:
                break
        assert (credit, rounds) == (int(ended.credit[session]), int(ended.rounds[session]))


VECTORISED = """
SESSION = {"bankroll_cents": 12_000, "rounds": 120, "stop_win_cents": 9_000}

def play(table):
    table.place("pass_line", (table.up("pass_line") == 0) * 1_000)
    for point in (4, 5, 6, 8, 9, 10):
        flat = table.standing(f"pass_line@{point}")
        table.place(f"odds:{point}", (table.standing(f"odds:{point}") == 0) * flat * 2)
    table.place("field", (table.up("field") == 0) * 150)
    table.place("hop:3-4", (table.won("field") < 0) * 55)
    table.place("place:5", (table.point > 0) * (table.up("place:5") == 0) * 325)
"""

COMPILED = """
SESSION = {"bankroll_cents": 12_000, "rounds": 120, "stop_win_cents": 9_000}
SETTINGS = [1_000, 150, 55, 325]
PASS, ODDS, FIELD = bet("pass_line"), bet("odds:4"), bet("field")
HOP, PLACE = bet("hop:3-4"), bet("place:5")
POINT = 1


def decide(book, room, settings):
    count = 0
    if room.up[PASS] == 0:
        room.orders[count, 0], room.orders[count, 1] = PASS, settings[0]
        count += 1
    for k in range(6):
        flat = room.standing[PASS + 1 + k]
        if flat > 0 and room.standing[ODDS + k] == 0:
            room.orders[count, 0], room.orders[count, 1] = ODDS + k, 2 * flat
            count += 1
    if room.up[FIELD] == 0:
        room.orders[count, 0], room.orders[count, 1] = FIELD, settings[1]
        count += 1
    if room.won[FIELD] < 0:
        room.orders[count, 0], room.orders[count, 1] = HOP, settings[2]
        count += 1
    if book[POINT] > 0 and room.up[PLACE] == 0:
        room.orders[count, 0], room.orders[count, 1] = PLACE, settings[3]
        count += 1
    return count
"""


def test_a_vectorised_and_a_compiled_strategy_that_mean_the_same_play_the_same() -> None:
    vectorised = Sessions("AC", 3, VECTORISED, "python").play(0, 300)
    compiled = Sessions("AC", 3, COMPILED, "python").play(0, 300)
    assert vectorised == compiled
    assert sum(vectorised.added["endings"]) == 300
    assert vectorised.added["endings"][0] > 0
    assert vectorised.added["endings"][2] > 0


def test_a_plan_and_the_same_in_vectorised_python_play_the_same_from_shoes() -> None:
    text = MARTINGALE.partition("[session.rebate]")[0] + '[[bet]]\nbet = "player"\ncents = 250\n'
    vectorised = (
        'SESSION = {"bankroll_cents": 20_000, "hours": 2, "rounds_an_hour": 70,\n'
        '           "stop_win_cents": 5_000}\n'
        "def play(table):\n    table.place('player', 250)\n"
    )
    plan = Sessions("PB/6", 2, text, "declared").play(5, 80)
    assert Sessions("PB/6", 2, vectorised, "python").play(5, 80) == plan


def test_sessions_are_the_same_however_they_are_shared_out() -> None:
    run = Sessions("AC", 12, LINE, "declared")
    whole = run.play(0, 90)
    parts = [(0, 7), (7, 50), (50, 90)]
    assert merged(tally for *_, tally in locally(2)(run, parts)) == whole


def test_amounts_are_kept_in_classes_a_part_in_128_wide() -> None:
    amounts = np.unique(np.geomspace(1, 1e12, 5_000).astype(np.int64))
    kept = classes(amounts)
    assert kept.max() < CLASSES
    assert (np.diff(kept) >= 0).all()
    for amount, class_ in zip(amounts.tolist(), kept.tolist(), strict=True):
        assert least_of(class_) <= amount < least_of(class_ + 1)
        assert amount - least_of(class_) <= amount / 128
    assert percentile([0, 0, 5, 0, 5], 0.5) == 2
    assert percentile([0, 0, 5, 0, 5], 0.51) == 4


def test_a_rebate_gives_back_its_part_of_the_loss_above_its_threshold() -> None:
    strategy = Sessions("MT_A/8", 1, MARTINGALE, "declared").strategy
    ones = np.ones(3, np.int64)
    credit = np.array([20_000 - 3_000, 20_000 - 3_001, 21_000])
    ended = Ended(ones, credit, ones, 100_000 * ones, ones, 0 * ones)
    tally = _tally(ended, 20_000, strategy.session.rebate)
    assert tally.one("rebates") == 3_001 * 1_050 // 10_000
    assert tally.one("net") == -3_000 - 3_001 + 1_000 + 315
    assert tally.one("ahead") == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("60", "0"), "rounds"),
        (("rounds = 60", ""), "how long a session lasts"),
        (('"pass_line"', '"pass"'), "no bet 'pass'"),
        (('"pass_line"', '"odds:4"'), "laid by `odds = 2`"),
        (('"pass_line"', '"pass_line@4"'), "no bet"),
        (("odds = 2", "odds = 3"), "odds"),
        (('"field"', '"place:6"'), "twice"),
        (("cents = 400", "cents = 401"), "4 equal pieces"),
        (("cents = 400", "cents = 4e2"), "int"),
        (("cents = 400", "cents = 400\nodds = 1"), "no odds go behind horn"),
        (("[[bet]]", "[[wager]]"), "wager"),
        (("bankroll_cents", "bankroll"), "bankroll"),
        (("[session]", "[session"), "Expected"),
        (("levels = [1, 2, 3]", "levels = []"), "0 levels"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(change: tuple[str, str], says: str) -> None:
    with pytest.raises(NotAPlan, match=says):
        strategy_of("declared", LINE.replace(*change), wagers_of("AC"))


def test_a_plan_must_fit_its_variant() -> None:
    pair = '[session]\nbankroll_cents = 1\nrounds = 1\n[[bet]]\nbet = "player_pair"\ncents = 1\n'
    strategy_of("declared", pair, wagers_of("LT", 8))
    with pytest.raises(NotAPlan, match="main wager"):
        strategy_of("declared", pair, wagers_of("MT_A", 8))
    with pytest.raises(NotAPlan, match="no point"):
        strategy_of("declared", pair + 'when = "on"\n', wagers_of("LT", 8))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x =", "does not run: SyntaxError"),
        ("bet('nothing')", "no bet 'nothing'"),
        ("", "SESSION"),
        ("SESSION = {'bankroll_cents': 1, 'rounds': 1}", "defines decide"),
    ],
)
def test_a_program_that_is_no_strategy_is_refused(text: str, says: str) -> None:
    with pytest.raises(NotAPlan, match=says):
        strategy_of("python", text, wagers_of("AC"))


def test_positions_of_craps_lie_as_the_plan_expects() -> None:
    wagers = wagers_of("AC")
    for flat, odds in (("pass_line", "odds"), ("dont_come", "dont_come_odds")):
        first = wagers.index[flat]
        for place, point in enumerate(POINTS):
            assert wagers.index[at(flat, point)] == first + 1 + place
            assert wagers.index[f"{odds}:{point}"] == wagers.index[f"{odds}:4"] + place


def test_the_command_plays_sessions(tmp_path: Path) -> None:
    plan, target = tmp_path / "line.toml", tmp_path / "line.html"
    plan.write_text(LINE)
    line = ["simulate", "AC", "--strategy", str(plan), "--sessions", "2e3", "--html", str(target)]
    done = CliRunner().invoke(main, line)
    assert done.exit_code == 0, done.output
    assert "ruined" in done.output
    assert "99 %" in done.output
    assert "Money left" in target.read_text(encoding="utf-8")
    for extra, says in (
        (["--rounds", "5"], "say --sessions"),
        (["--bets", "field"], "say --sessions"),
        (["--burn", "one_shown"], "not played from a shoe"),
    ):
        refused = CliRunner().invoke(main, [*line, *extra])
        assert refused.exit_code == 2
        assert says in refused.output
    for file, says in ((tmp_path / "x.txt", "ends in .toml"), (tmp_path / "x.py", "cannot read")):
        refused = CliRunner().invoke(main, ["simulate", "AC", "--strategy", str(file)])
        assert refused.exit_code == 2
        assert says in refused.output
    assert CliRunner().invoke(main, ["simulate", "AC", "--sessions", "5"]).exit_code == 2
