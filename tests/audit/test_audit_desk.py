"""Desks: a payment is recorded, by coins and by rules, and a drawer holds what it must."""

from __future__ import annotations

import pytest
from audit_journals import COUNTED, Change, audit, find, forged, played, resealed, with_fields


def _set(**values: object) -> Change:
    return lambda fields: fields.update(values)


def test_the_story_is_in_order() -> None:
    assert not audit(played(COUNTED))


@pytest.mark.parametrize(
    ("name", "nth", "change", "what"),
    [
        ("PaymentRecorded", 0, _set(cash=9_000), "100.00 in cash are not 90.00 in cash"),
        ("PaymentRecorded", 0, _set(form="cheque"), "100.00 in cheque are not 100.00 in cash"),
        ("PaymentRecorded", 0, _set(amount=9_000), "nothing like it was paid on"),
        ("PaymentRecorded", 0, _set(drawer="drawer:chris"), "and drawer:chris is another's"),
        ("PaymentRecorded", 1, _set(signed=False), "nobody signed for V"),
        ("PaymentRecorded", 0, _set(signature="ab"), "a signature for"),
        ("PaymentRecorded", 1, _set(identity=""), "nobody looked who was paid 600.00"),
        ("PaymentRecorded", 1, _set(second=""), "one cashier alone handled 600.00"),
        ("PaymentRecorded", 1, _set(second="alex"), "alex is said to have been there"),
        ("PaymentRecorded", 2, _set(cash=1_001), "10.01 in cash are not 10.01 in cash"),
        ("DrawerFilled", 0, _set(second=""), "one cashier alone handled 300.00"),
        ("DrawerFilled", 0, _set(amount=-50_000), "drawer:casey would hold -200.00"),
        ("DrawerOpened", 0, _set(amount=50_000), "would hold"),
        ("DrawerOpened", 0, _set(was=1), "holds 0.00, booked -0.01"),
        ("DrawerClosed", 0, _set(expected=60_000), "should hold 590.00, not 600.00"),
        ("DrawerClosed", 0, _set(drawer="drawer:chris"), "drawer:chris is not open"),
    ],
)
def test_a_forged_row_of_a_desk_is_found(name: str, nth: int, change: Change, what: str) -> None:
    found = forged(name, change, nth, COUNTED)
    assert any(what in one.what for one in found), [one.what for one in found]


def test_one_signature_is_good_for_one_payment() -> None:
    rows = played(COUNTED)
    for nth in (0, 1):
        stream, index = find(rows, "PaymentRecorded", nth)
        rows[stream][index] = with_fields(rows[stream][index], _set(signed=True, signature="ab"))
        rows[stream] = resealed(stream, rows[stream])
    found = [one.what for one in audit(rows)]
    assert len(found) == 1
    assert "was given for another payment before" in found[0]


def test_a_payment_that_nobody_recorded_is_found() -> None:
    rows = played(COUNTED)
    stream, index = find(rows, "PaymentRecorded")
    del rows[stream][index]
    rows[stream] = resealed(stream, rows[stream])
    assert any("no row says how" in one.what for one in audit(rows))
