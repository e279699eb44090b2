"""Who is offered the face-down cards at a live table.  Rulebook: PB 8.8 to 8.11."""

from collections.abc import Mapping

from openfelt.core.money import Cents


def offer_order(wagers: Mapping[int, Cents]) -> tuple[int, ...]:
    """Return the seats in the order in which a hand's cards are offered to them.

    `wagers` holds what each seat has on that hand; seat 1 is at the dealer's
    left.  The highest wager comes first, and after a refusal the next highest.
    Equal wagers go from the dealer's right, the highest seat, and then counter
    clockwise.  A hand nobody backed is offered to nobody.

    Rule: PB 8.8; PB 8.9; PB 8.10; PB 8.11
    """
    backers = [seat for seat, amount in wagers.items() if amount > 0]
    return tuple(sorted(backers, key=lambda seat: (wagers[seat], seat), reverse=True))
