"""Kiosks: every piece is somewhere, and every ticket is paid once and to the cent."""

from __future__ import annotations

import pytest
from audit_journals import HOSTED_KIOSK, KIOSK, Change, audit, find, forged, played, resealed


def _set(**values: object) -> Change:
    return lambda fields: fields.update(values)


@pytest.mark.parametrize("story", [KIOSK, HOSTED_KIOSK])
def test_the_story_is_in_order(story: str) -> None:
    assert not audit(played(story))


@pytest.mark.parametrize(
    ("name", "nth", "change", "what"),
    [
        ("KioskInstalled", 0, _set(values=[20, 5]), "20 pieces are not 400.00"),
        ("KioskInstalled", 0, _set(most=4_000), "kiosk:K1 pays 40.00 at most"),
        ("KioskInstalled", 0, _set(kiosk="K2"), "there is no kiosk K1"),
        ("CassetteLoaded", 0, _set(pieces=21), "21 pieces are not 400.00"),
        ("CassetteLoaded", 0, _set(second=""), "alone handled 400.00"),
        ("CassetteLoaded", 0, _set(second="alex"), "alex is said to have been there"),
        ("CassetteLoaded", 0, _set(cassette=3), "K1 has no cassette 3"),
        ("CassetteLoaded", 2, _set(pieces=-100), "cassette 2 would hold"),
        ("DispenseOrdered", 0, _set(amount=4_000), "was not redeemed there just before"),
        ("DispenseOrdered", 0, _set(pieces=[1, 0]), "20.00 are ordered for 50.00"),
        ("DispenseOrdered", 0, _set(pieces=[0, 11]), "55.00 are ordered for 50.00"),
        ("DispenseOrdered", 0, _set(pieces=[0]), "are no pieces of 2 cassettes"),
        ("KioskPaid", 0, _set(pieces=[3, 2]), "more came out than was ordered"),
        ("KioskPaid", 0, _set(amount=4_000), "the pieces come to 50.00, not 40.00"),
        ("KioskPaid", 0, _set(order="dispense:K1:1"), "dispense:K1:1 is not open"),
        ("KioskPaid", 0, _set(pieces=[2, 1], amount=4_500), "nobody owes the 5.00"),
        ("RestOwed", 0, _set(amount=5_000), "50.00 did not stay behind of"),
        ("RestOwed", 0, _set(kiosk="K2"), "the kiosk K1 holds"),
        ("KioskInstalled", 0, _set(prints=False), "does not leave to the desk"),
        ("RestSlipOrdered", 0, _set(amount=1), "a slip says 0.01, which K1 does not leave"),
        ("RestSlipOrdered", 0, _set(paid=1), "which K1 does not leave to the desk"),
        ("RestSlipPrinted", 0, _set(order="rest:K1:V1"), "no slip rest:K1:V1 was to be printed"),
        ("DispenseStated", 0, _set(second=""), "casey alone says what came out"),
        ("KioskClosed", 0, _set(kiosk="K2"), "K1 cannot be opened now"),
        ("KioskRefused", 0, _set(wrong=3), "1 wrong numbers were tried, it says 3"),
        ("KioskCounted", 0, _set(expected=[16, 9]), "there should be [16, 7] pieces, not [16, 9]"),
        ("KioskCounted", 0, _set(over=0), "-5.00 are over, not 0.00"),
        ("KioskCounted", 0, _set(second=""), "alone handled"),
    ],
)
def test_a_forged_row_of_a_kiosk_is_found(name: str, nth: int, change: Change, what: str) -> None:
    found = forged(name, change, nth, KIOSK)
    assert any(what in one.what for one in found), [one.what for one in found]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("DispenseOrdered", "nothing is ordered for"),
        ("RestOwed", "nobody owes the 60.00 that did not come out"),
        ("KioskOpened", "takes no ticket now"),
        ("KioskClosed", "cannot be opened now"),
    ],
)
def test_a_row_that_is_missing_is_found(name: str, what: str) -> None:
    rows = played(KIOSK)
    stream, index = find(rows, name)
    del rows[stream][index]
    rows[stream] = resealed(stream, rows[stream])
    assert any(what in one.what for one in audit(rows)), [one.what for one in audit(rows)]


def test_what_is_unclaimed_is_no_longer_the_hosts() -> None:
    rows = played(HOSTED_KIOSK)
    house = rows["house"]
    *_, committed, unclaimed = (
        index for index, row in enumerate(house) if row.type in ("ClaimCommitted", "SlipsUnclaimed")
    )
    assert (house[committed].type, house[unclaimed].type) == ("ClaimCommitted", "SlipsUnclaimed")
    del house[committed]
    rows["house"] = resealed("house", house)
    assert any("the host has the say over it" in one.what for one in audit(rows))


@pytest.mark.parametrize(
    ("name", "nth", "what"),
    [
        ("KioskRefused", 0, "K1 hears nothing of the ticket it waits for"),
        ("KioskRefused", 1, "K1 hears nothing of the ticket it waits for"),
        ("KioskRefused", 2, "K1 hears nothing of the ticket it waits for"),
        ("KioskRefused", 3, "K1 hears nothing of the ticket it waits for"),
        ("TicketRedeemed", 0, "K1 hears nothing of the ticket it waits for"),
        ("HostSilent", 0, "K1 waits for the ticketing host"),
        ("KioskOpened", 0, "K1 takes no ticket now"),
    ],
)
def test_a_kiosk_hears_the_ticketing_host_once(name: str, nth: int, what: str) -> None:
    rows = played(HOSTED_KIOSK)
    stream, index = find(rows, name, nth)
    del rows[stream][index]
    rows[stream] = resealed(stream, rows[stream])
    assert any(what in one.what for one in audit(rows)), [one.what for one in audit(rows)]
