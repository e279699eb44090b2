"""What is given to the GPU: a kernel's source, its constants, its tables and the rows it fills.

Nothing here touches a GPU, so the same kernels can be built for the processor and tried there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from openfelt.core.cards import RANKS
from openfelt.games.baccarat.coup import POINTS
from openfelt.simulate.board import LANES, Board
from openfelt.simulate.shoe import Shoe, tableau
from openfelt.simulate.streams import SHOES_A_SHARD, WORDS_A_SHARD

Array = np.ndarray[Any, Any]

_FOLDER: Final = Path(__file__).parent
_EVEN_THREADS: Final = 256
# An H200 has 227 KiB of shared memory for the cards of its threads: 512 shoes of eight decks.
_SHOE_THREADS: Final = 512
_WARP: Final = 32
# More than any of the sources declares by itself where threads have room of their own.
_DECLARED_MAX: Final = 14 * 1024
_BETS_MAX: Final = 8
# A kernel looks at three words of four cards from any place on.
_BEYOND: Final = 11


@dataclass(frozen=True, eq=False)
class Kernel:
    """A function of the GPU: called with seed, first shard, shards, its tables and its rows.

    Rows are 64 bits wide and begin at 0; a launch adds to them, or raises them.
    """

    name: str
    files: tuple[str, ...]
    constants: Mapping[str, int]
    tables: tuple[Array, ...]
    rows: Mapping[str, int]
    # Shared memory of a block, and of each thread, beyond what the source declares.
    block_bytes: int = 0
    thread_bytes: int = 0
    # Whether a thread goes on to further shards, so that no more are started than can run.
    goes_on: bool = False

    @property
    def threads(self) -> int:
        """Threads of a block."""
        return self.constants["THREADS"]

    @property
    def shared_bytes(self) -> int:
        """Shared memory to be asked for at the launch."""
        return self.block_bytes + self.thread_bytes * self.threads

    def fitted(self, shared_bytes: int) -> "Kernel":
        """Return the kernel with as many threads as fit a GPU of so much shared memory."""
        if not self.thread_bytes:
            return self
        room = (shared_bytes - _DECLARED_MAX) // self.thread_bytes // _WARP * _WARP
        threads = min(self.threads, room)
        return replace(self, constants={**self.constants, "THREADS": threads})

    @cached_property
    def source(self) -> str:
        """The whole source with its constants."""
        lines = [f"#define {name} {_written(value)}" for name, value in self.constants.items()]
        files = [(_FOLDER / name).read_text() for name in ("stream.cuh", *self.files)]
        return "\n".join([*lines, *files])


def _written(value: int) -> str:
    """Write a constant as narrow as it is: wide ones would make all sums with them wide."""
    if value < 0:
        return f"({value}ll)"
    return str(value) if value < 1 << 31 else f"{value}{'ll' if value < 1 << 63 else 'ull'}"


def even_kernel(board: Board, followed: tuple[int, ...]) -> Kernel:
    """Return the kernel of a game whose outcomes are equally likely, following up to four bets."""
    assert len(followed) <= LANES
    draws = board.draws
    lanes = LANES if followed else 0
    constants = {
        "THREADS": _EVEN_THREADS,
        "OUTCOMES": board.outcomes,
        "PER_WORD": len(draws.bounds),
        "PRODUCT": draws.product,
        "REJECTED_BELOW": draws.rejected_below,
        "WORDS": WORDS_A_SHARD,
        "SITUATIONS": board.size,
        "LANES": lanes,
    }
    gains = np.zeros((board.size, LANES), np.int16)
    gains[:, : len(followed)] = board.nets[:, list(followed)]
    return Kernel(
        "even",
        ("even.cu",),
        constants,
        (board.situations.onward, gains),
        {"counts": board.size, "deepest": LANES, "deepest_sum": LANES},
    )


def _with_points(cards: Array) -> Array:
    """Return cards as point x 16 + rank."""
    points = np.array([POINTS[rank] for rank in RANKS], np.uint8)
    whole: Array = points[cards] << 4 | cards
    return whole


def _openings() -> Array:
    """Pack the tableau by Player's count, Banker's count and the fifth card's points.

    Upwards from bit 0: the Banker's count, four ones if he draws the sixth card,
    the Player's count, the cards used.
    """
    table = tableau()
    rank_of = {POINTS[rank]: number for number, rank in enumerate(RANKS)}
    packed = np.zeros(1000, np.uint16)
    for player in range(10):
        for banker in range(10):
            for point in range(10):
                place = player << 8 | banker << 4 | rank_of[point]
                counts = int(table.counts[place])
                draws = 15 if counts & 256 else 0
                packed[player * 100 + banker * 10 + point] = (
                    (counts & 255) >> 4
                    | draws << 4
                    | (counts >> 16) // 40 << 8
                    | int(table.used[place]) << 12
                )
    return packed


def dealing(shoe: Shoe) -> tuple[dict[str, int], tuple[Array, ...], int]:
    """Return constants and tables of a shoe, and in how many bytes a thread keeps its cards."""
    words = (shoe.size + _BEYOND) // 4
    cards = np.zeros(4 * words, np.uint8)
    cards[: shoe.size] = _with_points(shoe.cards[: shoe.size])
    fair = np.stack([shoe.products, shoe.rejected_below], axis=1)
    burned = np.zeros(16, np.uint8)
    burned[: len(shoe.burned)] = shoe.burned
    constants = {
        "SIZE": shoe.size,
        "DEALT": shoe.dealt,
        "CUTTING_CARD_AT": shoe.cutting_card_at,
    }
    return constants, (cards, fair, _openings(), burned, shoe.further), 4 * words


def shoe_kernel(board: Board, shoe: Shoe) -> Kernel:
    """Return the kernel that shuffles and deals shoes and settles every coup."""
    bets = len(board.bets)
    assert bets <= _BETS_MAX
    constants, tables, thread_bytes = dealing(shoe)
    gains = np.zeros((board.size, _BETS_MAX), np.int16)
    gains[:, :bets] = board.nets[:, :bets]
    by_bet = ("sums", "squares", "late_sums", "deepest", "deepest_sum")
    constants |= {
        "THREADS": _SHOE_THREADS,
        "OUTCOMES": board.outcomes,
        "FIXED": shoe.fixed_coups,
        "SHOES": SHOES_A_SHARD,
        "BETS": bets,
    }
    return Kernel(
        "shoes",
        ("deal.cuh", "shoes.cu"),
        constants,
        (*tables, gains),
        {"counts": board.size, "late_counts": board.size, **dict.fromkeys(by_bet, bets)},
        thread_bytes=thread_bytes,
    )
