"""The settlement format: one case in, one answer out.  Money is whole cents.

Everything that is wrong with a case is a `CaseError` whose text says what to
write instead; the rules' own refusals (craps placements) are no errors.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from openfelt.core import cards, dice, wheel
from openfelt.core.money import Cents
from openfelt.games import baccarat, roulette, sicbo
from openfelt.games.baccarat.coup import Coup, deal
from openfelt.games.craps.layout import CrapsLayout, Settled
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.craps import craps_rules
from openfelt.rulebooks.rulebook import Rulebook
from openfelt.rulebooks.settlement import Statement, Wager, settle

Json = dict[str, Any]

AMOUNT_MAX: Final = 1_000_000_000
DECKS_DEFAULT: Final = 8
_ACTIONS: Final = ("place", "take_down", "roll")


class CaseError(ValueError):
    """A case that cannot be settled as written."""


def answer(case: object) -> Json:
    """Settle one case, or raise a `ValueError` that says what is wrong with it."""
    if not isinstance(case, dict):
        raise CaseError("a case is a JSON object")
    rulebook = VARIANTS.get(_text(case, "variant"))
    if rulebook is None:
        raise CaseError(f"unknown variant {case['variant']!r}; known: {' '.join(VARIANTS)}")
    if rulebook.game.wagers_stand:
        return _play_script(case, rulebook)
    return _settle_outcome(case, rulebook)


def _settle_outcome(case: Json, rulebook: Rulebook) -> Json:
    decks = _whole(case.get("decks", DECKS_DEFAULT), "decks") if rulebook.shoe else None
    percent = _whole(case.get("tie_percent"), "tie_percent") if rulebook.tie_percents else None
    columns = rulebook.columns(decks, percent)
    wagers = [
        _wager(entry, place, rulebook) for place, entry in enumerate(_list(case, "wagers"), 1)
    ]
    place, coup = _OUTCOMES[rulebook.game.name](_object(case, "outcome"), decks)
    statement = settle(columns, place, wagers)
    return _statement(case, statement) | ({"coup": _coup(coup)} if coup else {})


def _wager(entry: object, place: int, rulebook: Rulebook) -> Wager:
    try:
        wager = _placed(entry, rulebook)
    except CaseError as error:
        raise CaseError(f"wager {place}: {error}") from None
    pieces = rulebook.game.bets[wager.bet].pieces
    if wager.amount % pieces:
        raise CaseError(
            f"wager {place}: {wager.bet} is {pieces} equal pieces; "
            f"{wager.amount} cents do not divide"
        )
    return wager


def _placed(entry: object, rulebook: Rulebook) -> Wager:
    if not isinstance(entry, dict):
        raise CaseError("a wager is an object with bet and amount_cents")
    bet, amount = entry.get("bet"), entry.get("amount_cents")
    if not isinstance(bet, str) or bet not in _bets_offered(rulebook):
        raise CaseError(f"{rulebook.code} offers no bet {bet!r}")
    if type(amount) is not int or not 1 <= amount <= AMOUNT_MAX:
        raise CaseError(f"amount_cents is a whole number, 1 to {AMOUNT_MAX}, not {amount!r}")
    return Wager(bet, Cents(amount))


@cache
def _bets_offered(rulebook: Rulebook) -> frozenset[str]:
    return frozenset(bet.code for bet in rulebook.game.bets.values() if bet.placeable)


def _coup_outcome(outcome: Json, decks: int | None) -> tuple[int, Coup]:
    assert decks is not None
    shoe = list(map(cards.card, _list(outcome, "shoe")))
    cards.check_copies(shoe, decks)
    coup = deal(shoe)
    return coup.totals.place, coup


def _dice_outcome(outcome: Json, decks: int | None) -> tuple[int, None]:  # noqa: ARG001
    return dice.index(dice.faces(outcome.get("dice"), 3)), None


def _wheel_outcome(outcome: Json, decks: int | None) -> tuple[int, None]:  # noqa: ARG001
    return wheel.pocket(outcome.get("number")), None


_OUTCOMES: Final[dict[str, Callable[[Json, int | None], tuple[int, Coup | None]]]] = {
    baccarat.GAME.name: _coup_outcome,
    sicbo.GAME.name: _dice_outcome,
    roulette.GAME.name: _wheel_outcome,
}


def _statement(case: Json, statement: Statement) -> Json:
    return {
        "id": case.get("id"),
        "returned_cents": statement.credited,
        "per_wager": [
            {"result": settled.verdict.result, "returned_cents": settled.returned}
            for settled in statement.wagers
        ],
    }


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


class _Script:
    """A craps script at play: one player's layout, and what each step left."""

    def __init__(self, case: Json, rulebook: Rulebook) -> None:
        balance = _whole(case.get("start_balance_cents"), "start_balance_cents")
        if balance < 0:
            raise CaseError("start_balance_cents is not below zero")
        self._rulebook = rulebook
        self._names: set[str] = set()
        self.layout = CrapsLayout(craps_rules(rulebook), Cents(balance))
        self.balances: list[int] = []
        self.rolls: list[Json] = []

    def step(self, number: int, step: object) -> None:
        if not isinstance(step, dict) or len(step.keys() & set(_ACTIONS)) != 1:
            raise CaseError(f"a step is one of {', '.join(_ACTIONS)}")
        match step:
            case {"place": dict() as entry}:
                self._place(entry)
            case {"take_down": dict() as entry}:
                self.layout.take_down(_text(entry, "id"))
            case {"roll": values}:
                self._roll(number, dice.faces(values, 2))
            case _:
                raise CaseError("what is placed or taken down is an object")
        self.balances.append(self.layout.balance)

    def _place(self, entry: Json) -> None:
        name = _text(entry, "id")
        wager = _placed(entry, self._rulebook)
        if "adds_to" in entry:
            self.layout.add(_text(entry, "adds_to"), wager.bet, wager.amount)
            return
        if name in self._names:
            raise CaseError(f"two wagers are named {name!r}")
        if self.layout.place(name, wager.bet, wager.amount) is None:
            self._names.add(name)

    def _roll(self, number: int, roll: tuple[int, ...]) -> None:
        settled = self.layout.roll(roll)
        self.rolls.append(
            {
                "step": number,
                "balance_cents": self.layout.balance,
                "open_cents": sum(standing.amount for standing in self.layout.open.values()),
                "point_after": self.layout.point,
                "settled": [_settled(wager) for wager in settled],
            }
        )


