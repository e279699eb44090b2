"""The settlement format: one case in, one answer out.  Money is whole cents.

Everything that is wrong with a case is a `CaseError` whose text says what to
write instead; the rules' own refusals (craps placements) are no errors.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from openfelt.cli.case_form import Case, CaseError, Json, offered, one_outcome, variant_of
from openfelt.cli.craps_script import play_script
from openfelt.core import dice
from openfelt.core.cards import Card
from openfelt.floor.rounds.settling import returned_on
from openfelt.floor.state import Stake
from openfelt.games import baccarat, roulette, sicbo
from openfelt.games.baccarat.coup import Coup, deal
from openfelt.rulebooks.definition import Definition
from openfelt.rulebooks.rulebook import Rulebook


def answer(case: object) -> Json:
    """Settle one case, or raise a `ValueError` that says what is wrong with it."""
    written, rulebook = variant_of(case)
    if rulebook.game.wagers_stand:
        return play_script(written, rulebook)
    return _settle(one_outcome(written, rulebook))


def _settle(case: Case) -> Json:
    rules = rules_of(case)
    for place, stake in enumerate(case.wagers, 1):
        try:
            _check(stake, case.rulebook)
        except CaseError as error:
            raise CaseError(f"wager {place}: {error}") from None
    outcome, coup = _COMES_TO[case.rulebook.game.name](case.outcome)
    returned = returned_on(rules, case.wagers, outcome)
    return statement(case, rules, outcome, returned, coup)


def rules_of(case: Case) -> Definition:
    """Return what the table of a case plays by."""
    return case.rulebook.definition(case.decks, case.tie_percent)


def _check(stake: Stake, rulebook: Rulebook) -> None:
    pieces = offered(rulebook, stake.bet).pieces
    if stake.amount % pieces:
        raise CaseError(f"{stake.bet} is {pieces} equal pieces; {stake.amount} cents do not divide")


def _coup_dealt(shoe: Sequence[Card]) -> tuple[int, Coup]:
    coup = deal(shoe)
    return coup.totals.place, coup


# What the devices show: its place in the columns, and the coup where there is one.
_COMES_TO: Final[dict[str, Callable[[Any], tuple[int, Coup | None]]]] = {
    baccarat.GAME.name: _coup_dealt,
    sicbo.GAME.name: lambda roll: (dice.index(roll), None),
    roulette.GAME.name: lambda number: (number, None),
}


def statement(
    case: Case, rules: Definition, outcome: int, returned: Sequence[int], coup: Coup | None
) -> Json:
    """Word the answer: what was credited in all and for each wager, and the coup."""
    said: Json = {
        "id": case.id,
        "returned_cents": sum(returned),
        "per_wager": [
            {"result": rules.ruling(stake.bet, outcome).result, "returned_cents": back}
            for stake, back in zip(case.wagers, returned, strict=True)
        ],
    }
    return said | {"coup": _coup(coup)} if coup else said


def _coup(coup: Coup) -> Json:
    totals = coup.totals
    return {
        "player": coup.player,
        "banker": coup.banker,
        "player_points": totals.player,
        "banker_points": totals.banker,
        "winner": totals.winner,
        "natural": coup.natural,
        "cards_used": coup.cards_used,
        "player_pair": totals.player_pair,
        "banker_pair": totals.banker_pair,
    }
