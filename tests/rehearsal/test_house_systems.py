"""The house's other systems under faults, and mistakes of ours that they would bring to light."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from openfelt.audit.auditor import Auditor
from openfelt.audit.finding import Wrong
from openfelt.floor.base import Answer
from openfelt.floor.money import dispensing, ticket, ticket_host
from openfelt.floor.money.order import HostOrder
from openfelt.floor.state import State
from openfelt.rehearsal.faults import Fault
from openfelt.rehearsal.promises import Violated
from openfelt.rehearsal.rehearsal import Rehearsal, Report

ROUNDS = 60
SEEDS = range(1, 5)
Plant = Callable[[pytest.MonkeyPatch], None]


def _all_played() -> None:
    for seed in SEEDS:
        _played(seed)


def _played(seed: int) -> Report:
    rehearsal = Rehearsal(seed, ROUNDS, Auditor(strict=True), hosted=True)
    return asyncio.run(rehearsal.run())


def test_a_host_that_loses_repeats_and_reorders_breaks_no_promise() -> None:
    report = _played(1)
    assert {Fault.HOST_SILENT, Fault.HOST_REPEATED, Fault.HOST_REORDERED} <= report.met.keys()
    assert report.granted["ClaimTicket"]
    assert report.granted["AnswerAsHost"]
    assert report.granted["PresentAtKiosk"]
    assert report.crashes


def host_is_not_asked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ticket, "is_hosts", lambda state, number, archived: False)


def authorised_is_taken_for_committed(patch: pytest.MonkeyPatch) -> None:
    def hasty(state: State, command: Any, order: HostOrder, now: int) -> Answer:
        return ticket_host._committed(state, command.order, order, now)

    patch.setattr(ticket_host, "_authorised", hasty)


def kiosk_does_not_ask(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(dispensing, "is_hosts", lambda state, number, archived: False)
    patch.setattr(dispensing, "payable", ticket.redeemable)


@pytest.mark.parametrize(
    "plant", [host_is_not_asked, authorised_is_taken_for_committed, kiosk_does_not_ask]
)
def test_a_mistake_about_the_host_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises((Wrong, Violated)):
        _all_played()
