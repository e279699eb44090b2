"""A rulebook variant: one game with its odds, its procedure and its policy, as data."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any, Final

from openfelt.core.odds import Odds, PayLine, Paytable
from openfelt.core.refusal import Refusal
from openfelt.core.verdict import Result, Verdict
from openfelt.games.baccarat.shoe_life import ShoeRules
from openfelt.games.baccarat.tableau import VERSION as TABLEAU
from openfelt.games.craps.placement import ComePhase
from openfelt.games.game import Bet, Game
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.definition import Definition, Offer, Ruling
from openfelt.rulebooks.policy import PAIRS, Pairs, Policy
from openfelt.rulebooks.powers import Powers

_NO_COMMISSION: Final = Fraction(0)


class NotPlayedSo(ValueError):
    """A number of decks or a tie bonus the variant does not have."""


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """One of the eleven variants.

    `procedure` names the way the floor plays it, "" where it has none yet; `phases` are those of
    a round, in the words of the transcripts.
    `clauses` holds the clause behind each refusal, `bet_clauses` where a kind of bet has one of its
    own; a code without one is ours.
    `commission` is charged on top when such a bet is placed, for each unit staked.
    `wins_on_display`: what seats win may be shown on a display besides their own meters.
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
    powers: Powers
    clauses: Mapping[Refusal, str]
    procedure: str = ""
    shoe: ShoeRules | None = None
    tie_percents: range | None = None
    tie_clause: str = ""
    commission: Mapping[str, Fraction] = field(default_factory=dict)
    bet_clauses: Mapping[tuple[Refusal, str], str] = field(default_factory=dict)
    come_phase: ComePhase = ComePhase.NOT_OFFERED
    wins_on_display: bool = False

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

    def definition(
        self, decks: int | None = None, tie_percent: int | None = None, *, pairs: bool = True
    ) -> Definition:
        """Return everything a table plays by; a table without a shoe or a tie bonus names none.

        Where the operator need not offer pairs their areas stay, and take no wager.

        Rule: MT 8.2(b)(ii); MT 8.7(a)
        """
        decks = decks if self.shoe else None
        percent = tie_percent if self.tie_percents else None
        self.columns(decks, percent)  # Refuses what is not played so.
        if not pairs and self.policy.pairs is not Pairs.WITH_A_MAIN_WAGER:
            raise NotPlayedSo(f"{self.code} does not leave pairs to the table")
        return _definition(self, decks or 0, percent, pairs=pairs)

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
            "powers": {act: list(roles) for act, roles in self.powers.items()},
            "procedure": self.procedure,
        }
        canonical = json.dumps(definition, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()


@cache
def _columns(rulebook: Rulebook, tie_percent: int | None) -> Columns:
    pays = rulebook.pays_at(tie_percent)
    return Columns(rulebook.game.outcomes, rulebook.game.columns(pays))


@cache
def _definition(
    rulebook: Rulebook, decks: int, tie_percent: int | None, *, pairs: bool
) -> Definition:
    columns = _columns(rulebook, tie_percent)
    rulings: dict[Ruling, int] = {}
    bets = {
        code: _offer(bet, columns, rulings, rulebook.commission.get(code, _NO_COMMISSION))
        for code, bet in sorted(rulebook.game.bets.items())
    }
    if not pairs:
        bets |= {code: replace(bets[code], placeable=False) for code in PAIRS}
    pays = rulebook.pays_at(tie_percent)
    made = Definition(
        code=rulebook.code,
        title=rulebook.title,
        book=rulebook.book,
        version=rulebook.version,
        effective=rulebook.effective,
        game=rulebook.game.name,
        procedure=rulebook.procedure,
        decks=decks,
        tie_percent=tie_percent or 0,
        pays={name: str(odds) for name, odds in sorted(pays.items())},
        outcomes=len(columns.outcomes),
        denominator=columns.denominator,
        rulings=tuple(rulings),
        layout=tuple(bet.code for bet in rulebook.game.bets.values() if bet.placeable),
        bets=bets,
        policy=rulebook.policy,
        powers={act.value: roles for act, roles in sorted(rulebook.powers.items())},
        shoe=rulebook.shoe,
        tableau=TABLEAU if rulebook.shoe else "",
    )
    return replace(made, fingerprint=fingerprint_of(asdict(made)))


def _offer(bet: Bet[Any], columns: Columns, rulings: dict[Ruling, int], on_top: Fraction) -> Offer:
    places = []
    for verdict in columns.verdicts[bet.code]:
        ruling = _ruling(bet.code, verdict, columns.denominator, on_top)
        places.append(rulings.setdefault(ruling, len(rulings)))
    return Offer(tuple(places), bet.pieces, bet.placeable)


def _ruling(code: str, verdict: Verdict, denominator: int, on_top: Fraction) -> Ruling:
    """Count in whole parts; a wager that stands gives nothing back yet, and costs nothing yet."""
    if verdict.result is Result.STANDS:
        return Ruling(verdict.result, 0, 0, "" if not verdict.point else f"{code}@{verdict.point}")
    commission = (verdict.commission + on_top) * denominator
    assert commission.denominator == 1
    return Ruling(verdict.result, int((verdict.net + 1) * denominator), int(commission))


def fingerprint_of(definition: Mapping[str, Any]) -> str:
    """Hash a definition without the hash itself: whoever holds the fields can do it again."""
    fields = {name: value for name, value in definition.items() if name != "fingerprint"}
    canonical = json.dumps(
        fields, sort_keys=True, separators=(",", ":"), default=lambda word: word.value
    )
    return hashlib.sha256(canonical.encode()).hexdigest()
