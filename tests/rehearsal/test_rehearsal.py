"""The whole floor under faults: nothing breaks, and what is broken on purpose is found."""

import asyncio
import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from openfelt.audit.auditor import Auditor
from openfelt.cli.simulate_floor import command
from openfelt.engine.outbox import Held, Outbox
from openfelt.floor.base import Refused
from openfelt.floor.ended import Thing
from openfelt.floor.money import ticket
from openfelt.floor.rounds import round as round_
from openfelt.floor.state import State, Ticket
from openfelt.rehearsal.acts import ROUNDS_AN_ACT, seeds
from openfelt.rehearsal.faults import Fault
from openfelt.rehearsal.rehearsal import Rehearsal

BOUND = 500


def _strict() -> Auditor:
    return Auditor(strict=True)


def test_five_thousand_rounds_with_faults_break_no_promise_and_follow_those_logged(
    tmp_path: Path,
) -> None:
    log = tmp_path / "rehearsals.csv"
    log.write_text("seed,rounds,rows,crashes,commit\n2025,1001,8000,70,abc\n")
    options = ["--rounds", "5000", "--log", str(log), "--total", "6000"]
    result = CliRunner().invoke(command, options)
    assert result.exit_code == 0, result.output
    for fault in Fault:
        assert fault.value in result.output
    logged = list(csv.DictReader(log.read_text().splitlines()))
    assert [run["seed"] for run in logged] == ["2025", "2026"]
    rounds = int(logged[1]["rounds"])
    assert rounds >= 5_000
    enough = CliRunner().invoke(command, options)
    assert enough.output == f"{1001 + rounds:,} rounds in {log}\n"


def test_the_same_seed_plays_the_same_floor() -> None:
    first = asyncio.run(Rehearsal(5, 60, _strict()).run())
    second = asyncio.run(Rehearsal(5, 60, _strict()).run())
    assert first == second


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
