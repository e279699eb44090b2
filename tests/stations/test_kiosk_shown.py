"""What a kiosk shows whoever stands there, and the cash desk of it and of what nobody fetched."""

from openfelt.floor.base import Event
from openfelt.floor.money.claim import TicketClaimed
from openfelt.floor.money.dispensing import DispenseOrdered, KioskPaid, KioskRefused, RestOwed
from openfelt.floor.money.drawer import DeskRulesSet
from openfelt.floor.money.drop import DropCounted, DropReceived
from openfelt.floor.money.kiosk import CassetteLoaded, KioskClosed, KioskInstalled, KioskOpened
from openfelt.floor.money.kiosk_slip import RestSlipOrdered, RestSlipPrinted
from openfelt.floor.money.ticket import HandPayOpened, TicketIssued, TicketOpened, TicketRedeemed
from openfelt.floor.money.ticket_host import HostSilent
from openfelt.floor.money.unclaimed import CreditsReported, Owed, SlipsUnclaimed
from openfelt.floor.money.uncollected import CreditLeft
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.staff import RoleLearned
from openfelt.floor.state import State
from openfelt.floor.whole import evolve
from openfelt.stations.cashdesk import cash_desk_view
from openfelt.stations.kiosk import TOLD_US, KioskView, kiosk_view
from openfelt.stations.slip import SlipView, slip_view

NOW = 1_000_000
NUMBER = "010000000000001234"


def _house(*events: Event) -> State:
    state = State("house")
    begun = (
        RoleLearned("casey", "cashier", 0, 0),
        KioskInstalled("K1", (5_000, 2_000), 80_000, 3_000, prints=True),
    )
    for event in (*begun, *events):
        evolve(state, event, NOW)
    return state


LOADED = (DeskRulesSet(5, 0, 0), CassetteLoaded("K1", 2, 9, 18_000, ""), KioskOpened("K1"))
TICKET = (TicketOpened(NUMBER, 5_000, "pit", "T1", "LT"), TicketIssued(NUMBER))
ORDERED = (
    TicketRedeemed(NUMBER, 5_000, "kiosk:K1", ""),
    DispenseOrdered("K1", "dispense:K1:9", NUMBER, 5_000, (0, 2), "LT", "T1", "pit"),
)
PAID = (
    KioskPaid("K1", "dispense:K1:9", NUMBER, (0, 2), 4_000),
    RestOwed("K1", NUMBER, f"V{NUMBER}", 1_000, "T1", "LT"),
)


def test_a_kiosk_that_nobody_installed_takes_nothing() -> None:
    assert kiosk_view(State("house"), "K9", NOW) == KioskView("K9", is_open=False, demo=False)


def test_it_shows_what_it_can_pay_and_what_needs_no_document() -> None:
    view = kiosk_view(_house(*LOADED), "K1", NOW)
    assert (view.is_open, view.values, view.most) == (True, (2_000,), 80_000)
    strict = kiosk_view(_house(*LOADED, DeskRulesSet(5, 50_000, 0)), "K1", NOW)
    assert strict.most == 49_999


def test_it_shows_that_the_ticketing_host_is_asked_until_it_is_silent() -> None:
    asked = TicketClaimed("authorise:9", NUMBER, "house", "K1", NOW + 10)
    elsewhere = TicketClaimed("authorise:9", NUMBER, "pit", "K1", NOW + 10)
    silent = HostSilent("authorise:9", NUMBER, Duty("agm", 5))
    assert kiosk_view(_house(*LOADED, asked), "K1", NOW).is_asking
    assert not kiosk_view(_house(*LOADED, elsewhere), "K1", NOW).is_asking
    assert not kiosk_view(_house(*LOADED, asked, silent), "K1", NOW).is_asking


