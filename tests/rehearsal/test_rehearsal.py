"""The whole floor under faults: nothing breaks, and what is broken on purpose is found."""

import ast
import asyncio
import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from openfelt.audit.auditor import Auditor
from openfelt.cli import simulate_floor
from openfelt.cli.simulate_floor import command
from openfelt.engine.outbox import Held, Outbox
from openfelt.floor.base import Refused
from openfelt.floor.ended import Thing
from openfelt.floor.money import ticket
from openfelt.floor.play.procedure import PROCEDURES
from openfelt.floor.rounds import round as round_
from openfelt.floor.state import State, Ticket
from openfelt.rehearsal.acts import ROUNDS_AN_ACT, play, seeds
from openfelt.rehearsal.complete import BY_HAND, NOT_REHEARSED
from openfelt.rehearsal.faults import Fault
from openfelt.rehearsal.rehearsal import Rehearsal, Report
from openfelt.rehearsal.ways import WAYS

BOUND = 500


def _strict() -> Auditor:
    return Auditor(strict=True)


class Run(NamedTuple):
    """Three thousand rounds by the command line, after a thousand that were logged before."""

    output: str
    logged: list[dict[str, str]]
    again: str
    report: Report


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    log = tmp_path_factory.mktemp("rehearsal") / "rehearsals.csv"
    log.write_text("seed,rounds,rows,crashes,commit\n2025,1001,8000,70,abc\n")
    options = ["--rounds", "3000", "--log", str(log), "--total", "4000"]
    reports: list[Report] = []

    def keep(*asked: Any) -> Report:
        reports.append(play(*asked))
        return reports[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulate_floor, "play", keep)
        result = CliRunner().invoke(command, options)
        assert result.exit_code == 0, result.output
        logged = list(csv.DictReader(log.read_text().splitlines()))
        again = CliRunner().invoke(command, options)
    return Run(result.output, logged, again.output, reports[0])


def test_three_thousand_rounds_with_faults_break_no_promise_and_follow_those_logged(
    run: Run,
) -> None:
    for fault in Fault:
        assert fault.value in run.output
    assert "never granted: none" in run.output
    assert [one["seed"] for one in run.logged] == ["2025", "2026"]
    rounds = int(run.logged[1]["rounds"])
    assert rounds >= 3_000
    assert run.again.startswith(f"{1001 + rounds:,} rounds in ")


def test_the_same_seed_plays_the_same_floor() -> None:
    first = asyncio.run(Rehearsal(5, 60, _strict()).run())
    second = asyncio.run(Rehearsal(5, 60, _strict()).run())
    assert first == second


# What random play of single commands leaves out besides.
NOT_PLAYED = {
    "AddPit": "its stream would have to begin in the midst of play",
    "CallShoe": "sealed shoes are of a demo floor: rehearsed there",
    "DeclareDemo": "before anything else, or never",
    "DrawCard": "sealed shoes",
    "GiveCard": "sealed shoes",
    "LoadShoe": "sealed shoes",
    "OpenSeal": "sealed shoes",
}


def test_every_command_is_rehearsed_and_granted_or_it_is_said_why_not(run: Run) -> None:
    assert BY_HAND - run.report.granted.keys() == NOT_REHEARSED.keys()
    for name, times in run.report.granted.items():
        assert f"{times:>9,}  {name}\n" in run.output


def test_every_command_is_in_random_play_or_it_is_said_why_not() -> None:
    text = Path(__file__).parents[1].joinpath("floor/test_floor_properties.py").read_text()
    calls = (node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    sent = {ast.unparse(func).rpartition(".")[2] for func in calls}
    assert BY_HAND - sent == NOT_PLAYED.keys()


def test_every_way_of_playing_is_rehearsed() -> None:
    assert WAYS.keys() == PROCEDURES.keys()


def test_a_run_is_cut_into_acts() -> None:
    acts = list(seeds(3, 2 * ROUNDS_AN_ACT + 1))
    assert [rounds for _, rounds in acts] == [ROUNDS_AN_ACT, ROUNDS_AN_ACT, 1]
    assert len({seed for seed, _ in acts}) == 3


def _ack_before_commit(patch: pytest.MonkeyPatch) -> None:
    def at_once(held: Held) -> None:
        _, _, release, what = held
        release(*what)

    def careless(self: Outbox, may_answer: Callable[[], bool]) -> None:
        honest(self, may_answer)
        self.hold = at_once

    honest = Outbox.__init__
    patch.setattr(Outbox, "__init__", careless)


def _double_redeem(patch: pytest.MonkeyPatch) -> None:
    def pays_again(state: State, number: str, ended: Thing | None) -> Ticket | Refused:
        known = state.tickets.get(number)
        return known if known and known.state == "redeemed" else honest(state, number, ended)

    honest = ticket.redeemable
    patch.setattr(ticket, "redeemable", pays_again)


def _lost_refund(patch: pytest.MonkeyPatch) -> None:
    honest = round_.RoundVoided
    patch.setattr(
        round_,
        "RoundVoided",
        lambda table, number, stakes, *rest: honest(table, number, stakes[1:], *rest),
    )


@pytest.mark.parametrize("plant", [_ack_before_commit, _double_redeem, _lost_refund])
def test_a_planted_bug_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        asyncio.run(Rehearsal(11, BOUND, _strict()).run())


def test_too_short_a_run_is_not_taken_for_a_good_one() -> None:
    result = CliRunner().invoke(command, ["--seed", "4", "--rounds", "3"])
    assert result.exit_code == 1
    assert "did not happen, so was not tried" in result.output
