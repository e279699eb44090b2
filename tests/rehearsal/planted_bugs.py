"""Ten mistakes that a floor could make, each planted by a patch, as whoever breaks it would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from openfelt.engine import stream, window
from openfelt.engine.outbox import Outbox
from openfelt.engine.window import NUMBERS_KEPT, Boot, Place
from openfelt.floor import ended
from openfelt.floor.base import Answer, Command, Context, Refused
from openfelt.floor.ended import Thing
from openfelt.floor.money import account, ticket
from openfelt.floor.people import staff
from openfelt.floor.rounds import round as round_
from openfelt.floor.rounds import settling
from openfelt.floor.state import Limits, State, Ticket
from openfelt.floor.wagers import placing

SECOND = 1_000_000
Plant = Callable[[pytest.MonkeyPatch], None]


def push_on_a_tie_a_cent_too_much(patch: pytest.MonkeyPatch) -> None:
    def generous(rules: Any, stakes: Any, place: int, **more: Any) -> tuple[int, ...]:
        returned = honest(rules, stakes, place, **more)
        pairs = zip(stakes, returned, strict=True)
        return tuple(
            back + (one.bet in ("player", "banker") and back == one.amount) for one, back in pairs
        )

    honest = settling.returned_on
    patch.setattr(settling, "returned_on", generous)


def refund_forgotten_for_an_excluded_terminal(patch: pytest.MonkeyPatch) -> None:
    states: list[State] = []

    def deciding(state: State, command: Command, context: Context) -> Answer:
        states[:] = [state]
        answer: Answer = decide(state, command, context)
        return answer

    def forgetful(stakes: Any, forfeit: Any) -> Any:
        refunded, forfeited = honest(stakes, forfeit)
        known = states[0].terminals
        return tuple(one for one in refunded if not known[one.terminal].excluded), forfeited

    decide, honest = vars(stream)["decide"], round_.parted
    patch.setattr(stream, "decide", deciding)
    patch.setattr(round_, "parted", forgetful)


def window_a_number_too_short(patch: pytest.MonkeyPatch) -> None:
    def short(self: Boot, number: int, digest: bytes) -> Place | Refused | None:
        if number <= self.highest - NUMBERS_KEPT + 1:
            return window._TOO_OLD
        return honest(self, number, digest)

    honest = Boot.known
    patch.setattr(Boot, "known", short)


def window_a_number_too_long(patch: pytest.MonkeyPatch) -> None:
    def long(self: Boot, number: int, digest: bytes) -> Place | Refused | None:
        return None if number == self.highest - NUMBERS_KEPT else honest(self, number, digest)

    honest = Boot.known
    patch.setattr(Boot, "known", long)


def _paid_although(state: str) -> Plant:
    def plant(patch: pytest.MonkeyPatch) -> None:
        def careless(at: State, number: str, archived: Thing | None) -> Ticket | Refused:
            known = at.tickets.get(number)
            return known if known and known.state == state else honest(at, number, archived)

        honest = ticket.redeemable
        patch.setattr(ticket, "redeemable", careless)

    return plant


def held_ignored(patch: pytest.MonkeyPatch) -> None:
    _paid_although("held")(patch)


def printing_ticket_redeemable(patch: pytest.MonkeyPatch) -> None:
    _paid_although("printing")(patch)


def role_a_second_too_long(patch: pytest.MonkeyPatch) -> None:
    def lenient(state: State, person: str, roles: tuple[str, ...], now: int) -> bool:
        return honest(state, person, roles, now) or honest(state, person, roles, now - SECOND + 1)

    honest = staff.holds
    patch.setattr(staff, "holds", lenient)


def aggregate_a_unit_too_generous(patch: pytest.MonkeyPatch) -> None:
    def generous(limits: Limits, *rest: Any) -> Any:
        more = limits.aggregate and limits.aggregate + limits.unit
        return honest(msgspec.structs.replace(limits, aggregate=more), *rest)

    honest = vars(placing)["permitted"]
    patch.setattr(placing, "permitted", generous)


def gate_a_row_early(patch: pytest.MonkeyPatch) -> None:
    honest = Outbox.durable
    patch.setattr(Outbox, "durable", lambda self, mark: honest(self, mark + 1))


def held_things_leave_at_days_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ended, "_ENDED", ended._ENDED | {"held"})


def correction_to_the_wrong_account(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(account, "has_left", lambda state, name, _: not state.terminals[name].open)


PLANTS: tuple[Plant, ...] = (
    push_on_a_tie_a_cent_too_much,
    refund_forgotten_for_an_excluded_terminal,
    window_a_number_too_short,
    window_a_number_too_long,
    held_ignored,
    role_a_second_too_long,
    aggregate_a_unit_too_generous,
    gate_a_row_early,
    held_things_leave_at_days_end,
    printing_ticket_redeemable,
    correction_to_the_wrong_account,
)
