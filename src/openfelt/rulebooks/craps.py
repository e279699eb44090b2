"""What a player's craps layout needs of a rulebook."""

from openfelt.games.craps.layout import CrapsRules
from openfelt.rulebooks.rulebook import Rulebook


def craps_rules(rulebook: Rulebook) -> CrapsRules:
    """Return the verdicts, odds, commission and readings of a craps book."""
    assert rulebook.game.wagers_stand
    return CrapsRules(
        rulebook.columns().verdicts,
        rulebook.pays,
        rulebook.commission,
        rulebook.come_phase,
    )
