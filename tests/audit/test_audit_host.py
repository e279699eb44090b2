"""What the ticketing host has the say over, and credit that goes back: mistakes are found."""

from __future__ import annotations

from typing import Any

import pytest
from audit_journals import audited, played

from openfelt.floor import whole
from openfelt.floor.money import cms_reversal, ticket_host
from openfelt.floor.state import State

SILENT = """
house     tickets host
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
staff     casey=cashier
T1        insert note 50
T1        cash out                 -> ok ticket=#1
tickets   silent
casey     ask host #1
clock     +11s
casey     redeem #1
"""
PLAYED = """
table     B1 LT period=30s min=5 max=500 unit=5 shoe=ready
terminal  T1 tables=B1
staff     dana=dealer
cms       credit T1 250 id=X1
dana@B1   new game
T1        bet B1 player 50
T1        confirm B1
clock     +30s
shoe@B1   cards 9S 5H KD KC
dana@B1   result player
dana@B1   confirm result
cms       reverse T1 250 of=X1 id=R1
"""


def test_silence_that_is_taken_for_a_yes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ticket_host.was_silent

    def credulous(state: State, event: Any) -> None:
        honest(state, event)
        state.tickets[event.number].with_host = False

    evolves: dict[Any, Any] = whole._EVOLVES
    monkeypatch.setitem(evolves, ticket_host.HostSilent, credulous)
    _, findings = audited(played(SILENT))
    assert [one.what for one in findings if "the host has the say" in one.what]


def test_credit_that_was_played_and_goes_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cms_reversal, "_still", lambda terminal: terminal.credit)
    _, findings = audited(played(PLAYED))
    assert [one.what for one in findings] == ["200.00 of what was transferred were not played"]
