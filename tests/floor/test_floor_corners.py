"""What no transcript comes to: settings no book has, commands no station sends, rare meetings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from floor_pit import LIMITS, SECOND, Pit
from msgspec.structs import replace as replace_limits

from openfelt.core.refusal import Refusal
from openfelt.floor import day, demo, house, table
from openfelt.floor.clock import Tick
from openfelt.floor.money import payout
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.order import PrintOrder
from openfelt.floor.people import staff
from openfelt.floor.play.cards.order import OpenShoeOrder
from openfelt.floor.play.cards.shoe import BurnCard, PressStandby
from openfelt.floor.play.played import is_played
from openfelt.floor.play.tumbler.reading import ReadDice
from openfelt.floor.play.tumbler.throw import throw_of
from openfelt.floor.reopening import ReopenTable
from openfelt.floor.rounds import close_of_play, notice, pause, result
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.rounds.settling import returned_on
from openfelt.floor.seal import OpenSeal, ValueSealed, digest_of, has_come
from openfelt.floor.state import Grant, Limits, Stake
from openfelt.floor.wagers import closing, dispensation, limits, wager
from openfelt.floor.wagers.differential import room
from openfelt.floor.whole import EVENTS, postings
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.powers import Act, Role

LT = VARIANTS["LT"].definition(8)
SB = VARIANTS["SB"].definition()
MT = VARIANTS["MT_A"].policy


def test_the_end_of_a_running_day_can_be_moved_and_no_other() -> None:
    pit = Pit()
    pit.state.day_ends = 100 * SECOND
    pit.do(day.MoveDayEnd(90 * SECOND))
    assert pit.state.day_ends == 90 * SECOND
    assert pit.refused(day.MoveDayEnd(90 * SECOND)) is Refusal.PHASE_DOES_NOT_ALLOW
    assert pit.refused(day.MoveDayEnd(pit.now)) is Refusal.PHASE_DOES_NOT_ALLOW


def test_a_live_floor_makes_no_ticket_with_a_number_of_a_demo() -> None:
    pit = Pit()
    pit.table("S1", "SB")
    pit.player("T1", "S1")
    number = f"{demo.DEMO_SYSTEM}0000000000000001"
    assert pit.refused(payout.CashOut("T1", number)) is Refusal.TICKET_UNKNOWN


def test_lt_12_9_whoever_plays_at_another_table_of_his_terminal_does_not_sit_idle() -> None:
    pit = Pit()
    for name in ("S1", "S2"):
        pit.table(name, "SB")
        pit.state.tables[name].due = 0
    pit.player("T1", "S1", "S2")
    pit.player("T2", "S1", "S2")
    pit.do(wager.StageWager("T1", "S2", 1, "small", 500))
    pit.state.tables["S1"].due = pit.now
    pit.do(Tick())
    pit.do(ReadDice("S1", (1, 2, 3), throw_of(pit.state.tables["S1"])))
    assert (pit.state.terminals["T1"].idle, pit.state.terminals["T2"].idle) == (0, 1)


def test_a_role_that_is_held_twice_is_held_once_more_when_one_grant_goes() -> None:
    pit = Pit()
    pit.apply(staff.RoleLearned("dana", "dealer", 0, 0), staff.RoleLearned("dana", "dealer", 5, 0))
    pit.apply(staff.RoleForgotten("dana", "dealer", 0, 0))
    assert pit.state.grants["dana"] == [Grant("dealer", "pit", 5, 0)]
    pit.apply(staff.RoleForgotten("dana", "dealer", 0, 0), staff.RoleForgotten("eve", "agm", 0, 0))
    assert pit.state.grants == {"dana": [Grant("dealer", "pit", 5, 0)]}


def test_the_order_that_is_due_fails_and_the_others_wait() -> None:
    pit = Pit()
    pit.table("S1", "SB")
    pit.state.tables["S1"].due = 0
    pit.player("T1", "S1")
    pit.state.orders = {
        "print:1": PrintOrder("T1", "1", 500, pit.now + 1),
        "print:2": PrintOrder("T1", "2", 500, pit.now),
    }
    pit.do(Tick())
    assert list(pit.state.orders) == ["print:1"]


def test_a_restart_gives_time_again_to_the_orders_that_had_one() -> None:
    pit = Pit()
    waiting = OpenShoeOrder("B1", "shoe:B1:1")
    pit.state.orders = {"open": waiting, "print:1": PrintOrder("T1", "1", 500, pit.now)}
    pit.do(pause.Restart("node", 1))
    assert pit.state.orders["open"] == waiting
    assert pit.state.orders["print:1"].due == pit.now + payout.RECEIPT_US


def test_a_table_that_stands_still_is_not_stopped_again() -> None:
    pit = Pit().staffed()
    pit.table("B1", "LT")
    pit.do(pause.SuspendTable("B1", "chris", "why"))
    again = pause.SuspendTable("B1", "chris", "why")
    assert pit.refused(again) is Refusal.TABLE_IS_SUSPENDED


@pytest.mark.parametrize(
    ("variant", "signed"),
    [("PB", {}), ("LT", {"unconfirmed": "ask"}), ("SB", {"shooter": "oldest"})],
)
def test_a_table_without_a_procedure_or_with_a_sign_nobody_knows_does_not_open(
    variant: str, signed: dict[str, str]
) -> None:
    opening = table.OpenTable("X1", variant, LIMITS, SECOND, **signed)  # type: ignore[arg-type]
    assert Pit().refused(opening) is Refusal.PHASE_DOES_NOT_ALLOW
    assert is_played(variant) is bool(signed)


def test_a_table_says_how_it_was_set_up_in_the_words_of_the_command() -> None:
    pit = Pit()
    cards = pit.table("B1", "LT", standby_by_itself=False, ticket_limit=500)
    assert table.set_up_of(pit.state, cards) == {
        "variant": "LT",
        "period_us": 20 * SECOND,
        "unconfirmed": "commit",
        "ticket_limit": 500,
        "result_pause_us": 0,
        "decks": 8,
        "standby_by_itself": False,
    }
    dice = pit.table("S1", "SB", shooter="highest", shoot_value=700, result_pause_us=SECOND)
    named = table.set_up_of(pit.state, dice)
    assert (named["shooter"], named["shoot_value"]) == ("highest", 700)
    assert named["result_pause_us"] == SECOND


def test_nobody_confirms_a_result_that_a_device_reads() -> None:
    pit = Pit().staffed()
    pit.table("S1", "SB")
    asked = result.ConfirmResult("S1", "alex")
    assert pit.refused(asked) is Refusal.PHASE_DOES_NOT_ALLOW


def test_a_seal_is_opened_by_the_value_it_was_made_of() -> None:
    pit = Pit()
    pit.apply(ValueSealed("seal", digest_of("value"), "secret"))
    has_come(pit.state, "seal", OpenShoeOrder("B1", "seal"))
    assert pit.refused(OpenSeal("seal", "other")) is Refusal.RESULT_DOES_NOT_MATCH
    pit.do(OpenSeal("seal", "value"))
    assert not pit.state.orders


def test_winnings_are_rounded_up_to_what_can_be_paid_and_stakes_are_not() -> None:
    rules = VARIANTS["PB"].definition(8)
    places = range(rules.outcomes)
    wins = next(p for p in places if rules.ruling("banker", p).returned > rules.denominator)
    tie = next(p for p in places if rules.ruling("banker", p).returned == rules.denominator)
    staked = [Stake("T1", "banker", 1_010)]
    assert returned_on(rules, staked, wins, unit=250) == (1_010 + 1_000,)  # of 959.5 won
    assert returned_on(rules, staked, tie, unit=250) == (1_010,)


def test_where_a_differential_is_an_option_the_maximum_holds_beside_it() -> None:
    signed = Limits(500, 50_000, 500, differential=10_000)
    assert limits.maximum_of(signed, MT, "player") == 50_000
    assert limits.maximum_of(signed, LT.policy, "player") == 0


def test_without_a_differential_the_room_on_a_side_is_its_maximum() -> None:
    assert room(Pit().table("B1", "LT"), "player") == 50_000


def _by_mt() -> Pit:
    """A card table that plays LT's cards by MT's answers."""
    pit = Pit().staffed()
    pit.defined("B1", replace(LT, policy=MT))
    pit.player("T1", "B1")
    pit.do(NewGame("B1", "dana"))
    return pit


def test_where_the_book_says_so_a_wager_that_is_not_confirmed_goes_back() -> None:
    pit = _by_mt()
    for bet in ("player", "tie"):
        pit.do(wager.StageWager("T1", "B1", 1, bet, 500))
        if bet == "player":
            pit.do(wager.ConfirmWagers("T1", "B1", 1))
    committed, returned = closing.close(pit.state.tables["B1"], MT)
    assert committed == (Stake("T1", "player", 500),)
    assert returned == (Stake("T1", "tie", 500),)


def test_where_the_book_says_so_a_pair_is_not_confirmed_alone() -> None:
    pit = _by_mt()
    pit.do(wager.StageWager("T1", "B1", 1, "player_pair", 500))
    alone = wager.ConfirmWagers("T1", "B1", 1)
    assert pit.refused(alone) is Refusal.MAIN_WAGER_NEEDED
    pit.do(wager.StageWager("T1", "B1", 1, "tie", 500))
    pit.do(alone)


def _closed_at_aggregate() -> Pit:
    pit = Pit().staffed()
    pit.table("B1", "LT", Limits(500, 50_000, 500, aggregate=2_000))
    pit.player("T1", "B1")
    pit.do(NewGame("B1", "dana"))
    pit.do(wager.StageWager("T1", "B1", 1, "player", 2_000))
    pit.now += 20 * SECOND
    pit.do(Tick())
    return pit


def test_lt_6_3_3_no_dispensation_goes_above_the_aggregate() -> None:
    pit = _closed_at_aggregate()
    more = dispensation.Dispense("B1", "T1", "tie", 500, "chris", "why")
    assert pit.refused(more) is Refusal.ABOVE_AGGREGATE


def test_lt_4_2_7_a_layout_is_not_repeated_over_a_confirmed_wager() -> None:
    pit = Pit().staffed()
    pit.table("B1", "LT")
    pit.player("T1", "B1")
    at = pit.state.tables["B1"]
    pit.do(NewGame("B1", "dana"))
    at.repeatable["T1"] = (Stake("T1", "player", 500),)
    pit.do(wager.StageWager("T1", "B1", 1, "player", 500))
    pit.do(wager.ConfirmWagers("T1", "B1", 1))
    assert pit.refused(wager.RepeatLayout("T1", "B1", 1)) is Refusal.WAGER_IS_CONFIRMED


def test_an_event_that_moves_no_money_has_no_legs() -> None:
    assert notice.TableClosed in EVENTS
    assert postings(notice.TableClosed("B1")) == ()
    legs = postings(payout.CashOutRequested("T1", 700, "n", "LT"))
    assert sorted(amount for _, amount in legs) == [-700, 700]


def test_a_dealer_without_cards_burns_none() -> None:
    pit = Pit().staffed()
    pit.defined("S1", replace(SB, powers={Act.DEAL.value: (Role.DEALER,)}))
    for key in (BurnCard("S1", "dana"), PressStandby("S1", "dana")):
        assert pit.refused(key) is Refusal.PHASE_DOES_NOT_ALLOW


def test_where_the_book_says_so_a_restart_voids_a_round_that_was_wagering() -> None:
    pit = _by_mt()
    pit.do(wager.StageWager("T1", "B1", 1, "player", 500))
    pit.do(pause.Restart("node", 1))
    assert pit.state.tables["B1"].phase == "void"
    assert pit.state.terminals["T1"].credit == 10_000


def test_a_dealer_without_a_shoe_opens_every_round() -> None:
    pit = Pit().staffed()
    table = pit.defined("S1", replace(SB, powers={Act.DEAL.value: (Role.DEALER,)}))
    pit.do(NewGame("S1", "dana"))
    assert (table.phase, table.round) == ("wagering", 1)


def test_a_pit_is_added_once_and_is_not_the_house() -> None:
    floor = Pit()
    floor.do(house.OpenHouse(("pit1",)))
    floor.do(house.AddPit("pit2"))
    for name in ("pit1", "pit2", floor.state.stream):
        assert floor.refused(house.AddPit(name)) is Refusal.PHASE_DOES_NOT_ALLOW


def test_one_ticket_is_presented_at_a_time() -> None:
    pit = Pit()
    pit.table("B1", "LT")
    pit.player("T1", "B1")
    pit.do(payout.PresentTicket("T1", "0000000000000001"))
    second = payout.PresentTicket("T1", "0000000000000002")
    assert pit.refused(second) is Refusal.CASH_IN_NOT_ALLOWED


def test_a_second_notice_of_closing_gives_no_more_rounds_than_the_first() -> None:
    pit = Pit().staffed()
    roulette = pit.table("R1", "MT_ROULETTE")
    pit.player("T1", "R1")
    pit.do(close_of_play.CloseTable("R1", "chris", now=False))
    assert roulette.closing_after == roulette.round + notice.ROUNDS_GIVEN
    promised = roulette.closing_after
    pit.do(NewGame("R1", "dana"))
    pit.do(close_of_play.CloseTable("R1", "chris", now=False))
    assert roulette.closing_after == promised


def test_the_books_of_a_crowd_balance() -> None:
    pit = Pit()
    pit.table("S1", "SB")
    pit.state.tables["S1"].due = 0
    names = [pit.player(f"T{place}", "S1") for place in range(1, 42)]
    for name in names:
        pit.do(wager.StageWager(name, "S1", 1, "small", 500))
    pit.state.tables["S1"].due = pit.now
    pit.do(Tick())
    pit.now += 60 * SECOND
    pit.do(Tick())
    pit.do(ReadDice("S1", (1, 2, 4), throw_of(pit.state.tables["S1"])))
    assert {pit.state.terminals[name].credit for name in names} == {10_500}
    assert sum(pit.state.ledger.values()) == 0


def test_another_note_under_the_id_of_the_last_one_comes_out_again() -> None:
    pit = Pit()
    pit.table("B1", "LT")
    pit.player("T1", "B1")
    pit.do(InsertNote("T1", 10_000, "n1"))
    assert pit.do(InsertNote("T1", 10_000, "n1")) == ()
    assert pit.refused(InsertNote("T1", 5_000, "n1")) is Refusal.NOTE_NOT_ACCEPTED
    assert pit.state.terminals["T1"].credit == 20_000


def test_mt_3_1_a_sign_never_becomes_another_books() -> None:
    """What an older release let a table be opened with may stay on its sign, and go from it."""
    pit = Pit().staffed()
    alien = replace_limits(LIMITS, aggregate=60_000)
    pit.table("R1", "MT_ROULETTE")
    changed = notice.ChangeLimits("R1", "chris", alien, now=True)
    assert pit.refused(changed) is Refusal.PHASE_DOES_NOT_ALLOW
    pit.state.tables["R1"].limits = alien
    pit.do(notice.ChangeLimits("R1", "chris", replace_limits(alien, maximum=20_000), now=True))
    pit.do(close_of_play.CloseTable("R1", "chris", now=True))
    pit.do(ReopenTable("R1", "chris"))
    assert pit.state.tables["R1"].limits == replace_limits(LIMITS, maximum=20_000)
    assert pit.refused(changed) is Refusal.PHASE_DOES_NOT_ALLOW


@pytest.mark.clause("MT 3.5")
def test_a_differential_is_signed_where_two_sides_are_wagered_on() -> None:
    pit = Pit().staffed()
    wide = replace_limits(LIMITS, differential=10_000)
    for variant in ("MT_ROULETTE", "MT_SICBO"):
        name = variant[-4:]
        pit.table(name, variant)
        changed = notice.ChangeLimits(name, "chris", wide, now=True)
        assert pit.refused(changed) is Refusal.PHASE_DOES_NOT_ALLOW
    pit.table("B1", "MT_B")
    pit.do(notice.ChangeLimits("B1", "chris", wide, now=True))
    assert pit.state.tables["B1"].limits.differential == 10_000
