"""Everything a table plays by, frozen: made by a rulebook, journalled, and kept with the table.

A table that is open asks its definition and nothing else, so that a release with other figures
changes no round of a table that opened before.  Plain data, written and read as it stands.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from openfelt.core.verdict import Result
from openfelt.games.baccarat.shoe_life import ShoeRules
from openfelt.rulebooks.policy import PAIRS, Policy
from openfelt.rulebooks.powers import Role


@dataclass(frozen=True, slots=True)
class Ruling:
    """What an outcome does to a wager.

    `returned` is what comes back of each cent staked and `commission` what was kept of the
    winnings, or of what was paid on top of the stake, both in parts of the definition's
    denominator.  A wager that stands may move to another position of its bet.
    """

    result: Result
    returned: int
    commission: int = 0
    moves_to: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A bet: for each outcome the place of its ruling.

    A wager on it is made of equal `pieces`; on a position that is not placeable one only gets by
    an outcome.
    """

    column: tuple[int, ...]
    pieces: int = 1
    placeable: bool = True


@dataclass(frozen=True, slots=True)
class Definition:
    """What a book says of one table.

    `pays` are the odds as printed, `rulings` the distinct verdicts that the bets' columns point
    at, `layout` the bets one can place in their order.  Mappings are sorted, as the journal writes
    them.  `procedure` names the way of playing, `tableau` the drawing rules, by their version.
    """

    code: str
    title: str
    book: str
    version: str
    effective: str
    game: str
    procedure: str
    decks: int
    tie_percent: int
    pays: Mapping[str, str]
    outcomes: int
    denominator: int
    rulings: tuple[Ruling, ...]
    layout: tuple[str, ...]
    bets: Mapping[str, Offer]
    policy: Policy
    powers: Mapping[str, tuple[Role, ...]]
    shoe: ShoeRules | None
    tableau: str
    fingerprint: str = ""

    def ruling(self, bet: str, place: int) -> Ruling:
        """Return what an outcome does to a wager on a bet."""
        return self.rulings[self.bets[bet].column[place]]

    def on_top(self, bet: str) -> int:
        """Return what is paid on top of each cent staked, in parts of the denominator.

        Of a wager that loses nothing else can be kept but its stake.

        Rule: AC 3.9.8; AC 3.9.15
        """
        rulings = (self.rulings[place] for place in self.bets[bet].column)
        return max(one.commission for one in rulings if one.result is Result.LOSE)

    @property
    def wagers_stand(self) -> bool:
        """Say whether a wager can outlive a round."""
        return any(ruling.result is Result.STANDS for ruling in self.rulings)

    @property
    def has_pairs(self) -> bool:
        """Say whether the pairs on the layout, if it has any, take wagers.

        Rule: MT 8.7(a)
        """
        return all(self.offers(bet) for bet in PAIRS if bet in self.bets)

    def offers(self, bet: str) -> bool:
        """Say whether chips may be laid on a bet.

        Rule: LT 5.1; SB 3.9; MT A.3.1
        """
        offered = self.bets.get(bet)
        return offered is not None and offered.placeable
