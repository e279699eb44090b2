"""A run of rounds: one unit on every bet, round after round, held to the exact value."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np

from openfelt.games.baccarat.shoe_life import Burn
from openfelt.maths.par import Sheet, UnknownSheet, sheets
from openfelt.maths.profile import Profile
from openfelt.simulate.board import Board
from openfelt.simulate.shoe import NotAShoe, Shoe, shoe_tables
from openfelt.simulate.streams import SHOES_A_SHARD, WORDS_A_SHARD
from openfelt.simulate.tally import Tally

_SHARDS_A_BATCH: Final = 1_000
_SAMPLED: Final = 4


class UnknownBet(ValueError):
    """A bet the variant does not offer."""


def sheet_named(name: str) -> str:
    """Return the key of the one sheet meant: a variant of several decks is played with eight."""
    found = [sheet.key for sheet in sheets([name])]
    eight = [key for key in found if key.endswith("/8")]
    if len(found) > 1 and len(eight) != 1:
        raise UnknownSheet(f"{name} is played in several ways; name one: {' '.join(found)}")
    return found[0] if len(found) == 1 else eight[0]


@dataclass(frozen=True)
class Rounds:
    """What is played: plain data, so that another process can play it too.

    `sample` names the bets whose drawdown is followed; all bets are settled.
    With `counted`, situations are counted and nothing runs: the same sums, sooner.
    """

    sheet_key: str
    seed: int
    sample: tuple[str, ...] = ()
    counted: bool = False
    burn: str = ""
    cutting_card: int = 0

    batch: ClassVar[int] = _SHARDS_A_BATCH
    unit: ClassVar[str] = "rounds"

    @cached_property
    def sheet(self) -> Sheet:
        """The variant as it stands on its table."""
        (found,) = sheets([self.sheet_key])
        return found

    @cached_property
    def profiles(self) -> dict[str, Profile]:
        """The exact value of every bet."""
        return self.sheet.profiles()

    @cached_property
    def board(self) -> Board:
        """Its columns as arrays."""
        return Board(self.sheet.rulebook, self.sheet.columns)

    @cached_property
    def shoe(self) -> Shoe | None:
        """Its shoe, as the book has it unless the table says otherwise."""
        rules = self.sheet.rulebook.shoe
        if rules is None:
            return None
        assert self.sheet.decks is not None
        burn = rules.burns[0]
        if self.burn:
            burn = next((way for way in Burn if way.value == self.burn), burn)
            if burn.value != self.burn:
                ways = ", ".join(way.value for way in rules.burns)
                raise NotAShoe(f"no way of burning {self.burn!r}; this book has {ways}")
        from_back = self.cutting_card or rules.cutting_card_from_back
        return Shoe(rules, self.sheet.decks, burn, from_back)

    def check(self) -> None:
        """Refuse a shoe or a bet that the book does not have, before anything is played."""
        if self.shoe is None and (self.burn or self.cutting_card):
            raise NotAShoe(f"{self.sheet.rulebook.code} is not played from a shoe")
        if self.shoe is not None and self.counted:
            raise NotAShoe("coups are never only counted: shoes need their own sums")
        assert self.sampled

    @cached_property
    def sampled(self) -> tuple[int, ...]:
        """The bets whose drawdown is followed: those named, else all of five or some of many."""
        bets = self.board.bets
        if self.sample:
            for bet in self.sample:
                if bet not in bets:
                    raise UnknownBet(
                        f"{self.sheet.rulebook.code} has no bet {bet!r}; it has {' '.join(bets)}"
                    )
            return tuple(bets.index(bet) for bet in self.sample)
        if self.shoe is not None:
            return tuple(range(len(bets)))
        return tuple(len(bets) * part // _SAMPLED for part in range(_SAMPLED))

    @property
    def identity(self) -> dict[str, Any]:
        """What makes two runs the same run."""
        return {
            "kind": "counted rounds" if self.counted else "rounds",
            "variant": self.sheet_key,
            "rulebook": self.sheet.rulebook.fingerprint,
            "seed": self.seed,
            "bets followed": [self.board.bets[place] for place in self.sampled],
            "burn": self.shoe.burn.value if self.shoe else None,
            "cutting card": self.shoe.from_back if self.shoe else None,
        }

    @property
    def rounds_a_shard(self) -> int:
        """How many rounds of a shard count; of baccarat the coups of fixed index."""
        if self.shoe is not None:
            return SHOES_A_SHARD * self.shoe.fixed_coups
        return WORDS_A_SHARD * len(self.board.draws.bounds)

    def shards(self, rounds: int) -> int:
        """Return how many shards hold at least so many rounds."""
        return -(-rounds // self.rounds_a_shard)

    def play(self, first: int, end: int) -> Tally:
        """Play some shards."""
        if self.shoe is not None:
            return self._play_shoes(self.shoe, first, end)
        return self._count(first, end) if self.counted else self._settle(first, end)

    def _even(self, first: int, end: int) -> tuple[Any, ...]:
        draws, board = self.board.draws, self.board
        return (
            *(np.uint64(self.seed), np.uint64(first), end - first, self.rounds_a_shard),
            *(np.uint64(board.outcomes), np.uint64(len(draws.bounds))),
            *(np.uint64(draws.product), np.uint64(draws.rejected_below), board.situations.onward),
        )

    def _count(self, first: int, end: int) -> Tally:
        from openfelt.simulate import shards

        count_even: Any = shards.count_even
        board, draws = self.board, self.board.draws
        if board.size == board.outcomes and len(draws.bounds) % 2 == 0:
            counts = self._pairs(count_even, first, end)
        else:
            counts = np.zeros(board.size, np.int64)
            count_even(*self._even(first, end), counts)
        sums = counts @ self.board.nets[:, : len(self.board.bets)].astype(np.int64)
        return Tally.of({"shards": [end - first], "counts": counts, "sums": sums})

    def _pairs(self, count_even: Any, first: int, end: int) -> Any:
        """Count two rounds at a time: a number below n x n is two below n of the same word."""
        draws, outcomes = self.board.draws, self.board.outcomes
        pairs = np.zeros(outcomes * outcomes, np.int64)
        count_even(
            *(np.uint64(self.seed), np.uint64(first), end - first, self.rounds_a_shard // 2),
            *(np.uint64(pairs.size), np.uint64(len(draws.bounds) // 2)),
            *(np.uint64(draws.product), np.uint64(draws.rejected_below)),
            *(np.zeros(pairs.size, np.uint16), pairs),
        )
        square = pairs.reshape(outcomes, outcomes)
        return square.sum(axis=0) + square.sum(axis=1)

    def _settle(self, first: int, end: int) -> Tally:
        from openfelt.simulate import shards

        settle_even: Any = shards.settle_even
        board = self.board
        lanes = self._lanes
        counts, sums = np.zeros(board.size, np.int64), np.zeros(board.nets.shape[1], np.int64)
        deepest = np.zeros((2, lanes.shape[1]), np.int64)
        settle_even(*self._even(first, end), board.nets, board.flush, lanes, counts, sums, *deepest)
        added = {"shards": [end - first], "counts": counts, "sums": sums[: len(board.bets)]}
        return self._with_drawdown(added, deepest)

    def _play_shoes(self, shoe: Shoe, first: int, end: int) -> Tally:
        from openfelt.simulate.shards import settle_shoes

        board, bets = self.board, len(self.board.bets)
        lanes = board.lanes(range(bets))
        counts = np.zeros((2, board.outcomes), np.int64)
        sums = np.zeros((3, lanes.shape[1]), np.int64)
        deepest = np.zeros((2, lanes.shape[1]), np.int64)
        settle_shoes(
            *(np.uint64(self.seed), np.uint64(first), end - first, shoe_tables(shoe)),
            *(lanes, *counts, *sums, *deepest),
        )
        added = {
            "shards": [end - first],
            "counts": counts[0],
            "late_counts": counts[1],
            "sums": sums[0][:bets],
            "squares": sums[1][:bets],
            "late_sums": sums[2][:bets],
        }
        return self._with_drawdown(added, deepest[:, list(self.sampled)])

    def _with_drawdown(self, added: dict[str, Any], deepest: Any) -> Tally:
        followed = slice(0, len(self.sampled))
        added["deepest_sum"] = deepest[1][followed]
        return Tally.of(added, {"deepest": deepest[0][followed]})

    @cached_property
    def _lanes(self) -> Any:
        return self.board.lanes(self.sampled)
