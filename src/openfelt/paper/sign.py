"""The sign of a table: its limits, what its bets pay, and what is kept or given besides."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from openfelt.floor.state import Limits
from openfelt.paper.amount import in_short
from openfelt.paper.sheet import Heading, Line, Row, Sheet, Text
from openfelt.paper.words import Language, bets_name, game_name, say
from openfelt.rulebooks.definition import Definition
from openfelt.stations.display import Bet, bets_of

# In the order in which whoever lays a wager asks.
_LIMITS: Final = (
    *("minimum", "maximum", "differential", "tie_maximum", "pair_maximum"),
    *("minimum_total", "aggregate"),
)


def sign(table: str, rules: Definition, limits: Limits, language: Language, *, demo: bool) -> Sheet:
    """Draw the sign of a table from what it plays by.

    Rule: LT 6.1; LT 6.2; SB 3.2; AC 3.1; MT 3.1; MT 8.7(b); MT def:Method (A) Baccarat;
    MT def:Method (B) Baccarat
    """
    marked = [Text(say(language, "demo"), "mark")] if demo else []
    game = game_name(language, rules.game)
    title = say(language, "sign.table", game=game, table=table)
    lines = (
        *marked,
        Text(title, "title"),
        Heading(say(language, "sign.limits")),
        *_limits(rules, limits, language),
        Heading(say(language, "sign.odds")),
        *_odds(rules, bets_of(rules, limits), language),
        *_tie(rules, language),
        Text(say(language, "sign.by", book=rules.book, version=rules.version), "small"),
        *marked,
    )
    return Sheet("page", title, language, lines)


def _limits(rules: Definition, limits: Limits, language: Language) -> Iterator[Line]:
    """Say every limit there is, and by what wagers rise.

    Rule: LT 6.1; SB 3.2; AC 3.1; MT 3.2
    """
    for name in _LIMITS:
        amount = getattr(limits, name)
        if amount:
            yield Row(say(language, f"sign.{name}"), in_short(amount))
    if rules.policy.multiples_of_minimum:
        yield Text(say(language, "sign.multiples"))
    else:
        yield Row(say(language, "sign.unit"), in_short(limits.unit))


def _odds(rules: Definition, bets: tuple[Bet, ...], language: Language) -> Iterator[Row]:
    """Say what each bet pays, once for all of a family that pay alike."""
    families: dict[tuple[str, str], list[str]] = {}
    for bet in bets:
        # What consists of other bets pays as they do.
        if bet.offered and not bet.pieces:
            family = bet.code.partition(":")[0]
            paid = odds_text(bet.odds, language) + _on_top(rules, bet, language)
            families.setdefault((family, paid), []).append(bet.code)
    for (_, paid), codes in families.items():
        yield Row(bets_name(language, tuple(codes)), paid)


def _on_top(rules: Definition, bet: Bet, language: Language) -> str:
    """Say what is paid besides the stake: a part of it, or of what it can win.

    Rule: AC 3.9.8; AC 3.9.15
    """
    percent = 100 * Fraction(rules.on_top(bet.code), rules.denominator)
    if not percent:
        return ""
    if percent.denominator == 1:
        return f", {say(language, 'odds.on_top', percent=str(percent))}"
    win, _, stake = bet.odds[0].partition(" to ")
    of_win = percent / Fraction(int(win), int(stake))
    return f", {say(language, 'odds.of_win', percent=str(of_win))}"


def _tie(rules: Definition, language: Language) -> Iterator[Row]:
    """Say which part of a wager wins on a tie, where the book leaves that to the table."""
    if rules.tie_percent:
        percent = say(language, "odds.of_wager", percent=str(rules.tie_percent))
        yield Row(say(language, "odds.tie"), percent)


def odds_text(odds: tuple[str, ...], language: Language) -> str:
    """Say the printed odds of a bet in a language, several where the outcome decides."""
    return " / ".join(_pair(one, language) for one in odds)


def _pair(printed: str, language: Language) -> str:
    pair, _, less = printed.partition(" less ")
    win, _, stake = pair.partition(" to ")
    if language != "en":
        win, stake = _of_one(Fraction(int(win), int(stake)))
    key = "odds.less" if less else "odds.pair"
    return say(language, key, win=win, stake=stake, percent=less.removesuffix("%"))


def _of_one(odds: Fraction) -> tuple[str, str]:
    """Say odds of a stake of one, as Chinese does, where that is exact in hundredths."""
    hundredths = odds * 100
    if hundredths.denominator != 1:
        return str(odds.numerator), str(odds.denominator)
    whole, rest = divmod(hundredths.numerator, 100)
    return (f"{whole}.{rest:02}".rstrip("0") if rest else str(whole)), "1"
