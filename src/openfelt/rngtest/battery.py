"""Which test is made of what."""

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, product
from typing import Final, assert_never

import numpy as np

from openfelt.core.cards import DECK, RANKS
from openfelt.core.dice import FACES
from openfelt.core.wheel import POCKETS
from openfelt.rngtest import line, shoes
from openfelt.rngtest.bench import CARDS, Cards, Device, Dice, Spins
from openfelt.rngtest.finding import Finding, Whole
from openfelt.rngtest.line import Line

_SIDES: Final = len(FACES)
# Two shoes are the least that can be compared with each other.
_SHOES_MIN: Final = 2


def findings(devices: Collection[Device], taken: Mapping[str, Whole]) -> list[Finding]:
    """Make every test there is of what these devices gave."""
    found: list[Finding] = []
    for device in devices:
        found += _of(device, taken[device.name])
    for one, other in combinations(devices, 2):
        found.append(
            line.interplay(
                _told(one, taken[one.name]),
                _told(other, taken[other.name]),
                "devices",
                f"{one.name} and {other.name}",
            )
        )
    return found


def _of(device: Device, outcomes: Whole) -> Iterator[Finding]:
    match device:
        case Dice():
            return _of_dice(device.name, outcomes)
        case Spins():
            return _of_spins(device.name, outcomes[:, 0])
        case Cards():
            return _of_cards(device.name, outcomes[:, 0])
        case _:
            assert_never(device)


def _of_dice(name: str, faces: Whole) -> Iterator[Finding]:
    dice = [Line.even(name, f"die {at + 1}", column, _SIDES) for at, column in enumerate(faces.T)]
    yield line.frequencies(Line.even(name, "all dice", faces.ravel(), _SIDES))
    for die in dice:
        yield from _alone(die)
    roll = Line.even(name, "rolls", rolls(faces), _SIDES ** len(dice))
    yield line.frequencies(roll)
    yield line.coupons(roll)
    yield line.duplicates(roll)
    yield line.replays(roll)
    for one, other in combinations(dice, 2):
        yield line.interplay(one, other, name, f"{one.of} and {other.of}")
    yield line.successive(totals(name, faces))


def _of_spins(name: str, numbers: Whole) -> Iterator[Finding]:
    spins = Line.even(name, "numbers", numbers, len(POCKETS))
    yield from _alone(spins)
    yield line.duplicates(spins)
    yield line.replays(spins)
    yield line.successive(spins)


def _alone(one: Line) -> Iterator[Finding]:
    yield line.frequencies(one)
    yield line.serial(one)
    yield line.runs(one)
    yield line.gaps(one)
    yield line.coupons(one)


def _of_cards(name: str, cards: Whole) -> Iterator[Finding]:
    whole = cards[: cards.size // CARDS * CARDS].reshape(-1, CARDS)
    if len(whole) < _SHOES_MIN:
        yield Finding(name, "all tests", "cards", "too few outcomes to judge", None)
        return
    for test in (
        *(shoes.composition, shoes.frequencies, shoes.serial, shoes.runs),
        *(shoes.gaps, shoes.coupons, shoes.successive),
    ):
        yield test(name, whole)
    dealt = Line.even(name, "cards", cards, len(DECK))
    yield line.duplicates(dealt)
    yield line.replays(dealt)


def rolls(faces: Whole) -> Whole:
    """Return each roll as one number."""
    number = np.zeros(len(faces), dtype=np.int64)
    for column in faces.T:
        number = number * _SIDES + column
    return number


def totals(name: str, faces: Whole) -> Line:
    """Return the sum of each roll, with the chance of each sum; the lowest is 0."""
    dice = faces.shape[1]
    ways = np.bincount([sum(roll) for roll in product(range(_SIDES), repeat=dice)])
    return Line(name, "totals", faces.sum(axis=1), ways / _SIDES**dice)


def _told(device: Device, outcomes: Whole) -> Line:
    """Return what a round of a device is, for comparing it with another device."""
    match device:
        case Dice():
            return totals(device.name, outcomes)
        case Spins():
            return Line.even(device.name, "numbers", outcomes[:, 0], len(POCKETS))
        case Cards():
            return Line.even(device.name, "ranks", outcomes[:, 0] % len(RANKS), len(RANKS))
        case _:
            assert_never(device)
