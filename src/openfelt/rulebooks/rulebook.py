"""A rulebook variant: one game with its odds, its procedure and its policy, as data."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from openfelt.core.odds import Odds, PayLine, Paytable
from openfelt.core.refusal import Refusal
from openfelt.games.baccarat.shoe_life import ShoeRules
from openfelt.games.game import Game
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.policy import Policy


class NotPlayedSo(ValueError):
    """A number of decks or a tie bonus the variant does not have."""


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """One of the eleven variants.

    `phases` is the procedure of a round, in the words of the transcripts.
    `clauses` holds the clause behind each refusal, `bet_clauses` where a kind of bet has one of its
    own; a code without one is ours.
    `commission` is charged on top when such a bet is placed, for each unit staked.
    """

    code: str
    title: str
    book: str
    version: str
    effective: str
    game: Game[Any]
    pays: Paytable
    phases: tuple[str, ...]
    policy: Policy
    clauses: Mapping[Refusal, str]
    shoe: ShoeRules | None = None
    tie_percents: range | None = None
    tie_clause: str = ""
    commission: Mapping[str, Fraction] = field(default_factory=dict)
    bet_clauses: Mapping[tuple[Refusal, str], str] = field(default_factory=dict)

    def clause(self, code: Refusal, bet: str = "") -> str:
        """Return the clause behind a refusal of a bet, nothing where the refusal is ours."""
        kind = bet.partition(":")[0]
        return self.bet_clauses.get((code, kind)) or self.clauses.get(code, "")

    def columns(self, decks: int | None = None, tie_percent: int | None = None) -> Columns:
        """Return what every bet pays on every outcome, at a table of so many decks."""
        if self.shoe is not None and decks not in self.shoe.decks:
            lawful = ", ".join(map(str, self.shoe.decks))
            raise NotPlayedSo(f"{self.code} is played with {lawful} decks, not {decks}")
        if self.tie_percents is None:
            return _columns(self, None)
        if tie_percent not in self.tie_percents:
            least, most = self.tie_percents[0], self.tie_percents[-1]
            raise NotPlayedSo(f"{self.code} pays {least} to {most} % on a tie, not {tie_percent}")
        return _columns(self, tie_percent)

    def pays_at(self, tie_percent: int | None) -> Paytable:
        """Return the odds of a table, with the part of the stake it signs for a tie.

        Rule: PB 13.3.5.2
        """
        if tie_percent is None:
            return self.pays
        return self.pays.joined_by(PayLine("tie_bonus", Odds(tie_percent, 100), self.tie_clause))

    @property
    def fingerprint(self) -> str:
        """Hash of the odds, the commission, the shoe and the policy in force."""
        definition = {
            "code": self.code,
            "version": self.version,
            "pays": {name: str(odds) for name, odds in self.pays.items()},
            "commission": {bet: str(rate) for bet, rate in self.commission.items()},
            "tie_percents": list(self.tie_percents or ()),
            "phases": self.phases,
            "shoe": self.shoe and {key: str(value) for key, value in asdict(self.shoe).items()},
            "policy": {key: str(value) for key, value in asdict(self.policy).items()},
        }
        canonical = json.dumps(definition, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()


@cache
def _columns(rulebook: Rulebook, tie_percent: int | None) -> Columns:
    pays = rulebook.pays_at(tie_percent)
    return Columns(rulebook.game.outcomes, rulebook.game.columns(pays))
