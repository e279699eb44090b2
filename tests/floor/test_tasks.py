"""Who has to see to what, and after how long a station reminds him."""

from __future__ import annotations

import pytest

from openfelt.floor.people.task import KINDS, MINUTE


@pytest.mark.parametrize(
    ("kind", "role", "minutes"),
    [
        pytest.param("call", "attendant", 5, marks=pytest.mark.clause("LT 11.3", "SB 8.3")),
        pytest.param("hold", "inspector", 15, marks=pytest.mark.clause("LT 9.2", "SB 5.2")),
        pytest.param("void_shoe", "inspector", 15, marks=pytest.mark.clause("LT 11.6.19")),
        pytest.param("foreign_card", "inspector", 15, marks=pytest.mark.clause("LT 11.6.10.3")),
        pytest.param("missing_card", "inspector", 15, marks=pytest.mark.clause("LT 11.6.10.3")),
        pytest.param(
            "card_check", "casino_supervisor", 60, marks=pytest.mark.clause("LT 11.6.10.3")
        ),
        pytest.param("fraud", "inspector", 15, marks=pytest.mark.clause("LT 12.4.2", "SB 8.8.2")),
        pytest.param("payment", "cashier", 0, marks=pytest.mark.clause("LT 9.3.1", "SB 5.3.1")),
    ],
)
def test_a_task_falls_to_its_role_and_is_due_in_time(kind: str, role: str, minutes: int) -> None:
    assert KINDS[kind] == (role, minutes * MINUTE)
