"""AC: the clause a refusal names is that of the very bet which was refused."""

import pytest

from openfelt.core.refusal import Refusal
from openfelt.rulebooks.ac import AC


@pytest.mark.parametrize(
    ("code", "bet", "clause"),
    [
        (Refusal.NOT_A_MULTIPLE, "horn", "AC 3.9.22"),
        (Refusal.NOT_A_MULTIPLE, "field", "AC 3.1"),
        (Refusal.ABOVE_ODDS_LIMIT, "odds:4", "AC 3.9.2.1"),
        (Refusal.ABOVE_ODDS_LIMIT, "come_odds:6", "AC 3.9.4.1"),
        (Refusal.ABOVE_ODDS_LIMIT, "dont_odds:5", "AC 3.9.12.1"),
        (Refusal.ABOVE_ODDS_LIMIT, "dont_come_odds:8", "AC 3.9.13.1"),
        (Refusal.LINE_WAGER_NEEDED, "dont_odds:5", "AC 3.9.12"),
        (Refusal.PHASE_DOES_NOT_ALLOW, "dont_come", "AC 3.9.11"),
        (Refusal.WAGER_CANNOT_BE_TAKEN_DOWN, "come", "AC 3.9.3"),
        (Refusal.BUSY, "horn", ""),
    ],
)
def test_a_refusal_names_the_clause_of_its_bet(code: Refusal, bet: str, clause: str) -> None:
    assert AC.clause(code, bet) == clause
