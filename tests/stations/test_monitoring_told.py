"""What central monitoring is told of a terminal and of an event."""

from openfelt.floor.money.meters import Meters, more
from openfelt.floor.state import State, Terminal
from openfelt.stations.monitoring import meters_of, told

NUMBER = "010000000000000041"


def test_a_terminal_is_told_with_its_meters_and_what_can_go_back() -> None:
    terminal = Terminal("T1", (), 1, (500,), open=True, account=3, credit=700, unplayed=900)
    terminal.meters = more(more(terminal.meters, notes=500), transfers=900)
    (seen,) = meters_of(State("pit", terminals={"T1": terminal}))
    assert (seen.terminal, seen.pit, seen.account, seen.is_open) == ("T1", "pit", 3, True)
    assert (seen.in_service, seen.credit, seen.staked, seen.unplayed) == (True, 700, 0, 700)
    assert (seen.notes, seen.tickets, seen.transfers) == (500, 0, 900)
    assert (seen.taken_back, seen.paid_out) == (0, 0)
    assert Meters() == Meters(0, 0, 0, 0, 0)


def test_no_number_that_is_worth_money_and_no_person_is_told() -> None:
    paid = {"number": NUMBER, "amount": 5, "where": "drawer:casey", "pit": ""}
    assert told("TicketRedeemed", paid) == {**paid, "number": "0041", "where": "drawer"}
    voucher = {"voucher": f"V{NUMBER}", "amount": 5, "drawer": "drawer:casey"}
    assert told("HandPayPaid", voucher) == {"voucher": "0041", "amount": 5, "drawer": "drawer"}


def test_a_settlement_is_told_terminal_by_terminal_and_what_is_not_listed_is_not() -> None:
    said = {"table": "B1", "round": 4, "outcome": "banker", "place": 3, "returned": [0]}
    seen = told("RoundSettled", {**said, "paid": [["T1", 500, 0, 0]]})
    each = {"terminal": "T1", "staked": 500, "credited": 0, "won": 0}
    assert seen == {"table": "B1", "round": 4, "outcome": "banker", "paid": [each]}
    assert told("SystemRestarted", {"receipts_due": 9}) == {}
