"""The burn of a shoe's first card: unseen, or shown, and then as many more as it counts.

Rulebooks: LT 7.4; MT 8.3(g).
"""

from openfelt.core.cards import card
from openfelt.floor.base import Concept, Event
from openfelt.floor.play.cards import foreign_card
from openfelt.floor.play.cards.dummy import CardBurned
from openfelt.floor.play.cards.hands import play_at
from openfelt.floor.state import State, Table
from openfelt.games.baccarat.shoe_life import Burn, burn_count
from openfelt.rulebooks.definition import Definition


class BurnShown(Event, frozen=True):
    """The first card of a shoe lies face up; `more` go unseen, none where it could not be read."""

    table: str
    card: str
    more: int


class MoreBurned(Event, frozen=True):
    """So many cards went unseen after the one that was shown."""

    table: str
    cards: int


def is_shown(rules: Definition) -> bool:
    """Say whether the first card of a shoe is shown, and says how many more are burned.

    Rule: MT 8.3(g)
    """
    return rules.shoe is not None and rules.shoe.burns == (Burn.POINT_VALUE,)


def first_card(rules: Definition, table: Table, face: str) -> tuple[Event, ...]:
    """Burn what has to be burned, its first card being this one.

    Rule: LT 7.4; MT 8.3(g)
    """
    if not is_shown(rules):
        return (CardBurned(table.name, face),)
    shown = _shown(table, face)
    return (shown, MoreBurned(table.name, shown.more)) if shown.more else (shown,)


def next_card(rules: Definition, table: Table, face: str) -> Event:
    """Burn one card of a sealed shoe, which gives them one by one.

    Rule: LT 7.4; MT 8.3(g)
    """
    if not is_shown(rules):
        return CardBurned(table.name)
    return MoreBurned(table.name, 1) if play_at(table).to_burn else _shown(table, face)


def _shown(table: Table, face: str) -> BurnShown:
    more = burn_count(Burn.POINT_VALUE, card(face)) - 1 if face else 0
    return BurnShown(table.name, face, more)


def shown(state: State, event: BurnShown) -> None:
    table = state.tables[event.table]
    play = play_at(table)
    play.out, play.to_burn, play.burned = play.out + 1, event.more, not event.more
    if event.card:
        foreign_card.count(table, event.card)


def more_burned(state: State, event: MoreBurned) -> None:
    play = play_at(state.tables[event.table])
    play.out, play.to_burn = play.out + event.cards, play.to_burn - event.cards
    play.burned = not play.to_burn


CONCEPT = Concept(evolves={BurnShown: shown, MoreBurned: more_burned})
