"""What stations remember of the rows, who has a place at them, and that a window shows its view."""

from __future__ import annotations

import pytest

from openfelt.floor.base import Event
from openfelt.floor.money.payout import (
    HOUSE,
    CashOutRequested,
    TicketPrinted,
    TicketPrintFailed,
    VoucherMade,
)
from openfelt.floor.people.staff import roles_of
from openfelt.floor.rounds.corrected import SettledRoundVoided
from openfelt.floor.rounds.round import RoundSettled, RoundVoided
from openfelt.floor.state import Grant, Limits, State, Terminal
from openfelt.floor.table import KEPT, TableOpened
from openfelt.floor.whole import evolve
from openfelt.rulebooks import VARIANTS
from openfelt.stations import display
from openfelt.stations.attendant import attendant_view
from openfelt.stations.cashdesk import cash_desk_view
from openfelt.stations.dealer import dealer_view
from openfelt.stations.display import display_view, result_of
from openfelt.stations.kind import KINDS, StationKind
from openfelt.stations.kiosk import kiosk_view
from openfelt.stations.memory import LastTicket, Memory, Past
from openfelt.stations.pit import pit_money_view, pit_view
from openfelt.stations.player import player_view
from openfelt.stations.presence import Presence
from openfelt.stations.roles import held_until
from openfelt.stations.table import table_view
from openfelt.stations.window import Post, Room

LT = VARIANTS["LT"].definition(8)


def pit() -> State:
    state = State("pit")
    signed = ("commit", "rotate", 0, False, 0)
    sign = Limits(500, 50_000, 500)
    evolve(state, TableOpened("L1", LT.fingerprint, LT, sign, 1, *signed, KEPT), 1)
    state.terminals["T1"] = Terminal("T1", ("L1",), 1, (500,), open=True, credit=700)
    state.grants["d1"] = [Grant("dealer", "pit", 0, 0)]
    return state


def settled(number: int) -> Event:
    outcome = "9S KD / 5H KC"
    return RoundSettled("L1", number, outcome, 0, LT.fingerprint, (), (), 0)


def test_a_settled_round_that_is_void_counts_no_more_and_others_stay() -> None:
    memory = Memory()
    for event in (settled(1), settled(2), RoundVoided("L1", 3, (), "", 0)):
        memory.take(event)
    memory.take(SettledRoundVoided("L1", 2, "misdeal", (), ()))
    shown = [(past.round, past.void) for past in memory.of("L1")]
    assert shown == [(1, ""), (2, "misdeal"), (3, "void")]


@pytest.mark.parametrize(
    ("by_hand", "end", "state"),
    [
        (False, TicketPrinted("print:1", "T1", "011234"), "printed"),
        (False, TicketPrintFailed("print:1", "T1", "011234"), "failed"),
        (True, VoucherMade("T1", "011234"), "voucher"),
    ],
)
def test_a_terminal_shows_what_became_of_its_ticket(by_hand: bool, end: Event, state: str) -> None:
    memory = Memory()
    memory.take(end)
    assert memory.tickets == {}, "an end whose beginning was not read says nothing"
    memory.take(CashOutRequested("T1", 700, "011234", "LT", by_hand))
    began = "by_hand" if by_hand else "printing"
    assert memory.tickets["T1"].state == began
    memory.take(end)
    assert memory.tickets == {"T1": LastTicket(700, "1234", state)}  # type: ignore[arg-type]


def test_a_player_who_has_his_ticket_and_wagers_left_is_leaving() -> None:
    state, memory = pit(), Memory()

    def account() -> str:
        return player_view(state, "T1", memory, 1).account

    assert account() == "open"
    state.terminals["T1"].leaving = True
    assert account() == "leaving"
    state.terminals["T1"].open = False
    assert account() == "closed"


def test_a_full_cache_of_results_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "_CACHED_MAX", 1)
    state = pit()
    table = state.tables["L1"]
    past = [Past(number, "9S KD / 5H KC", number) for number in (0, 1)]
    first, second = (result_of(state, table, one) for one in past)
    assert first != second
    assert result_of(state, table, past[0]) == first


def test_a_table_that_plays_another_game_now_shows_none_of_the_old_rounds() -> None:
    state, memory = pit(), Memory()
    dice = VARIANTS["SB"].definition(0)
    state.definitions[dice.fingerprint] = dice
    memory.take(RoundSettled("L1", 1, "1-2-4", 0, dice.fingerprint, (), (), 0))
    memory.take(RoundVoided("L1", 2, (), "dice", 0))
    memory.take(settled(3))
    shown = display_view(state, "L1", memory, demo=False).results
    assert [(one.round, one.void) for one in shown] == [(2, "dice"), (3, "")]


def test_roles_hold_from_their_first_moment_to_their_last() -> None:
    state = pit()
    state.grants["p"] = [
        Grant("agm", "pit", 10, 20),
        Grant("dealer", "pit", 0, 0),
        Grant("agm", "pit", 15, 30),
    ]
    assert roles_of(state, "p", 9) == ("dealer",)
    assert roles_of(state, "p", 15) == ("agm", "dealer")
    assert roles_of(state, "nobody", 15) == ()
    assert held_until(state, "p", ("agm",), 15) == 30
    assert held_until(state, "p", ("agm", "dealer"), 15) == 0
    assert held_until(state, "p", ("agm",), 30) == 0


def test_every_window_shows_the_view_it_is_named_after() -> None:
    state, memory = pit(), Memory()
    presence = Presence()
    post = Post("T1", ("L1",), "d1", Room(memory, demo=False, presence=presence), "pit")
    shown = {
        window.name: window.make(state, 5)
        for kind in KINDS.values()
        for window in kind.windows(post)
    }
    assert shown == {
        "player:T1": player_view(state, "T1", memory, 5),
        "display:L1": display_view(state, "L1", memory, demo=False),
        "attendant:T1": attendant_view(state, ("L1",), "d1", presence, str, 5),
        "cashdesk:T1": cash_desk_view(state, "d1", 5),
        "kiosk:T1": kiosk_view(state, "T1", 5),
        "dealer:T1": dealer_view(state, "L1", "d1", 5, demo=False),
        "table:T1": table_view(state, "L1", "d1", 5, demo=False),
        "pit:pit": pit_view(state, ("L1",), presence, 5),
        "pit_money:pit": pit_money_view(state, presence),
    }


def test_a_kind_knows_what_it_is_and_whom_it_speaks_to() -> None:
    assert [kind.name for kind in KINDS.values() if kind.is_device] == ["device"]
    assert KINDS["player"].stream_of("pit7") == "pit7"
    desk = StationKind(name="x", face="office", stands="desk", stream="house")
    assert desk.stream_of("pit7") == HOUSE
