"""A player signs on the screen of a desk: kept for that payment alone, and shown to nobody."""

import asyncio
from pathlib import Path
from typing import Any, Final

import msgspec
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from pypdfium2.raw import FPDF_PAGEOBJ_PATH
from server_stage import Frame, Stage, Station, told
from test_cash_desk import DESK, TOPIC, _look, _opened, _slip

from openfelt.cli.paper import command as paper
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.ticket import HoldTicket
from openfelt.journal.upcasts import Fields, fields
from openfelt.server.access.signatures import KIND, LONGEST, OnScreen, hash_of, is_signature
from openfelt.server.access.store import SqliteStore
from openfelt.server.floor_server import ACCESS_FILE
from openfelt.server.standing.places import JOURNAL_FILE

NAME: Final = "100,200 300,120 500,260 700,140;200,300 800,300"
OTHER: Final = "100,200 300,120 500,260 700,141"
CHEQUE: Final = {"asked": "cash", "form": "cheque"}


async def _sign(desk: Station, number: str, **more: Any) -> Frame:
    body = {"number": number, "strokes": NAME, "terms": CHEQUE, **more}
    answer: Frame = await (await desk.post("signature", body)).json()
    return answer


async def _pay(desk: Station, number: str, signature: str, **terms: str) -> Frame:
    how = {**CHEQUE, "signed": True, "signature": signature, **terms}
    return await desk.do("PayHandPay", voucher=number, terms=how)


async def _recorded(stage: Stage) -> list[Fields]:
    rows = [row async for batch in stage.server.journal.read(HOUSE, 0) for row in batch]
    return [fields(row) for row in rows if row.type == "PaymentRecorded"]


def test_lt_9_1_a_hand_pay_is_signed_on_the_screen_and_its_hash_is_on_record(
    tmp_path: Path,
) -> None:
    async def story(stage: Stage) -> None:
        desk = await _opened(stage)
        number = f"V{await _slip(stage, 8, 6_000, printed=False)}"
        kept = await _sign(desk, number)
        assert kept["type"] == "signed"
        # It is for these terms of this payment: on others he has not signed.
        other = f"V{await _slip(stage, 9, 6_000, printed=False)}"
        for wrong in (
            await _pay(desk, number, kept["signature"], form="transfer"),
            await _pay(desk, other, kept["signature"]),
            await _pay(desk, number, "0" * 64),
        ):
            assert wrong["data"]["why"] == "signature_unknown"
        assert (await _pay(desk, number, kept["signature"]))["type"] == "ack"
        (paid,) = await _recorded(stage)
        assert (paid["signed"], paid["signature"]) == (True, kept["signature"])
        # What is kept says all that was signed for, and is what the journal says of it.
        (name, data), *_ = (await stage.server._store.all(KIND)).items()
        assert hash_of(data) == paid["signature"]
        assert name.startswith(f"{number} cash cheque none ")
        signed = msgspec.json.decode(data, type=OnScreen)
        assert (signed.number, signed.amount, signed.strokes) == (number, 6_000, NAME)
        # Nobody is shown it: no view, no slip that is looked up, no form that is drawn.
        form = await desk.post("paper", {"number": number, "paper": "form"})
        told_now = f"{desk.views} {await _look(desk, number)} {await form.json()}"
        assert NAME not in told_now
        assert "100,200" not in told_now

    told(tmp_path, story, more=DESK)


