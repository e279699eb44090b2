"""Every kind of test finds the defect it is there for, and leaves sound devices alone."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from openfelt.core.draw import ByteSource
from openfelt.core.wheel import POCKETS
from openfelt.devices.chance import seeded
from openfelt.devices.port import Sealed, Throw
from openfelt.devices.shoe import VirtualShoe, VirtualShuffler
from openfelt.devices.tumbler import VirtualTumbler, VirtualWheel
from openfelt.devices.vault import Vault
from openfelt.rngtest import DEVICES
from openfelt.rngtest.bench import (
    CARDS,
    Cards,
    Device,
    Dice,
    NoOutcome,
    Spins,
    bench,
    take,
)
from openfelt.rngtest.finding import Whole
from openfelt.rngtest.trial import Trial, trial

ROUNDS = 20_000
NUMBERS = len(POCKETS)
Made = Callable[[np.random.Generator], Whole]


def broken(made: Trial) -> set[tuple[str, str]]:
    return {
        (one.test, one.of)
        for one, is_broken in zip(made.found, made.judgement.broken, strict=True)
        if is_broken
    }


def tried(device: Device, rounds: int = ROUNDS) -> set[tuple[str, str]]:
    """Take outcomes of a device that really works, and return which tests it breaks."""
    return broken(trial([device], asyncio.run(take([device], rounds)), None))


def judged(device: Device, outcomes: Whole) -> set[tuple[str, str]]:
    """Return which tests outcomes break that a device might have given."""
    taken: Mapping[str, Whole] = {device.name: outcomes.reshape(-1, device.width)}
    return broken(trial([device], taken, None))


def dice(count: int = 2) -> Dice:
    return Dice("dice", VirtualTumbler("dice"), count)


def wheel() -> Spins:
    return Spins("wheel", VirtualWheel("wheel"))


def shoe() -> Cards:
    vault = Vault(bytes(32))
    return Cards("shoe", VirtualShuffler("shuffler", vault), VirtualShoe("shoe", vault))


# Sound devices


def test_sound_devices_break_nothing() -> None:
    devices = bench(DEVICES, seeded(2))
    made = trial(devices, asyncio.run(take(devices, ROUNDS)), 2)
    assert broken(made) == set()
    assert made.holds
    assert {one.device for one in made.found} == {*(one.name for one in devices), "devices"}
    assert {one.test for one in made.found} == {
        *("frequencies", "serial", "runs", "gaps", "coupon collector", "duplicates"),
        *("interplay", "composition"),
    }


def test_the_same_seed_gives_the_same_outcomes() -> None:
    first, again, other = (
        asyncio.run(take(bench(DEVICES, seeded(seed)), 500)) for seed in (7, 7, 8)
    )
    assert all((first[name] == again[name]).all() for name in first)
    assert all((first[name] != other[name]).any() for name in first)


def test_cards_come_from_whole_shoes_one_after_the_other() -> None:
    taken = asyncio.run(take(bench(["shoe"], seeded(1)), 2 * CARDS))["shoe"].reshape(2, CARDS)
    assert (np.sort(taken) == np.sort(np.tile(np.arange(52), 8))).all()
    assert (taken[0] != taken[1]).any()


# Devices that work, and cheat


@dataclass
class CrookedTumbler:
    """Throws dice that a rule has looked at before they are shown."""

    rule: Callable[[Random, list[int], list[int]], list[int]]
    chance: Random = field(default_factory=lambda: Random(1))
    last: list[int] = field(default_factory=list)

    async def tumble(self, order: str, dice: int) -> Throw:
        thrown = [self.chance.randint(1, 6) for _ in range(dice)]
        self.last = self.rule(self.chance, thrown, self.last or thrown)
        return Throw(tuple(self.last))


def loaded(chance: Random, thrown: list[int], last: list[int]) -> list[int]:
    return [thrown[0], 6 if chance.random() < 0.03 else thrown[1]]


def paired(chance: Random, thrown: list[int], last: list[int]) -> list[int]:
    return [thrown[0], thrown[0] if chance.random() < 0.06 else thrown[1]]


def lazy(chance: Random, thrown: list[int], last: list[int]) -> list[int]:
    return last if chance.random() < 0.06 else thrown


@pytest.mark.parametrize(
    ("rule", "test", "untouched"),
    [
        (loaded, ("frequencies", "die 2"), ("frequencies", "die 1")),
        (paired, ("interplay", "die 1 and die 2"), ("frequencies", "die 2")),
        (lazy, ("serial", "die 1"), ("interplay", "die 1 and die 2")),
        (lazy, ("interplay", "totals, 20 rounds on"), ("frequencies", "all dice")),
    ],
)
def test_a_crooked_tumbler_is_found(
    rule: Callable[[Random, list[int], list[int]], list[int]],
    test: tuple[str, str],
    untouched: tuple[str, str],
) -> None:
    found = tried(Dice("dice", CrookedTumbler(rule), 2))
    assert test in found
    assert untouched not in found


@dataclass
class ModuloWheel:
    """Folds a byte to 37 numbers by its remainder, which favours the low ones."""

    source: ByteSource

    async def spin(self, order: str) -> int:
        return self.source(1)[0] % NUMBERS


def test_modulo_bias_is_found() -> None:
    found = tried(Spins("wheel", ModuloWheel(seeded(1))), 100_000)
    assert ("frequencies", "numbers") in found


class FadedCard(Vault):
    """Seals shoes in which one ace of spades has become a king."""

    def seal(self, seal: str, value: str) -> Sealed:
        return super().seal(seal, value.replace("AS", "KS", 1))


def test_a_shoe_with_a_card_missing_is_found() -> None:
    vault = FadedCard(bytes(32))
    crooked = Cards("shoe", VirtualShuffler("shuffler", vault), VirtualShoe("shoe", vault))
    assert tried(crooked, 10 * CARDS) == {("composition", "cards")}


def test_a_device_that_gives_nothing_is_said() -> None:
    class Silent:
        async def spin(self, order: str) -> None:
            return None

    with pytest.raises(NoOutcome, match="wheel gave no outcome when asked for number 1"):
        tried(Spins("wheel", Silent()))


# Outcomes a wheel might have given


def one_number_favoured(chance: np.random.Generator) -> Whole:
    spins = chance.integers(NUMBERS, size=ROUNDS)
    spins[chance.random(ROUNDS) < 0.01] = 17
    return spins


def always_the_same(chance: np.random.Generator) -> Whole:
    return np.full(ROUNDS, 17)


def alternating(chance: np.random.Generator) -> Whole:
    spins = chance.integers(NUMBERS, size=ROUNDS)
    high = spins >= NUMBERS // 2
    for place in np.flatnonzero((high[1:] == high[:-1]) & (chance.random(ROUNDS - 1) < 0.1)) + 1:
        spins[place] = NUMBERS - 1 - spins[place]
    return spins


def shy_of_low_numbers_after_one(chance: np.random.Generator) -> Whole:
    spins = chance.integers(NUMBERS, size=ROUNDS)
    for place in range(1, ROUNDS):
        if spins[place - 1] < 6 and spins[place] < 6:
            spins[place] = chance.integers(NUMBERS)
    return spins


def from_a_bag(chance: np.random.Generator) -> Whole:
    bags = np.tile(np.arange(NUMBERS), (ROUNDS // NUMBERS, 1))
    return chance.permuted(bags, axis=1).ravel()


def short_period(chance: np.random.Generator) -> Whole:
    return np.tile(chance.integers(NUMBERS, size=ROUNDS // 2), 2)


def stretch_replayed(chance: np.random.Generator) -> Whole:
    spins = chance.integers(NUMBERS, size=ROUNDS)
    spins[15_001:15_013] = spins[2:14]
    return spins


def seventh_round_again(chance: np.random.Generator) -> Whole:
    spins = chance.integers(NUMBERS, size=ROUNDS)
    for place in np.flatnonzero(chance.random(ROUNDS) < 0.07):
        spins[place] = spins[place - 7 if place >= 7 else place]
    return spins


@pytest.mark.parametrize(
    ("make", "test"),
    [
        (one_number_favoured, "frequencies"),
        (from_a_bag, "frequencies"),
        (always_the_same, "frequencies"),
        (always_the_same, "serial"),
        (always_the_same, "runs"),
        (always_the_same, "gaps"),
        (always_the_same, "coupon collector"),
        (alternating, "runs"),
        (shy_of_low_numbers_after_one, "gaps"),
        (from_a_bag, "coupon collector"),
        (short_period, "duplicates"),
        (seventh_round_again, "interplay"),
    ],
)
def test_a_crooked_wheel_is_found(make: Made, test: str) -> None:
    found = judged(wheel(), make(np.random.default_rng(5)))
    assert test in {name for name, _ in found}


def test_twelve_numbers_that_come_again_are_found_by_their_length_alone() -> None:
    found = judged(wheel(), stretch_replayed(np.random.default_rng(5)))
    assert found == {("duplicates", "numbers, the longest")}


# Orders a shuffler might have made


def fair(chance: np.random.Generator) -> Whole:
    return chance.permuted(np.tile(np.tile(np.arange(52), 8), (240, 1)), axis=1)


def one_card_late(chance: np.random.Generator) -> Whole:
    shoes = fair(chance)
    for order in shoes:
        place = int(np.flatnonzero(order == 0)[0])
        order[[place, -1]] = order[[-1, place]]
    return shoes


def clumped(chance: np.random.Generator) -> Whole:
    """A card sometimes drags the next of its rank along."""
    shoes = fair(chance)
    for order in shoes:
        for place in np.flatnonzero(chance.random(CARDS - 1) < 0.05):
            alike = np.flatnonzero(order[place + 1 :] % 13 == order[place] % 13) + place + 1
            if alike.size:
                order[[place + 1, alike[0]]] = order[[alike[0], place + 1]]
    return shoes


def colours_alternate(chance: np.random.Generator) -> Whole:
    shoes = fair(chance)
    for order in shoes:
        red = np.isin(order // 13, (1, 2))
        for place in np.flatnonzero(chance.random(CARDS - 1) < 0.2):
            others = np.flatnonzero(red[place + 1 :] != red[place]) + place + 1
            if others.size:
                swap, back = [place + 1, others[0]], [others[0], place + 1]
                order[swap], red[swap] = order[back], red[back]
    return shoes


def tens_spread(chance: np.random.Generator) -> Whole:
    """Two tens in a row are often parted."""
    shoes = fair(chance)
    for order in shoes:
        ten = order % 13 >= 9
        for place in np.flatnonzero(ten[1:] & ten[:-1] & (chance.random(CARDS - 1) < 0.5)) + 1:
            later = np.flatnonzero(~ten[place:]) + place
            if later.size:
                swap, back = [place, later[0]], [later[0], place]
                order[swap], ten[swap] = order[back], ten[back]
    return shoes


def every_card_soon(chance: np.random.Generator) -> Whole:
    """A whole deck lies in front."""
    shoes = fair(chance)
    for order in shoes:
        order[:] = np.append(chance.permutation(52), chance.permutation(np.tile(np.arange(52), 7)))
    return shoes


def hardly_shuffled_again(chance: np.random.Generator) -> Whole:
    shoes = fair(chance)
    for before, order in pairwise(shoes):
        order[:] = before
        middle = order[20:].copy()
        chance.shuffle(middle)
        order[20:] = middle
    return shoes


@pytest.mark.parametrize(
    ("make", "test"),
    [
        (one_card_late, "frequencies"),
        (clumped, "serial"),
        (colours_alternate, "runs"),
        (tens_spread, "gaps"),
        (every_card_soon, "coupon collector"),
        (hardly_shuffled_again, "duplicates"),
        (hardly_shuffled_again, "interplay"),
    ],
)
def test_a_crooked_shuffle_is_found(make: Made, test: str) -> None:
    found = judged(shoe(), make(np.random.default_rng(3)))
    assert test in {name for name, _ in found}
    assert ("composition", "cards") not in found


# Devices that know of each other


def test_two_devices_that_go_together_are_found() -> None:
    chance = np.random.default_rng(4)
    faces = chance.integers(6, size=(ROUNDS, 2))
    spins = chance.integers(NUMBERS, size=ROUNDS)
    told = chance.random(ROUNDS) < 0.05
    spins[told] = faces.sum(axis=1)[told] * 3
    taken = {"dice": faces, "wheel": spins.reshape(-1, 1)}
    assert ("interplay", "dice and wheel") in broken(trial([dice(), wheel()], taken, None))
