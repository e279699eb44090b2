"""Who may do what at a table, by its rulebook."""

from openfelt.floor.state import Table
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.policy import Role

AGM = (Role.AGM,)
DEALER = (Role.DEALER,)
GAMING_MANAGER = (Role.GAMING_MANAGER,)
DISPENSES = (Role.CASINO_SUPERVISOR,)


def voids(table: Table) -> tuple[Role, ...]:
    """Return who declares a round void, corrects it, or declares a malfunction.

    Rule: LT 11.6.2.1; SB 7.4
    """
    return VARIANTS[table.variant].policy.void_by


def manages(table: Table) -> tuple[Role, ...]:
    """Return who sets limits, closes a table and excludes from it."""
    return managing(table.variant)


def has_dealer(variant: str) -> bool:
    """Say whether somebody opens the rounds of a book; without a dealer one follows the other."""
    return "idle" in VARIANTS[variant].phases


def managing(variant: str) -> tuple[Role, ...]:
    """Return who manages the tables of a book.

    A game with a dealer is managed by his supervisor, one without by those who also void.

    Rule: LT def:DT(c); SB 8.7
    """
    if has_dealer(variant):
        return (Role.CASINO_SUPERVISOR,)
    return VARIANTS[variant].policy.void_by


def resumes(table: Table) -> tuple[Role, ...]:
    """Return who lets a suspended table go on; whoever may stop it may also start it again.

    Rule: LT def:DT(c); SB 7.6.1.2
    """
    by_book = VARIANTS[table.variant].policy.resume_by
    return (*by_book, *manages(table)) if table.suspended != "restart" else by_book
