"""The eleven variants as data: what they offer, what they refuse, what identifies them."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

from openfelt.core.money import Cents
from openfelt.core.odds import Odds, Paytable
from openfelt.core.refusal import Refusal
from openfelt.games.baccarat.coup import Totals
from openfelt.rulebooks import VARIANTS, rulebook
from openfelt.rulebooks.columns import Columns
from openfelt.rulebooks.powers import Act
from openfelt.rulebooks.rulebook import NotPlayedSo, Rulebook

REGISTERS = Path(__file__).parents[2] / "docs" / "rules"
BACCARAT = ("LT", "LT_EM", "PB", "PB_EM", "PB_TIE", "MT_A", "MT_B")
BOOKS = {
    "LT": ("LT", "LT_EM"),
    "PB": ("PB", "PB_EM", "PB_TIE"),
    "AC": ("AC",),
    "SB": ("SB",),
    "MT": ("MT_A", "MT_B", "MT_ROULETTE", "MT_SICBO"),
}
every_variant = pytest.mark.parametrize("rulebook", VARIANTS.values(), ids=list(VARIANTS))


def clauses_of(book: str) -> set[str]:
    with (REGISTERS / f"{book}.csv").open(encoding="utf-8", newline="") as register:
        return {f"{book} {row['clause']}" for row in csv.DictReader(register)}


def any_columns(rulebook: Rulebook) -> Columns:
    """Return the columns of a variant at any lawful table."""
    decks = rulebook.shoe.decks[0] if rulebook.shoe else None
    return rulebook.columns(decks, rulebook.tie_percents[0] if rulebook.tie_percents else None)


def test_there_are_eleven_variants_of_five_books() -> None:
    assert {code: rulebook.book for code, rulebook in VARIANTS.items()} == {
        code: book for book, codes in BOOKS.items() for code in codes
    }
    assert all(rulebook.code == code for code, rulebook in VARIANTS.items())
    assert len({rulebook.title for rulebook in VARIANTS.values()}) == 11


NSW = "on publication, signed 2016-06-02"
ACT = "the day after notification, made 2019-10-25"


@pytest.mark.parametrize(
    ("variant", "version", "effective"),
    [
        pytest.param(code, version, effective, id=code, marks=marks)
        for book, version, effective, marks in (
            ("LT", "2016-06-02", NSW, [pytest.mark.clause("LT Order:effect")]),
            ("AC", "2016-06-02", NSW, [pytest.mark.clause("AC order:effect")]),
            ("SB", "2016-06-02", NSW, [pytest.mark.clause("SB order:effect")]),
            ("PB", "undated", "not stated", []),
            ("MT", "NI2019-689", ACT, [pytest.mark.clause("MT instrument 2")]),
        )
        for code in BOOKS[book]
    ],
)
def test_a_variant_carries_the_version_of_its_book(
    variant: str, version: str, effective: str
) -> None:
    assert VARIANTS[variant].version == version
    assert VARIANTS[variant].effective == effective


@every_variant
def test_the_clause_behind_each_refusal_stands_in_the_book_of_the_variant(
    rulebook: Rulebook,
) -> None:
    assert rulebook.clauses
    assert set(rulebook.clauses) <= set(Refusal)
    assert set(rulebook.clauses.values()) <= clauses_of(rulebook.book)


@every_variant
def test_the_clause_behind_each_pay_line_stands_in_the_book_of_the_variant(
    rulebook: Rulebook,
) -> None:
    assert {line.clause for line in rulebook.pays.lines} <= clauses_of(rulebook.book)


@every_variant
def test_a_round_opens_for_wagering_before_it_is_played(rulebook: Rulebook) -> None:
    assert "wagering" in rulebook.phases[:2]
    assert len(set(rulebook.phases)) == len(rulebook.phases)


# What $100 gets back, in dollars: Player wins 7 to 3, Banker wins 7 to 3 and 6 to 5, Tie and a
# Player's wager on a tie, and a pair.
RETURNED = {
    "LT": (("LT 8.4", "LT 8.4.1", "LT 8.4.2", "LT 8.4.3", "LT 8.6"), (200, 195, 195, 900, 100)),
    "LT_EM": (("LT 8.5", "LT 8.5.1", "LT 8.5.2", "LT 8.5.3", "LT 8.6"), (200, 200, 150, 900, 100)),
    "PB": (("PB 13.1.2", "PB 13.1.3", "PB 13.1.4", "PB 13.1.5.1"), (200, 195, 195, 900, 100)),
    "PB_EM": (
        ("PB 10.1", "PB 13.2.2", "PB 13.2.3", "PB 13.2.4", "PB 13.2.5.1"),
        (200, 200, 150, 900, 100),
    ),
    "PB_TIE": (
        ("PB 11.1", "PB 13.3.2", "PB 13.3.3", "PB 13.3.4", "PB 13.3.5.1", "PB 13.3.5.2"),
        (200, 195, 195, 900, 110),
    ),
    "MT_A": (
        (
            *("MT def:Method (A) Baccarat(a)", "MT def:Method (A) Baccarat(b)", "MT 8.7(b)"),
            *(f"MT 8.7(b) Method A {bet}" for bet in ("Player", "Banker", "Tie")),
            "MT 8.7(b) Pairs",
        ),
        (200, 195, 195, 900, 100),
    ),
    "MT_B": (
        (
            *("MT def:Method (B) Baccarat(a)", "MT def:Method (B) Baccarat(b)", "MT 8.7(b)"),
            *(f"MT 8.7(b) Method B {bet}" for bet in ("Player", "Banker", "Tie")),
            "MT 8.7(b) Pairs",
        ),
        (200, 200, 150, 900, 100),
    ),
}


@pytest.mark.parametrize(
    ("variant", "dollars"),
    [
        pytest.param(variant, dollars, id=variant, marks=pytest.mark.clause(*clauses))
        for variant, (clauses, dollars) in RETURNED.items()
    ],
)
def test_each_variant_of_baccarat_pays_by_its_own_schedule(
    variant: str, dollars: tuple[int, ...]
) -> None:
    columns = VARIANTS[variant].columns(8, 10)

    def returned(bet: str, coup: Totals) -> int:
        return columns.verdicts[bet][columns.outcomes.index(coup)].returned(Cents(10_000))

    paired = Totals(3, 5, True, True)
    assert (
        returned("player", Totals(7, 3, False, False)),
        returned("banker", Totals(3, 7, False, False)),
        returned("banker", Totals(5, 6, False, False)),
        returned("tie", Totals(4, 4, False, False)),
        returned("player", Totals(4, 4, False, False)),
    ) == tuple(100 * one for one in dollars)
    assert returned("player_pair", paired) == returned("banker_pair", paired) == 120_000


DECKS = {
    **dict.fromkeys(("LT", "LT_EM"), ((8,), "LT 2.3.4", "8")),
    **dict.fromkeys(("PB", "PB_EM", "PB_TIE"), ((3, 4, 6, 8), "PB 3.1", "3, 4, 6, 8")),
    **dict.fromkeys(("MT_A", "MT_B"), ((8,), "MT 8.3(a)", "8")),
}


@pytest.mark.parametrize(
    ("variant", "lawful", "listed"),
    [
        pytest.param(variant, lawful, listed, id=variant, marks=pytest.mark.clause(clause))
        for variant, (lawful, clause, listed) in DECKS.items()
    ],
)
def test_a_shoe_has_a_lawful_number_of_decks(
    variant: str, lawful: tuple[int, ...], listed: str
) -> None:
    for decks in lawful:
        assert len(VARIANTS[variant].columns(decks, 1).verdicts) == 5
    for unlawful in (*(number for number in range(12) if number not in lawful), None):
        refusal = f"^{variant} is played with {listed} decks, not {unlawful}$"
        with pytest.raises(NotPlayedSo, match=refusal):
            VARIANTS[variant].columns(unlawful, 1)


@pytest.mark.clause("PB 13.3.5.2", "PB def:Tie Premium Baccarat")
@pytest.mark.parametrize("percent", range(1, 11))
def test_a_tie_premium_table_may_sign_1_to_10_per_cent(percent: int) -> None:
    columns = VARIANTS["PB_TIE"].columns(8, percent)
    tied = columns.outcomes.index(Totals(6, 6, False, False))
    for bet in ("player", "banker"):
        assert columns.verdicts[bet][tied].returned(Cents(10_000)) == 10_000 + 100 * percent


@pytest.mark.clause("PB 13.3.5.2", "PB def:Tie Premium Baccarat")
@pytest.mark.parametrize("percent", [0, 11, -1, None])
def test_a_tie_bonus_outside_is_refused_with_what_is_allowed(percent: int | None) -> None:
    with pytest.raises(NotPlayedSo, match=f"^PB_TIE pays 1 to 10 % on a tie, not {percent}$"):
        VARIANTS["PB_TIE"].columns(8, percent)


def test_only_tie_premium_has_a_tie_bonus() -> None:
    assert [code for code, one in VARIANTS.items() if one.tie_percents] == ["PB_TIE"]


def printed(rulebook: Rulebook, changed: Mapping[str, Odds]) -> Paytable:
    lines = rulebook.pays.lines
    rows = (f"{one.name}  {changed.get(one.name, one.odds)}  Rule: {one.clause}" for one in lines)
    return Paytable("\n".join(rows))


@every_variant
def test_the_fingerprint_of_a_variant_stays_the_same(rulebook: Rulebook) -> None:
    again = replace(rulebook, pays=printed(rulebook, {}), title="another title")
    assert again.fingerprint == rulebook.fingerprint == rulebook.fingerprint
    assert len(rulebook.fingerprint) == 64


def test_no_two_variants_share_a_fingerprint() -> None:
    assert len({rulebook.fingerprint for rulebook in VARIANTS.values()}) == 11


def changed_once(rulebook: Rulebook) -> Iterator[Rulebook]:
    """Yield the variant with one thing changed at a time."""
    for name, odds in rulebook.pays.items():
        yield replace(rulebook, pays=printed(rulebook, {name: Odds(odds.win + 1, odds.stake)}))
    policy = rulebook.policy
    yield replace(rulebook, policy=replace(policy, forfeits_fraud=not policy.forfeits_fraud))
    yield replace(rulebook, powers={**rulebook.powers, Act.VOID: ()})
    yield replace(rulebook, procedure="another")
    yield replace(rulebook, version="2016-06-03")
    yield replace(rulebook, phases=rulebook.phases[::-1])
    yield replace(rulebook, tie_percents=range(1, 12))
    yield replace(rulebook, commission={**rulebook.commission, "buy:4": Fraction(1, 25)})
    if rulebook.shoe:
        yield replace(rulebook, shoe=replace(rulebook.shoe, cutting_card_from_back=21))


@every_variant
def test_one_changed_value_changes_the_fingerprint(rulebook: Rulebook) -> None:
    changed = [one.fingerprint for one in changed_once(rulebook)]
    assert len({rulebook.fingerprint, *changed}) == len(changed) + 1


class Watched(dict[str, Odds]):
    """A paytable that notes what is asked of it."""

    def __init__(self, pays: Mapping[str, Odds]) -> None:
        super().__init__(pays)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Odds:
        self.asked.add(name)
        return super().__getitem__(name)


@every_variant
def test_every_printed_line_pays_some_bet_and_no_bet_needs_another(rulebook: Rulebook) -> None:
    pays = Watched(rulebook.pays)
    rulebook.game.columns(pays)
    assert pays.asked == set(rulebook.pays)


def sicbo_codes() -> Iterator[str]:
    yield from ("small", "big", "any_triple")
    for kind in ("triple", "double", "number"):
        yield from (f"{kind}:{n}" for n in range(1, 7))
    yield from (f"total:{n}" for n in range(4, 18))
    yield from (f"combo:{a}-{b}" for a, b in combinations(range(1, 7), 2))


def roulette_codes() -> Iterator[str]:
    yield from (f"straight:{n}" for n in range(37))
    yield from ("split:0-1", "split:0-2", "split:0-3", "street:0-1-2", "street:0-2-3")
    for top in range(3, 37, 3):
        yield from (f"split:{top - 2}-{top - 1}", f"split:{top - 1}-{top}")
        yield f"street:{top - 2}-{top - 1}-{top}"
    for top in range(3, 36, 3):
        yield from (f"split:{n}-{n + 3}" for n in (top - 2, top - 1, top))
        yield from (f"corner:{n}-{n + 1}-{n + 3}-{n + 4}" for n in (top - 2, top - 1))
        yield f"six_line:{top - 2}-{top + 3}"
    yield "corner:0-1-2-3"
    yield from (f"{kind}:{n}" for kind in ("row", "dozen") for n in (1, 2, 3))
    yield from ("low", "high", "even", "odd", "red", "black", "tier", "orfanelli", "near_of_0")
    yield from (f"neighbours{sides}:{n}" for sides in (1, 2) for n in range(37))


def craps_codes() -> Iterator[str]:
    points = (4, 5, 6, 8, 9, 10)
    for kind in ("odds", "come_odds", "dont_odds", "dont_come_odds"):
        yield from (f"{kind}:{n}" for n in points)
    for kind in ("place", "buy", "place_lose", "lay"):
        yield from (f"{kind}:{n}" for n in points)
    yield from ("pass_line", "come", "dont_pass", "dont_come", "big_6", "big_8")
    yield from ("hard:4", "hard:6", "hard:8", "hard:10", "field", "any_seven", "any_craps")
    yield from ("c", "e", "c_and_e", "horn")
    yield from (f"hop:{a}-{b}" for a, b in combinations_with_replacement(range(1, 7), 2))


BACCARAT_CODES = ("player", "banker", "tie", "player_pair", "banker_pair")


@pytest.mark.parametrize(
    ("variant", "codes"),
    [
        *((variant, sorted(BACCARAT_CODES)) for variant in BACCARAT),
        *((variant, sorted(sicbo_codes())) for variant in ("SB", "MT_SICBO")),
        ("MT_ROULETTE", sorted(roulette_codes())),
        ("AC", sorted(craps_codes())),
    ],
    ids=[*BACCARAT, "SB", "MT_SICBO", "MT_ROULETTE", "AC"],
)
def test_exactly_the_published_bet_codes_can_be_placed(variant: str, codes: list[str]) -> None:
    bets = VARIANTS[variant].game.bets
    assert sorted(code for code, bet in bets.items() if bet.placeable) == codes
    assert all(code == bet.code for code, bet in bets.items())
    assert set(any_columns(VARIANTS[variant]).verdicts) == set(bets)


def test_a_table_without_pairs_keeps_their_areas_and_takes_none() -> None:
    rulebook._definition.cache_clear()
    on, off = (VARIANTS["MT_A"].definition(8, pairs=pairs) for pairs in (True, False))
    assert on.layout == off.layout
    assert {bet for bet in on.layout if on.offers(bet) and not off.offers(bet)} == {
        *("player_pair", "banker_pair"),
    }