def test_what_was_signed_and_paid_nothing_is_forgotten(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _opened(stage)
        number = f"V{await _slip(stage, 8, 6_000, printed=False)}"
        first = await _sign(desk, number)
        again = await _sign(desk, number, strokes=OTHER)
        assert len(await stage.server._store.all(KIND)) == 1
        assert (await _pay(desk, number, first["signature"]))["data"]["why"] == "signature_unknown"
        assert (await _pay(desk, number, again["signature"]))["type"] == "ack"
        # Once it has paid it stays, whatever is signed next.
        other = f"V{await _slip(stage, 9, 6_000, printed=False)}"
        await _sign(desk, other)
        assert len(await stage.server._store.all(KIND)) == 2

    told(tmp_path, story, more=DESK)


def test_nothing_is_signed_for_what_is_not_paid_by_form_or_not_now(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _opened(stage)
        ticket = await _slip(stage, 7, 6_000)
        assert (await _sign(desk, ticket))["error"] == "BAD_REQUEST"
        held = f"V{await _slip(stage, 8, 6_000, printed=False)}"
        await stage.device(HoldTicket(held, "a1", True, "whose is it"), HOUSE)
        assert (await _sign(desk, held))["error"] == "BAD_REQUEST"
        assert (await _sign(desk, "0" * 18))["code"] == "TICKET_UNKNOWN"
        owed = f"V{await _slip(stage, 9, 6_000, printed=False)}"
        assert (await _sign(desk, owed, strokes="100,200 104,200"))["error"] == "BAD_REQUEST"
        terms = {**CHEQUE, "signed": True, "signature": "0" * 64}
        answer = await desk.do("RedeemTicket", number=ticket, terms=terms)
        assert answer["data"]["why"] == "signature_unknown"
        dealer = await stage.opened("L1-dealer", "d1")
        assert (await dealer.post("signature", {"number": owed, "strokes": NAME})).status == 404
        await desk.sees(lambda v: len(v[TOPIC]["owed"]) == 2)
        assert not await stage.server._store.all(KIND)

    told(tmp_path, story, more=DESK)


def test_a_signature_that_was_kept_is_known_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, str] = {}

    async def signs(stage: Stage) -> None:
        desk = await _opened(stage)
        kept["number"] = f"V{await _slip(stage, 8, 6_000, printed=False)}"
        kept["signature"] = (await _sign(desk, kept["number"]))["signature"]

    async def pays(stage: Stage) -> None:
        desk = await stage.opened("cash-1", "c1")
        assert (await _pay(desk, kept["number"], kept["signature"]))["type"] == "ack"

    told(tmp_path, signs, more=DESK)
    told(tmp_path, pays, more=DESK)


def _paper(tmp_path: Path, number: str, *more: str) -> Result:
    journal = str(tmp_path / JOURNAL_FILE)
    return CliRunner().invoke(paper, ["slip", journal, number, "--language", "en", *more])


def test_who_has_the_files_of_the_floor_draws_what_was_signed(tmp_path: Path) -> None:
    paid: list[str] = []

    async def story(stage: Stage) -> None:
        desk = await _opened(stage)
        paid.extend([f"V{await _slip(stage, n, 6_000, printed=False)}" for n in (8, 9)])
        signature = (await _sign(desk, paid[0]))["signature"]
        assert (await _pay(desk, paid[0], signature))["type"] == "ack"
        assert (await _pay(desk, paid[1], ""))["type"] == "ack"

    told(tmp_path, story, more=DESK)
    assert "Signed on the screen" in _paper(tmp_path, paid[0], "--form").stdout
    out = tmp_path / "form.pdf"
    lines = []
    for how in ("--form", "--signature"):
        assert _paper(tmp_path, paid[0], how, "--out", str(out)).exit_code == 0
        document = pypdfium2.PdfDocument(out)
        lines.append(sum(one.type == FPDF_PAGEOBJ_PATH for one in document[0].get_objects()))
        document.close()
    assert lines[1] - lines[0] == 2, "a line for each stroke"
    assert "on a screen" in _paper(tmp_path, paid[1], "--signature").output

    async def forged() -> None:
        store = SqliteStore.open(tmp_path / ACCESS_FILE)
        ((name, data),) = (await store.all(KIND)).items()
        await store.put(KIND, name, data.replace(b"100,200", b"101,200"))
        await store.close()

    asyncio.run(forged())
    assert "not the one on record" in _paper(tmp_path, paid[0], "--signature").output
    (tmp_path / ACCESS_FILE).unlink()
    assert "signatures are kept there" in _paper(tmp_path, paid[0], "--signature").output


@pytest.mark.parametrize(
    ("strokes", "is_one"),
    [
        (NAME, True),
        ("100,200 250,200", True),
        ("100,200 249,200", False),
        ("100,200;900,200", False),
        ("", False),
        ("100,400 700,300", False),
        ("1000,200 100,300", False),
        ("100,200 300,120;", False),
        ("100,200\n300,120", False),
        (" ".join(["100,200 900,200"] * (LONGEST // 15)), False),
    ],
)
def test_not_everything_is_a_signature(strokes: str, *, is_one: bool) -> None:
    assert is_signature(strokes) is is_one