def test_lt_9_1_the_rest_is_shown_to_its_guest_and_to_no_later_one() -> None:
    paying = _house(*LOADED, *TICKET, *ORDERED)
    assert kiosk_view(paying, "K1", NOW).paying == 5_000
    (known,) = cash_desk_view(paying, "casey", NOW).kiosks
    assert known.paying is not None
    assert (known.paying.order, known.paying.pieces) == ("dispense:K1:9", (0, 2))
    reasons = {key.act: key.reason for key in known.acts}
    assert reasons["came_out"] == "SECOND_PERSON_NEEDED"
    assert reasons["load_kiosk"] == "PHASE_DOES_NOT_ALLOW"

    paid = _house(*LOADED, *TICKET, *ORDERED, *PAID, KioskClosed("K1", "jam", Duty("attendant", 5)))
    said = kiosk_view(paid, "K1", NOW).said
    assert said is not None
    assert (said.amount, said.rest, said.voucher) == (5_000, 1_000, "1234")
    assert said.slip == ""
    assert kiosk_view(paid, "K1", NOW + TOLD_US).said is None
    printing = RestSlipOrdered("K1", "rest:K1:1", f"V{NUMBER}", 1_000, 4_000)
    for event, shown in (
        (printing, "printing"),
        (RestSlipPrinted("K1", printing.order, True), "printed"),
    ):
        evolve(paid, event, NOW)
        said = kiosk_view(paid, "K1", NOW).said
        assert said is not None
        assert said.slip == shown
    (known,) = cash_desk_view(paid, "casey", NOW).kiosks
    assert (known.fault, known.alarm, known.pieces, known.to_count) == ("jam", True, (0, 7), False)
    # The number of the ticket leads to what is still owed on it.
    slip = slip_view(paid, NUMBER, "casey", NOW, None)
    assert isinstance(slip, SlipView)
    assert (slip.number, slip.amount) == (f"V{NUMBER}", 1_000)


def test_guessed_numbers_shut_it_for_a_while() -> None:
    told = KioskRefused("K1", "TICKET_UNKNOWN", {}, 0, NOW + 60, Duty("attendant", 5))
    state = _house(*LOADED, told)
    assert kiosk_view(state, "K1", NOW).shut_until == NOW + 60
    assert kiosk_view(state, "K1", NOW + 60).shut_until == 0
    said = kiosk_view(state, "K1", NOW).said
    assert said is not None
    assert said.reason == "TICKET_UNKNOWN"
    (known,) = cash_desk_view(state, "casey", NOW).kiosks
    assert (known.shut_until, known.alarm) == (NOW + 60, True)


def test_a_note_stacker_is_counted_blind() -> None:
    received = DropReceived("pit/T1/A1", "pit", "T1", 9_000)
    (waits,) = cash_desk_view(_house(received), "casey", NOW).drops
    assert (waits.expected, waits.counted) == (0, -1)
    counted = DropCounted("pit/T1/A1", "pit/T1", 9_000, 8_000, "")
    (done,) = cash_desk_view(_house(received, counted), "casey", NOW).drops
    assert (done.expected, done.counted) == (9_000, 8_000)


def test_credit_that_was_left_and_a_slip_nobody_claims_are_shown() -> None:
    reported = CreditsReported("pit", (CreditLeft("T1", 3, 700, 8),))
    (left,) = cash_desk_view(_house(reported), "casey", NOW).credits
    assert (left.pit, left.terminal, left.account, left.amount) == ("pit", "T1", 3, 700)
    voucher = HandPayOpened("007", "V007", 700, "pit", "T1", "LT")
    state = _house(*LOADED, voucher)
    state.uncollected.abandoned.append("007")
    evolve(state, SlipsUnclaimed((), (Owed("V007", 700),)), NOW)
    slip = slip_view(state, "V007", "casey", NOW, None)
    assert isinstance(slip, SlipView)
    assert (slip.state, slip.releases) == ("unclaimed", ("agm", "gm"))
    (owed,) = cash_desk_view(state, "casey", NOW).owed
    assert owed.held
