"""A cash desk over a real feed: its drawer, the slips that are brought, and who may do what there.

Tickets come from terminals of a pit; some rows are told by the house itself.
"""

from pathlib import Path
from typing import Any

import power_table
import pytest
from power_table import ROADS
from server_stage import PIN, Frame, Stage, Station, floor_toml, told

from openfelt.floor.money.demand import DemandReturn
from openfelt.floor.money.dispensing import PresentAtKiosk
from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.ticket import HoldTicket
from openfelt.floor.money.uncollected import CreditLeft
from openfelt.floor.people.staff import ROLES
from openfelt.floor.question import (
    FinishTicket,
    OpenCases,
    OpenTicket,
    ReceiveDrop,
    ReportCredits,
)
from openfelt.floor.state import Claim
from openfelt.server.config import file as config_file
from openfelt.server.config.file import ConfigError
from openfelt.stations.kind import KINDS

DESK = """
[floor.desk]
identity_from = 500
second_from = 200

[[floor.station]]
name = "cash-1"
kind = "cashdesk"

[[floor.kiosk]]
name = "K1"
cassettes = [20, 5]
change = 4

[[floor.device]]
name = "scanner@K1"

[[floor.device]]
name = "dispenser@K1"

[[floor.staff]]
person = "c1"
role = "cashier"

[[floor.staff]]
person = "c2"
role = "cashier"
"""
TOPIC = "cashdesk:cash-1"
SIGNED = {"signed": True}
BY_TWO = (
    *("FillDrawer", "RedeemTicket", "PayHandPay", "WriteOffCase", "CountDrop", "DeclareAbandoned"),
    *("LoadCassette", "CountKiosk", "StateDispensed"),
)


async def _opened(stage: Stage) -> Station:
    await stage.credentials(["c1", "c2"])
    desk = await stage.opened("cash-1", "c1")
    assert (await desk.do("OpenDrawer", amount=100_000))["type"] == "ack"
    await desk.sees(lambda v: v[TOPIC]["drawer"] is not None)
    return desk


async def _slip(stage: Stage, number: int, amount: int, *, printed: bool = True) -> str:
    """Have the house owe something as if a terminal had been cashed out."""
    name = f"{number:018}"
    await stage.device(OpenTicket("pit", "T1", name, amount, "LT"), HOUSE)
    await stage.device(FinishTicket(name, printed), HOUSE)
    return name


async def _look(desk: Station, number: str) -> Frame:
    answer: Frame = await (await desk.post("slip", {"number": number})).json()
    return answer["slip"] if answer["type"] == "slip" else answer


