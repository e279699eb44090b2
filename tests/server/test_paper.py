"""Paper over HTTP: a guest sees his own ticket, a desk draws what was brought, nobody else does."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server_stage import Frame, Stage, Station, floor_toml, told
from test_cash_desk import DESK

from openfelt.audit.slip import slip_of
from openfelt.audit.source import open_rows
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE, PrinterReceipt
from openfelt.floor.question import FinishTicket, OpenTicket
from openfelt.floor.rounds.notice import ChangeLimits
from openfelt.floor.state import Limits
from openfelt.server.config import file as config_file
from openfelt.server.standing.places import JOURNAL_FILE

HOUSE_OF = 'languages = ["zh-Hant", "en"]\n'


def lines_of(answer: Frame) -> list[Any]:
    """Return what stands on a sheet, each line as the words it says."""
    lines = answer["sheet"]["lines"]
    return [
        one["number"]
        if one["type"] == "barcode"
        else f"{one['name']}: {one['value']}"
        if one["type"] == "row"
        else one["text"]
        for one in lines
    ]


async def _cashed_out(stage: Stage, amount: int = 10_000) -> tuple[Station, str]:
    player = await stage.opened("T1")
    await stage.device(InsertNote("T1", amount, "n1"))
    await player.do("CashOut")
    orders = stage.server.engine.stream("pit").state.orders
    while not orders:  # The house has yet to answer.
        await asyncio.sleep(0.01)
    (order,) = orders
    number = order.removeprefix("print:")
    assert (await player.get("api/ticket")).status == 404, "nothing is printed yet"
    await stage.device(PrinterReceipt(order, True, "T1"))
    await player.sees(lambda v: [one["slip"] for one in v["player:T1"]["news"]] == ["printed"])
    return player, number


def test_a_terminal_draws_the_ticket_it_printed_with_its_last_digits_only(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player, number = await _cashed_out(stage)
        answer = await (await player.get("api/ticket")).json()
        said = lines_of(answer)
        assert "$100.00" in said
        assert "one hundred dollars and no cents" in said
        assert "壹佰元整" in said
        assert any(line.endswith(f"••••{number[-4:]}") for line in said)
        assert "COPY - NO VALUE / 副本，不予兑付 / 副本，不予兌付" in said
        assert number not in str(answer)
        assert number[:-4] not in str(answer)
        # Once he has read it, it is nobody's: not shown to whoever sits down next.
        await player.do("AcknowledgeNews", line=player.views["player:T1"]["news"][-1]["number"])
        await player.sees(lambda v: not v["player:T1"]["news"])
        assert (await player.get("api/ticket")).status == 404

    told(tmp_path, story)


def test_only_a_terminal_draws_a_ticket_and_only_a_desk_a_slip(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player, number = await _cashed_out(stage)
        wanted = {"number": number, "paper": "slip"}
        assert (await player.post("paper", wanted)).status == 404
        dealer = await stage.opened("L1-dealer", "d1")
        assert (await dealer.get("api/ticket")).status == 404
        assert (await dealer.post("paper", wanted)).status == 404
        stranger = stage.station("T2")
        assert (await stranger.get("api/ticket")).status == 401
        await stranger.enrol()
        assert (await stranger.get("api/ticket")).status == 404, "another's ticket is not his"

    told(tmp_path, story)


async def _owed(stage: Stage, number: str, amount: int, *, printed: bool) -> None:
    await stage.device(OpenTicket("pit", "T1", number, amount, "LT"), HOUSE)
    await stage.device(FinishTicket(number, printed), HOUSE)


def test_lt_9_1_a_desk_draws_the_voucher_and_the_form_it_is_paid_with(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.credentials(["c1", "c2"])
        desk = await stage.opened("cash-1", "c1")
        await desk.do("OpenDrawer", amount=100_000)
        number = "010000000000000008"
        await _owed(stage, number, 60_000, printed=False)
        brought = {"number": f"V{number}", "paper": "slip"}
        said = lines_of(await (await desk.post("paper", brought)).json())
        assert number in said
        assert "$600.00" in said
        terms = {"asked": "cash", "form": "cheque", "identity": "licence"}
        wanted: dict[str, Any] = {"number": f"V{number}", "paper": "form", "terms": terms}
        wanted["language"] = "zh"
        answer = await (await desk.post("paper", wanted)).json()
        assert answer["sheet"]["language"] == "zh"
        said = lines_of(answer)
        assert {"$600.00", "陆佰元整", "出纳员: C1", "第二出纳员"} <= set(said)
        assert {"客人要求: 现金", "实际支付: 划线支票", "查验证件: 驾驶证"} <= set(said)
        # A ticket that was printed is drawn as a copy: the house prints it once.
        await _owed(stage, "010000000000000009", 700, printed=True)
        wanted = {"number": "010000000000000009", "paper": "slip"}
        answer = await (await desk.post("paper", wanted)).json()
        assert "010000000000000009" not in str(answer)
        wanted = {"number": "010000000000000000", "paper": "form"}
        assert (await (await desk.post("paper", wanted)).json())["code"] == "TICKET_UNKNOWN"

    told(tmp_path, story, more=DESK)


@pytest.mark.clause("LT 6.1")
def test_staff_at_a_table_draws_its_sign_as_it_stands_now(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("L1-dealer", "d1")
        wanted = {"table": "L1", "language": "en"}
        said = lines_of(await (await dealer.post("sign", wanted)).json())
        limits = stage.server.engine.stream("pit").state.tables["L1"].limits
        assert f"Minimum wager: ${limits.minimum // 100:,}" in said
        assert "Banker: 19 to 20" in said
        changed = Limits(limits.minimum, 40_000, limits.unit)
        await stage.device(ChangeLimits("L1", "s1", changed, now=True))
        said = lines_of(await (await dealer.post("sign", wanted)).json())
        assert "Maximum wager: $400" in said
        assert (await dealer.post("sign", {**wanted, "table": "S1"})).status == 404
        player = await stage.opened("T1")
        assert (await player.post("sign", wanted)).status == 404

    told(tmp_path, story)


def test_the_house_says_in_which_languages_and_in_whose_time(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    text = floor_toml(tmp_path).replace("[floor]\n", f"[floor]\n{HOUSE_OF}", 1)
    file.write_text(text)
    floor = config_file.read(file).floor
    assert floor.languages == ("zh-Hant", "en")


def test_a_number_drawn_twice_leads_to_the_slip_that_had_it_first(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        number = "010000000000000008"
        await _owed(stage, number, 60_000, printed=True)
        await stage.device(OpenTicket("pit", "T1", number, 700, "SB"), HOUSE)
        reader = await open_rows(str(tmp_path / JOURNAL_FILE), "openfelt")
        first = await slip_of(reader, number)
        assert (first.amount, first.book, first.is_voucher) == (60_000, "LT", False)
        state = stage.server.engine.stream(HOUSE).state
        (voucher,) = state.hand_pays
        second = await slip_of(reader, voucher)
        assert (second.number, second.amount, second.book) == (voucher, 700, "SB")
        assert (second.is_voucher, second.demo, second.payment) == (True, False, None)
        await reader.close()

    told(tmp_path, story)
