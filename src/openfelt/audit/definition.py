"""What a table plays by, as the auditor reads it: the odds of every bet on every outcome."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

import msgspec


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """What an outcome gives back of each cent staked, in parts of the denominator.

    `commission` is kept of winnings, or of what was paid on top of the stake.  A wager whose
    result is that it stands may go on standing somewhere else.
    """

    result: str
    returned: int
    moves_to: str
    commission: int = 0


class Offer(msgspec.Struct, frozen=True, gc=False):
    """For each outcome the place of its ruling; a wager of several pieces is so many wagers."""

    column: tuple[int, ...]
    pieces: int = 1


class Policy(msgspec.Struct, frozen=True, gc=False):
    """When a settled round can no longer be corrected."""

    finality: str


class Definition(msgspec.Struct, gc=False):
    """Only what a rule of the auditor looks at; `lifted` where an older release wrote the row."""

    fingerprint: str
    book: str
    procedure: str
    outcomes: int
    denominator: int
    rulings: tuple[Ruling, ...]
    bets: dict[str, Offer]
    policy: Policy
    lifted: bool = False


READ = msgspec.json.Decoder(Definition).decode


@dataclass(frozen=True, slots=True)
class Odds:
    """A definition unpacked: for each bet what each outcome gives back.

    `stands` has the outcomes that do not decide a bet, and where it goes on, "" where it was.
    `ends`: the next coup makes a settlement final.  `on_top` has what a bet costs besides of each
    cent staked.
    """

    fingerprint: str
    book: str
    procedure: str
    outcomes: int
    denominator: int
    returns: dict[str, tuple[int, ...]]
    stands: dict[str, dict[int, str]]
    pieces: dict[str, int]
    ends: bool = False
    on_top: dict[str, int] = field(default_factory=dict)

    def commission(self, bet: str, amount: int) -> int:
        """Return what so much on a bet costs besides, fractions of a cent dropped."""
        return amount * self.on_top.get(bet, 0) // self.denominator


def unpacked(definition: Definition) -> Odds | str:
    """Return the odds, or say why they cannot be looked up."""
    rulings = [ruling.returned for ruling in definition.rulings]
    columns = [offer.column for offer in definition.bets.values()]
    whole = all(len(column) == definition.outcomes for column in columns)
    known = all(0 <= place < len(rulings) for column in columns for place in column)
    if definition.denominator < 1 or not columns or not whole or not known:
        return "its odds cannot be looked up"
    if any(back < 0 for back in rulings):
        return "an outcome takes more than the stake"
    return Odds(
        definition.fingerprint,
        definition.book,
        definition.procedure,
        definition.outcomes,
        definition.denominator,
        {bet: tuple(rulings[p] for p in offer.column) for bet, offer in definition.bets.items()},
        _stands(definition),
        {bet: offer.pieces for bet, offer in definition.bets.items() if offer.pieces != 1},
        definition.policy.finality == "next_first_card",
        _on_top(definition),
    )


def _on_top(definition: Definition) -> dict[str, int]:
    """Return what is kept also where a wager loses: nobody has won anything it could be kept of."""
    rulings = definition.rulings
    lost = {
        bet: [
            rulings[place].commission for place in offer.column if rulings[place].result == "lose"
        ]
        for bet, offer in definition.bets.items()
    }
    return {bet: max(kept) for bet, kept in lost.items() if any(kept)}


def _stands(definition: Definition) -> dict[str, dict[int, str]]:
    moves = {
        place: ruling.moves_to
        for place, ruling in enumerate(definition.rulings)
        if ruling.result == "stands"
    }
    found = {
        bet: {at: moves[place] for at, place in enumerate(offer.column) if place in moves}
        for bet, offer in definition.bets.items()
    }
    return {bet: outcomes for bet, outcomes in found.items() if outcomes}


def fingerprint_of(written: dict[str, Any]) -> str:
    """Hash a definition as it stands in the journal, but for the hash itself."""
    fields = {name: value for name, value in written.items() if name != "fingerprint"}
    canonical = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
