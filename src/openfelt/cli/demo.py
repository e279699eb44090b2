"""`openfelt demo`: virtual tables at play, settled by the rulebooks."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from openfelt.core import dice
from openfelt.core.cards import DECK
from openfelt.core.money import Cents
from openfelt.core.verdict import Result
from openfelt.devices import chance
from openfelt.games.baccarat.shoe_life import DealtCoup, ShoeRules, cut, deal_shoe
from openfelt.games.craps.layout import CrapsLayout
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.craps import craps_rules
from openfelt.rulebooks.rulebook import Rulebook
from openfelt.rulebooks.settlement import Wager, settle

STAKE: Final = Cents(1000)
_BEADS: Final = {"player": ("P", "bold blue"), "banker": ("B", "bold red"), "tie": ("T", "green")}


def _money(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def _deal_a_shoe(rules: ShoeRules, decks: int) -> tuple[list[DealtCoup], str]:
    """Shuffle, cut, load, burn and deal one virtual shoe to its last coup."""
    size = decks * len(DECK)
    place = chance.between(rules.cut_from_either_end, size - rules.cut_from_either_end)
    from_back = chance.between(rules.cutting_card_from_back, rules.cutting_card_from_back + 20)
    shoe = cut(chance.shuffle(decks), place)
    coups = list(deal_shoe(shoe, rules, cutting_card_from_back=from_back, burn=rules.burns[0]))
    story = (
        f"{size} cards, cut after {place}, cutting card {from_back} from the back, "
        f"{coups[0].first_card} burned ({shoe[0]}), {len(coups)} coups."
    )
    return coups, story


def _road(coups: list[DealtCoup]) -> Text:
    """Draw the bead road: six to a column, as the display over the table has it."""
    road = Text()
    for row in range(6):
        for dealt in coups[row::6]:
            road.append(*_BEADS[dealt.coup.totals.winner])
            road.append(" ")
        road.append("\n")
    return road


def _baccarat(console: Console, rulebook: Rulebook) -> None:
    assert rulebook.shoe is not None
    decks = rulebook.shoe.decks[-1]
    coups, story = _deal_a_shoe(rulebook.shoe, decks)
    percent = rulebook.tie_percents[-1] if rulebook.tie_percents else None
    columns = rulebook.columns(decks, percent)
    returned: Counter[str] = Counter()
    for dealt in coups:
        wagers = [Wager(bet, STAKE) for bet in columns.bets]
        for settled in settle(columns, dealt.coup.totals.place, wagers).wagers:
            returned[settled.wager.bet] += settled.returned - STAKE
    console.print(story)
    console.print(_road(coups))
    table = Table("bet", f"result of {_money(STAKE)} on every coup")
    for bet, net in returned.items():
        table.add_row(bet, Text(_money(net), justify="right"))
    console.print(table)


def _outcomes(rulebook: Rulebook, rounds: int) -> Iterator[tuple[str, int]]:
    for _ in range(rounds):
        if rulebook.game.name == "roulette":
            number = chance.spin()
            yield str(number), number
        else:
            roll = chance.tumble(3)
            yield "-".join(map(str, roll)), dice.index(roll)


def _single_outcome(console: Console, rulebook: Rulebook, rounds: int) -> None:
    columns = rulebook.columns()
    table = Table("outcome", "bets won", "best of them", f"back for {_money(STAKE)} on every piece")
    for name, outcome in _outcomes(rulebook, rounds):
        stakes = {bet: STAKE * rulebook.game.bets[bet].pieces for bet in columns.bets}
        statement = settle(columns, outcome, [Wager(b, Cents(s)) for b, s in stakes.items()])
        won = [s for s in statement.wagers if s.verdict.result is Result.WIN]
        best = max(won, key=lambda s: s.verdict.net)
        table.add_row(
            name,
            f"{len(won)} of {len(columns.bets)}",
            f"{best.wager.bet}, {best.verdict.net} to 1",
            _money(statement.credited),
        )
    console.print(table)


def _craps(console: Console, rulebook: Rulebook, rounds: int) -> None:
    """Roll for one player who backs the line with double odds, until the rounds are over."""
    layout = CrapsLayout(craps_rules(rulebook), Cents(100 * STAKE * rounds))
    table = Table("roll", "point", "decided", "balance")
    for number in range(rounds):
        if layout.point is None:
            layout.place(f"line {number}", "pass_line", STAKE)
        else:
            layout.place(f"odds {number}", f"odds:{layout.point}", Cents(2 * STAKE))
        layout.place(f"field {number}", "field", STAKE)
        roll = chance.tumble(2)
        settled = layout.roll(roll)
        decided = ", ".join(f"{s.standing.bet} {s.verdict.result.value}s" for s in settled)
        point = "off" if layout.point is None else str(layout.point)
        table.add_row(f"{roll[0]}-{roll[1]}", point, decided, _money(layout.balance))
    console.print(table)


@click.command()
@click.argument("variants", nargs=-1, metavar="[VARIANT]…")
@click.option("--rounds", default=6, show_default=True, type=click.IntRange(1, 1000))
def command(variants: tuple[str, ...], rounds: int) -> None:
    """Play virtual tables and show what they paid.

    Dice, wheel and shuffle come from the operating system's secure source.
    Without a VARIANT one table of each game is shown.
    """
    unknown = [name for name in variants if name not in VARIANTS]
    if unknown:
        raise click.UsageError(f"unknown variant {unknown[0]!r}; known: {' '.join(VARIANTS)}")
    console = Console()
    for name in variants or ("LT", "AC", "SB", "MT_ROULETTE"):
        rulebook = VARIANTS[name]
        console.rule(f"[bold]{name}[/bold]  {rulebook.title}")
        if rulebook.game.wagers_stand:
            _craps(console, rulebook, rounds)
        elif rulebook.shoe:
            _baccarat(console, rulebook)
        else:
            _single_outcome(console, rulebook, rounds)