def _settled(settled: Settled) -> Json:
    return {
        "id": settled.wager,
        "bet": settled.standing.bet,
        "result": settled.verdict.result,
        "returned_cents": settled.returned,
        "amount_cents": settled.standing.amount,
    }


def _play_script(case: Json, rulebook: Rulebook) -> Json:
    script = _Script(case, rulebook)
    for number, step in enumerate(_list(case, "steps")):
        try:
            script.step(number, step)
        except ValueError as error:
            raise CaseError(f"step {number}: {error}") from None
    return {
        "id": case.get("id"),
        "balance_after_step": script.balances,
        "rolls": script.rolls,
        "final_balance_cents": script.layout.balance,
        "still_open": [
            {"id": name, "bet": standing.bet, "amount_cents": standing.amount}
            for name, standing in script.layout.open.items()
        ],
    }


def _text(entry: Json, key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str):
        raise CaseError(f"{key} is a text, not {value!r}")
    return value


def _list(entry: Json, key: str) -> list[object]:
    value = entry.get(key)
    if not isinstance(value, list):
        raise CaseError(f"{key} is a list, not {value!r}")
    return value


def _object(entry: Json, key: str) -> Json:
    value = entry.get(key)
    if not isinstance(value, dict):
        raise CaseError(f"{key} is an object, not {value!r}")
    return value


def _whole(value: object, key: str) -> int:
    if type(value) is not int:
        raise CaseError(f"{key} is a whole number, not {value!r}")
    return value
