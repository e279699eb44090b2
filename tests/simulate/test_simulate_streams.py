"""The compiled kernels deal, roll and spin exactly what the definition in whole numbers says."""

from itertools import islice, pairwise

import numpy as np
import pytest

from openfelt.core.cards import DECK, RANKS, Card
from openfelt.core.cards import decks as new_decks
from openfelt.games.baccarat.shoe_life import Burn, deal_shoe
from openfelt.rulebooks import VARIANTS
from openfelt.simulate.dealing import deal
from openfelt.simulate.generator import begin, draw_even, shuffle
from openfelt.simulate.shoe import NotAShoe, Shoe, shoe_tables
from openfelt.simulate.streams import (
    ROUNDS,
    SEED_MAX,
    SESSIONS,
    Draws,
    Stream,
    even_draws,
    shoe_draws,
)

U = np.uint64


def shoe_of(variant: str, decks: int, burn: Burn | None = None, from_back: int = 0) -> Shoe:
    rules = VARIANTS[variant].shoe
    assert rules is not None
    return Shoe(rules, decks, burn or rules.burns[0], from_back or rules.cutting_card_from_back)


def test_philox_gives_the_published_numbers() -> None:
    """Known answers of Philox4x32-10, from the paper's own test vectors."""
    from openfelt.simulate.streams import _philox

    assert _philox((0, 0, 0, 0), (0, 0)) == (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
    ones = 0xFFFF_FFFF
    assert _philox((ones,) * 4, (ones, ones)) == (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)


def test_xoshiro_gives_the_published_numbers() -> None:
    stream = Stream(0, ROUNDS, 0)
    stream.state = [1, 2, 3, 4]
    words = [stream.word() for _ in range(4)]
    assert words == [41943041, 58720359, 3588806011781223, 3591011842654386]


@pytest.mark.parametrize("seed", [0, 1, 0xDEAD_BEEF_0123_4567, SEED_MAX])
@pytest.mark.parametrize("shard", [0, 1, 1 << 40])
@pytest.mark.parametrize("purpose", [ROUNDS, SESSIONS])
def test_a_stream_begins_where_its_definition_says(seed: int, purpose: int, shard: int) -> None:
    state = np.zeros(4, np.uint64)
    begin(U(seed), purpose, U(shard), state)
    assert [int(word) for word in state] == Stream(seed, purpose, shard).state


def test_no_two_streams_begin_alike() -> None:
    begun = {
        tuple(Stream(seed, purpose, shard).state)
        for seed in range(10)
        for purpose in (ROUNDS, SESSIONS)
        for shard in range(50)
    }
    assert len(begun) == 10 * 2 * 50


@pytest.mark.parametrize("bounds", [(6,), (3, 5), (7, 6, 5), (16, 15)])
def test_every_number_has_the_same_share_of_the_words(
    bounds: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With words of ten bits all of them can be tried."""
    monkeypatch.setattr("openfelt.simulate.streams._WORD", 1 << 10)
    draws = Draws(bounds)
    seen: dict[tuple[int, ...], int] = {}
    for word in range(1 << 10):
        if draws.accepts(word):
            numbers = tuple(draws.numbers(word))
            seen[numbers] = seen.get(numbers, 0) + 1
    assert len(seen) == draws.product
    assert set(seen.values()) == {(1 << 10) // draws.product}


@pytest.mark.parametrize("outcomes", [36, 37, 216])
def test_equally_likely_outcomes_are_drawn_as_defined(outcomes: int) -> None:
    draws, stream = even_draws(outcomes), Stream(9, ROUNDS, 3)
    state, out = np.zeros(4, np.uint64), np.zeros(20 * len(draws.bounds), np.uint8)
    begin(U(9), ROUNDS, U(3), state)
    product, rejected = U(draws.product), U(draws.rejected_below)
    draw_even(state, U(outcomes), U(len(draws.bounds)), product, rejected, out)
    assert out.tolist() == [number for _ in range(20) for number in stream.draw(draws)]
    assert state.tolist() == stream.state


def test_a_word_that_is_no_fair_draw_is_thrown_away() -> None:
    """With a threshold of 2^63 half of the words go, and both ways agree on which."""
    outcomes, words = 200, 200
    draws, stream = Draws((outcomes,) * 5), Stream(4, ROUNDS, 0)
    state, out = np.zeros(4, np.uint64), np.zeros(5 * words, np.uint8)
    begin(U(4), ROUNDS, U(0), state)
    threshold = 1 << 63
    draw_even(state, U(outcomes), U(5), U(draws.product), U(threshold), out)
    expected: list[int] = []
    while len(expected) < out.size:
        word = stream.word()
        if word * draws.product % (1 << 64) >= threshold:
            expected += draws.numbers(word)
    assert out.tolist() == expected


def shuffled(shoe: Shoe, stream: Stream, cards: list[int]) -> list[int]:
    """Shuffle by the definition."""
    place = 0
    for draws in shoe_draws(shoe.size, shoe.dealt):
        for beyond in stream.draw(draws):
            cards[place], cards[place + beyond] = cards[place + beyond], cards[place]
            place += 1
    assert place == shoe.dealt
    return cards


@pytest.mark.parametrize(
    ("variant", "decks", "burn", "from_back"),
    [
        ("LT", 8, None, 0),
        ("MT_A", 8, None, 0),
        ("PB", 3, Burn.FACE_VALUE, 0),
        ("PB", 4, Burn.ONE_SHOWN, 33),
        ("PB", 6, None, 0),
    ],
)
def test_shoes_are_shuffled_and_dealt_as_the_rules_say(
    variant: str, decks: int, burn: Burn | None, from_back: int
) -> None:
    """Deal 300 shoes both ways: by kernel, and by the code that the floor deals with."""
    shoe = shoe_of(variant, decks, burn, from_back)
    table = shoe_tables(shoe)
    stream, state = Stream(7, ROUNDS, 11), np.zeros(4, np.uint64)
    begin(U(7), ROUNDS, U(11), state)
    cards, ranks = shoe.cards.copy(), shoe.cards[: shoe.size].tolist()
    out = np.zeros(shoe.coups_max, np.uint16)
    for _ in range(300):
        shuffle(state, cards, shoe.size, shoe.dealt, shoe.products, shoe.rejected_below)
        ranks = shuffled(shoe, stream, ranks)
        assert cards[: shoe.size].tolist() == ranks
        coups = deal(cards, table, out)
        dealt = list(
            deal_shoe(
                [Card(RANKS[rank] + "S") for rank in ranks],
                shoe.rules,
                cutting_card_from_back=shoe.from_back,
                burn=shoe.burn,
            )
        )
        assert out[:coups].tolist() == [one.coup.totals.place for one in dealt]
        assert len(dealt) >= shoe.fixed_coups
        assert dealt[-1].first_card + dealt[-1].coup.cards_used <= shoe.dealt


def test_every_card_of_the_decks_stays_in_the_shoe() -> None:
    shoe = shoe_of("PB", 6)
    cards, state = shoe.cards.copy(), np.array([1, 2, 3, 4], np.uint64)
    for _ in range(10):
        shuffle(state, cards, shoe.size, shoe.dealt, shoe.products, shoe.rejected_below)
    assert sorted(cards[: shoe.size].tolist()) == sorted(shoe.cards[: shoe.size].tolist())
    assert len(new_decks(6)) == shoe.size == 6 * len(DECK)


def test_coups_of_fixed_index_are_sixty_of_eight_decks_and_what_fits_of_fewer() -> None:
    assert [shoe_of("LT", 8).fixed_coups, shoe_of("MT_B", 8).fixed_coups] == [60, 60]
    fewer = [shoe_of("PB", decks).fixed_coups for decks in (3, 4, 6)]
    assert fewer == [(52 * decks - 20 - 1) // 6 if decks < 6 else 48 for decks in (3, 4, 6)]
    assert all(a < b for a, b in pairwise(fewer))


def test_a_shoe_that_no_book_allows_is_refused() -> None:
    with pytest.raises(NotAShoe, match="at least 20 cards"):
        shoe_of("LT", 8, from_back=19)
    with pytest.raises(NotAShoe, match="burns by one_unseen"):
        shoe_of("LT", 8, Burn.FACE_VALUE)
    with pytest.raises(NotAShoe, match="no whole coup"):
        shoe_of("LT", 8, from_back=412)


def test_the_stream_goes_on_for_ever() -> None:
    stream = Stream(1, ROUNDS, 1)
    assert len(set(islice(iter(stream.word, None), 1000))) == 1000