def test_lt_9_3_a_ticket_is_looked_up_paid_once_and_known_ever_after(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _opened(stage)
        number = await _slip(stage, 7, 10_003)
        seen = await _look(desk, number)
        assert (seen["kind"], seen["state"], seen["amount"]) == ("ticket", "issued", 10_003)
        assert (seen["cash"], seen["terminal"], seen["pit"]) == (10_005, "T1", "pit")
        assert seen["since"] > 0
        assert (seen["reason"], seen["takes_form"], seen["takes_two"]) == ("", False, False)
        assert (await desk.do("RedeemTicket", number=number))["type"] == "ack"
        await desk.sees(lambda v: v[TOPIC]["drawer"]["holds"] == 100_000 - 10_005)
        again = await desk.do("RedeemTicket", number=number)
        assert (again["code"], again["data"]["where"]) == ("TICKET_ALREADY_REDEEMED", "drawer:C1")
        seen = await _look(desk, number)
        assert (seen["state"], seen["where"]) == ("redeemed", "drawer:C1")
        assert seen["paid_at"] == again["data"]["at_us"]
        assert (await _look(desk, "0" * 18))["code"] == "TICKET_UNKNOWN"

    told(tmp_path, story, more=DESK)


def test_lt_9_1_a_hand_pay_waits_for_its_form_and_a_large_one_for_two(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _opened(stage)
        number = await _slip(stage, 8, 60_000, printed=False)
        await desk.sees(lambda v: [one["voucher"] for one in v[TOPIC]["owed"]] == [f"V{number}"])
        # The number of the ticket that did not print leads to what took its place.
        seen = await _look(desk, number)
        assert (seen["kind"], seen["number"]) == ("voucher", f"V{number}")
        assert [seen[f"takes_{what}"] for what in ("form", "identity", "two")] == [True] * 3
        terms: dict[str, Any] = {**SIGNED, "identity": "passport"}
        asked: dict[str, Any] = {"voucher": f"V{number}", "terms": terms}
        assert (await desk.do("PayHandPay", voucher=f"V{number}"))["data"]["why"] == "not_signed"
        assert (await desk.do("PayHandPay", **asked))["code"] == "SECOND_PERSON_NEEDED"
        others = await desk.question("approvers", "PayHandPay", **asked)
        assert [one["person"] for one in others["approval"]["persons"]] == ["c2"]
        answer = await desk.do("PayHandPay", **asked, authority=("c2", "1234"))
        assert answer["code"] == "SECOND_PERSON_NEEDED", "a wrong PIN is nobody's word"
        asked["terms"]["form"] = "cheque"
        answer = await desk.do("PayHandPay", **asked, authority=("c2", PIN))
        assert answer["type"] == "ack"
        await desk.sees(lambda v: not v[TOPIC]["owed"])
        assert desk.views[TOPIC]["drawer"]["holds"] == 100_000

    told(tmp_path, story, more=DESK)


def test_lt_9_2_what_is_withheld_says_who_may_release_it(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _opened(stage)
        number = await _slip(stage, 9, 5_000)
        await stage.device(HoldTicket(number, "a1", True, "whose is it"), HOUSE)
        seen = await _look(desk, number)
        assert (seen["state"], seen["releases"]) == ("held", ["agm", "gm"])
        assert (await desk.do("RedeemTicket", number=number))["code"] == "TICKET_IS_HELD"
        release = {"number": number, "held": False, "reason": "his own"}
        assert (await desk.do("HoldTicket", **release))["code"] == "ROLE_MAY_NOT"
        answer = await desk.do("HoldTicket", **release, authority=("a1", PIN))
        assert answer["type"] == "ack"
        assert (await desk.do("RedeemTicket", number=number))["type"] == "ack"

    told(tmp_path, story, more=DESK)


def test_lt_9_1_cases_and_what_is_demanded_back_come_over_the_counter(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _opened(stage)
        number = await _slip(stage, 10, 2_000)
        await desk.do("RedeemTicket", number=number)
        await stage.device(DemandReturn(number, "a1", "not his"), HOUSE)
        claims = (Claim("T1", 1, -1_500), Claim("T2", 1, 2_500))
        await stage.device(OpenCases("pit", "L1", 1, claims, "a correction"), HOUSE)
        await desk.sees(lambda v: len(v[TOPIC]["cases"]) == 2 and len(v[TOPIC]["demanded"]) == 1)
        assert (await desk.do("TakeBack", number=number))["type"] == "ack"
        for case in [one["case"] for one in desk.views[TOPIC]["cases"]]:
            assert (await desk.do("SettleCase", case=case))["type"] == "ack"
        await desk.sees(lambda v: not v[TOPIC]["cases"] and len(v[TOPIC]["owed"]) == 2)
        drawer = desk.views[TOPIC]["drawer"]
        assert (drawer["paid"], drawer["taken"], drawer["holds"]) == (2_000, 3_500, 101_500)
        assert (await desk.do("CloseDrawer", counted=101_000))["type"] == "ack"
        await desk.sees(lambda v: v[TOPIC]["drawer"]["counted"] == 101_000)
        assert [one["reason"] for one in desk.views[TOPIC]["acts"]][1:] == [
            "PHASE_DOES_NOT_ALLOW",
            "PHASE_DOES_NOT_ALLOW",
        ]

    told(tmp_path, story, more=DESK)


def test_lt_9_3_1_what_was_put_off_is_listed_by_its_time_until_it_is_paid(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _opened(stage)
        later, sooner = [await _slip(stage, n, n * 1_000) for n in (20, 21)]
        now = stage.server.engine.stamp()
        for number, hours in ((later, 30), (sooner, 2)):
            until = now + hours * 3_600_000_000
            await desk.do("DeferPayment", number=number, until=until, reason="why")
        await desk.sees(lambda v: len(v[TOPIC]["agreed"]) == 2)
        agreed = desk.views[TOPIC]["agreed"]
        assert [(one["number"], one["amount"]) for one in agreed] == [
            (sooner, 21_000),
            (later, 20_000),
        ]
        assert {one["terminal"] for one in agreed} == {"T1"}
        # Paid before, it is due no more; and an agreement can be ended.
        terms = {"identity": "licence", "form": "cheque"}
        paid = {"number": sooner, "terms": terms, "authority": ("c2", PIN)}
        assert (await desk.do("RedeemTicket", **paid))["type"] == "ack"
        await desk.sees(lambda v: len(v[TOPIC]["agreed"]) == 1)
        ended = {"kind": "payment", "about": later, "reason": "did not come"}
        assert (await desk.do("CompleteTask", **ended))["type"] == "ack"
        await desk.sees(lambda v: not v[TOPIC]["agreed"])
        assert (await _look(desk, later))["state"] == "issued"

    told(tmp_path, story, more=DESK)


def test_whoever_tries_out_numbers_has_to_wait(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = await _opened(stage)
        number = await _slip(stage, 11, 2_000)
        said = [(await _look(desk, f"{n:018}")) for n in range(100, 140)]
        assert said[-1]["data"].get("why") == "too_many_unknown"
        assert (await _look(desk, number))["data"].get("why") == "too_many_unknown"

    told(tmp_path, story, more=DESK)


def test_every_command_by_every_role_equals_the_power_table(tmp_path: Path) -> None:
    """The cashier alone first, then with everybody's PIN: it is worth what his own role is."""
    powers = power_table.powers("House")
    here = {name: power for (name, _), power in powers.items() if "cashdesk" in power.stations}
    assert here.keys() == {one.__name__ for one in KINDS["cashdesk"].commands}

    async def story(stage: Stage) -> None:
        await stage.credentials([*ROLES, "c1", "c2"])
        desk = await stage.opened("cash-1", "c1")
        slips = [await _slip(stage, n, 1_000) for n in (0, 1, 2, 4)]
        voucher = f"V{await _slip(stage, 3, 1_000, printed=False)}"
        claims = (Claim("T1", 1, 500), Claim("T2", 1, -500))
        await stage.device(OpenCases("pit", "L1", 1, claims, "why"), HOUSE)
        case, owed = stage.server.engine.stream(HOUSE).state.cases
        until = stage.server.engine.stamp() + 3_600_000_000
        due: tuple[dict[str, Any], ...] = (
            {"type": "OpenDrawer", "amount": 5_000},
            {"type": "FillDrawer", "amount": 5_000},
            {"type": "RedeemTicket", "number": slips[0]},
            {"type": "PayHandPay", "voucher": voucher, "terms": SIGNED},
            {"type": "SettleCase", "case": case},
            {"type": "DeferPayment", "number": slips[1], "until": until, "reason": "why"},
            {"type": "HoldTicket", "number": slips[2], "held": True, "reason": "why"},
            {"type": "CompleteTask", "kind": "payment", "about": slips[1], "reason": "why"},
            {"type": "DemandReturn", "number": slips[0], "reason": "why"},
            {"type": "TakeBack", "number": slips[0]},
            {"type": "WriteOffCase", "case": owed, "reason": "why"},
            {"type": "LoadCassette", "kiosk": "K1", "cassette": 2, "pieces": 9},
            {"type": "CountKiosk", "kiosk": "K1", "pieces": [0, 9]},
            {"type": "OpenKiosk", "kiosk": "K1"},
            {"type": "CloseKiosk", "kiosk": "K1"},
            {"type": "StateDispensed", "kiosk": "K1", "pieces": [0, 1], "reason": "why"},
            {"type": "CountDrop", "drop": "pit/T1/A1", "counted": 500},
            {
                "type": "DeclareAbandoned",
                "pit": "pit",
                "terminal": "T1",
                "account": 1,
                "reason": "-",
            },
            {"type": "CloseDrawer", "counted": 0},
        )
        await stage.device(ReceiveDrop("pit", "T1", "A1", 500), HOUSE)
        await stage.device(ReportCredits("pit", (CreditLeft("T1", 1, 500, 9),)), HOUSE)
        for command in due:
            name = command["type"]
            if name == "CloseKiosk":
                await stage.device(PresentAtKiosk("K1", slips[3]), HOUSE)
            if name == "StateDispensed":
                (command["order"],) = stage.server.engine.stream(HOUSE).state.orders
            # Where another cashier may count too, the act stays the cashier's own.
            is_his = name in BY_TWO
            others = [role for role in ROLES if not is_his]
            for role in [one for one in others if here[name].cells.get(one) != "yes"]:
                for road in ROADS:
                    assert await road(desk, command, role) == "ROLE_MAY_NOT", (name, role)
            alone = here[name].answer("cashier")
            assert await ROADS[0](desk, command, "") == alone, name
            if alone != "ack":
                another = "agm" if here[name].cells.get("agm") == "yes" else "c2"
                assert await ROADS[1](desk, command, another) == "ack"

    more = DESK + "".join(f'\n[[floor.staff]]\nperson = "{r}"\nrole = "{r}"\n' for r in ROLES)
    told(tmp_path, story, more=more)


@pytest.mark.parametrize(
    ("was", "now", "key"),
    [
        ("[floor.desk]\nidentity_from = 500\nsecond_from = 200\n", "", "floor.desk"),
        ("identity_from = 500", "coin = 0", "floor.desk.coin"),
        ("identity_from = 500", 'identity_from = "1.2"', "floor.desk.identity_from"),
        ("identity_from = 500", "identity_from = true", "floor.desk.identity_from"),
    ],
)
def test_a_desk_has_to_be_told_how_it_pays(tmp_path: Path, was: str, now: str, key: str) -> None:
    text = floor_toml(tmp_path, more=DESK.replace(was, now))
    with pytest.raises(ConfigError) as error:
        config_file.parse(text, "floor.toml")
    assert [one.key for one in error.value.wrongs] == [key]


@pytest.mark.parametrize(
    ("was", "now", "keys"),
    [
        ("cassettes = [20, 5]", "cassettes = []", ["floor.kiosk 1.cassettes"]),
        ("cassettes = [20, 5]", "cassettes = [20, 0]", ["floor.kiosk 1.cassettes"]),
        ("change = 4", "most = 0", ["floor.kiosk 1.most"]),
        ("change = 4", 'change = "4.1"', ["floor.kiosk 1.change"]),
        ('kind = "cashdesk"', 'kind = "kiosk"', ["floor.kiosk 1.name", "floor.station 4.kind"]),
        ('name = "scanner@K1"', 'name = "scanner@K2"', ["floor.device 4.name"]),
        ('name = "scanner@K1"', 'name = "scanner@K1"\npit = "pit"', ["floor.device 4.pit"]),
    ],
)
def test_a_kiosk_has_to_be_right(tmp_path: Path, was: str, now: str, keys: list[str]) -> None:
    text = floor_toml(tmp_path, more=DESK.replace(was, now))
    with pytest.raises(ConfigError) as error:
        config_file.parse(text, "floor.toml")
    assert sorted(one.key for one in error.value.wrongs) == keys


def test_a_ticket_life_is_days(tmp_path: Path) -> None:
    text = floor_toml(tmp_path, more=DESK).replace("[floor]\n", "[floor]\nticket_life = -1\n", 1)
    with pytest.raises(ConfigError) as error:
        config_file.parse(text, "floor.toml")
    assert [one.key for one in error.value.wrongs] == ["floor.ticket_life"]
