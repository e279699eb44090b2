"""What the bets, their results and the figures are called, in our own words."""

from collections.abc import Sequence
from typing import Final

from openfelt.core.verdict import Result
from openfelt.maths.par import Sheet
from openfelt.maths.sheet.entry import Ended, Entry, Family
from openfelt.maths.sheet.figure import fraction

# Kinds whose code, read as words, would not say it.
_KINDS: Final = {
    "c": "C (craps)",
    "c_and_e": "C and E",
    "combo": "Two dice",
    "dont_come": "Don't come",
    "dont_come_odds": "Don't come odds",
    "dont_odds": "Don't pass odds",
    "dont_pass": "Don't pass",
    "e": "E (eleven)",
    "hard": "Hardway",
    "neighbours1": "Neighbours once",
    "neighbours2": "Neighbours twice",
    "number": "Any number",
    "odds": "Pass line odds",
    "place_lose": "Place to lose",
    "straight": "Straight up",
}

# When a bet that can be paid in more than one way is paid so.
_EVENTS: Final[dict[tuple[str, ...], str]] = {
    ("banker",): "with any count but 6",
    ("banker_with_6",): "with a count of 6",
    ("c_and_e 11",): "on 11",
    ("c_and_e craps",): "on 2, 3 or 12",
    ("field",): "on 3, 4, 9, 10 or 11",
    ("field 2-12",): "on 2 or 12",
    ("horn 2-12",): "on 2 or 12",
    ("horn 3-11",): "on 3 or 11",
    ("number x1",): "on one die",
    ("number x2",): "on two dice",
    ("number x3",): "on three dice",
    ("tie_bonus",): "on a tie",
}

_STANDOFFS: Final = {
    "player": "on a tie",
    "banker": "on a tie",
    "dont_pass": "when the first roll is 12",
    "dont_come": "when the first roll is 12",
}

_OUTCOMES: Final = {
    "baccarat": "orders of six cards from the full shoe",
    "craps": "rolls of two dice",
    "roulette": "pockets of the wheel",
    "sic bo": "rolls of three dice",
}


def kind_title(kind: str) -> str:
    """Name a kind of bet."""
    return _KINDS.get(kind) or kind.replace("_", " ").capitalize()


def bets_title(codes: Sequence[str], name: str = "") -> str:
    """Name bets of one kind: by their numbers while these are few, by how many they are."""
    kind, _, _ = codes[0].partition(":")
    name = name or kind_title(kind)
    numbers = [code.partition(":")[2] for code in codes]
    if not any(numbers):
        return name
    if len(numbers) <= 2:
        return f"{name} {', '.join(numbers)}"
    return f"{name} ({len(codes)} bets)"


def family_title(family: Family) -> str:
    """Name a family, by the row that pays it where its kind has several."""
    events = {event for ended in family.entry.endings for event in ended.events}
    kind = family.entry.kind
    rows = [event for event in events if event.startswith(f"{kind} ")]
    return bets_title(family.codes, rows[0].capitalize() if len(events) == len(rows) == 1 else "")


def when(entry: Entry, ended: Ended) -> str:
    """Say when a line comes about, where the result alone does not."""
    if ended.line.result is Result.PUSH and not ended.ways:
        return _STANDOFFS.get(entry.code, "")
    paid = [other for other in entry.endings if other.ways]
    return _EVENTS.get(ended.events, "") if len(paid) > 1 else ""


def odds_of(entry: Entry, ended: Ended) -> list[tuple[str, str]]:
    """Return the odds of a line as printed, each with its clause."""
    found = []
    for odds, clause, hit in ended.rows:
        pieces = f" on {hit} of {entry.pieces} pieces" if entry.pieces > 1 else ""
        found.append((f"{odds}{pieces}", clause))
    return found


def pays(entry: Entry) -> str:
    """Say in a line what a bet pays."""
    parts = []
    for ended in reversed(entry.endings):
        odds = " or ".join(printed for printed, _ in odds_of(entry, ended))
        if odds:
            parts.append(f"{odds} {when(entry, ended)}".strip())
    if entry.profile.commission:
        parts.append(f"commission {fraction(entry.profile.commission)}")
    return "; ".join(parts)


def settings(sheet: Sheet) -> str:
    """Say how a sheet's table is set up, in a few words, or nothing."""
    parts = []
    if sheet.decks is not None:
        parts.append(f"{sheet.decks} decks")
    if sheet.tie_percent is not None:
        parts.append(f"{sheet.tie_percent} % on a tie")
    return ", ".join(parts)


def outcomes(sheet: Sheet) -> str:
    """Say what the outcomes of a game are."""
    return _OUTCOMES[sheet.rulebook.game.name]


def plural(number: int, noun: str) -> str:
    """Count a noun that takes an s."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
