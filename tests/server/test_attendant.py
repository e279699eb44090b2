"""An attendant's telephone over a real feed: who waits, who goes, what fails, what is disputed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import power_table
from power_table import ROADS, raw
from server_stage import PIN, PIT, Frame, Stage, Station, told

from openfelt.floor.base import Command
from openfelt.floor.money.account import InsertNote
from openfelt.floor.money.payout import HOUSE, CashOut, PrinterReceipt
from openfelt.floor.money.ticket import PayHandPay
from openfelt.floor.money.voucher import ReportPrinter
from openfelt.floor.people.call import CallAttendant
from openfelt.floor.people.dispute import (
    AskReview,
    CloseDispute,
    DecideDispute,
    ReviewDispute,
)
from openfelt.floor.people.staff import ROLES
from openfelt.floor.people.task import CompleteTask, TakeTask
from openfelt.stations.kind import KINDS

PHONE = """
[[floor.station]]
name = "phone"
kind = "attendant"
pit = "pit"

[[floor.staff]]
person = "h1"
role = "attendant"

[[floor.staff]]
person = "h2"
role = "attendant"

[[floor.staff]]
person = "c1"
role = "cashier"
"""
OWN = "attendant:phone"
TICKET = "010000000000000001"


def on_stage(tmp_path: Path, story: Callable[[Stage, Station], Any]) -> None:
    async def whole(stage: Stage) -> None:
        await stage.credentials(["h1", "h2"])
        await story(stage, await stage.opened("phone", "h1"))

    told(tmp_path, whole, more=PHONE)


async def _jobs(phone: Station, *kinds: str) -> list[Frame]:
    """Wait until these are the jobs there are, and return them."""
    await phone.sees(lambda views: [one["kind"] for one in views[OWN]["jobs"]] == list(kinds))
    jobs: list[Frame] = phone.views[OWN]["jobs"]
    return jobs


def test_lt_11_3_a_call_is_taken_and_done_and_the_player_is_told(tmp_path: Path) -> None:
    async def story(stage: Stage, phone: Station) -> None:
        player = await stage.opened("T1")
        assert (await player.do("CallAttendant"))["type"] == "ack"
        (job,) = await _jobs(phone, "call")
        assert (job["terminal"], job["seat"], job["table"], job["by"]) == ("T1", 1, "L1", "")
        named = {"kind": "call", "about": "T1"}
        assert (await phone.do("TakeTask", **named))["type"] == "ack"
        await phone.sees(lambda views: views[OWN]["jobs"][0]["mine"])
        assert phone.views[OWN]["jobs"][0]["by"] == "H1"
        await player.sees(lambda views: views["player:T1"]["coming"])
        # Somebody else takes it over with his PIN, and then it is his.
        assert (await phone.do("TakeTask", **named, authority=("h2", PIN)))["type"] == "ack"
        await phone.sees(lambda views: not views[OWN]["jobs"][0]["mine"])
        done = await phone.do("CompleteTask", **named, reason="a question")
        assert done["type"] == "ack"
        await _jobs(phone)
        await player.sees(lambda views: not views["player:T1"]["coming"])

    on_stage(tmp_path, story)


def test_lt_2_2_8_a_failed_ticket_calls_somebody_until_it_is_paid(tmp_path: Path) -> None:
    async def story(stage: Stage, phone: Station) -> None:
        await stage.device(InsertNote("T1", 10_000, "n"))
        await stage.device(CashOut("T1", TICKET))
        await stage.server.engine.idle()
        (order,) = stage.server.engine.stream(PIT).state.orders
        await stage.device(PrinterReceipt(order, False, "T1"))
        (job,) = await _jobs(phone, "hand_pay")
        assert (job["terminal"], job["amount"], job["slip"]) == ("T1", 10_000, "0001")
        # The terminal is to be opened; with no credit left there it is not pressing.
        await phone.sees(lambda views: [one["kind"] for one in views[OWN]["faults"]] == ["printer"])
        assert not phone.views[OWN]["faults"][0]["urgent"]
        await stage.device(InsertNote("T1", 1_000, "m"))
        await phone.sees(lambda views: views[OWN]["faults"][0]["urgent"])
        await stage.device(ReportPrinter("T1", works=True))
        await phone.sees(lambda views: not views[OWN]["faults"])
        # Paid at the desk, nobody need go any more.
        await stage.device(PayHandPay(f"V{TICKET}", "c1"), HOUSE)
        await _jobs(phone)

    on_stage(tmp_path, story)


def test_sb_8_15_a_dispute_goes_from_the_attendant_to_a_supervisor(tmp_path: Path) -> None:
    async def story(stage: Stage, phone: Station) -> None:
        said = {"about": "outcome", "said": "a triple", "upheld": False, "reason": "seen"}
        places = {one["terminal"]: one for one in phone.views[OWN]["disputable"]}
        assert places["U1"]["alone"]
        assert not places["T1"]["alone"]
        assert "games_supervisor" in places["T1"]["decides"]
        at = {"table": "S1", "terminal": "U1"}
        assert (await phone.do("DecideDispute", **at, **said))["type"] == "ack"
        await phone.sees(lambda views: len(views[OWN]["disputes"]) == 1)
        (open_,) = phone.views[OWN]["disputes"]
        assert (open_["decided_by"], open_["stage"]) == ("H1", "decided")
        assert open_["reviews"] == ["agm", "egs", "gm"]
        named = {"table": "S1", "dispute": open_["dispute"]}
        assert (await phone.do("AskReview", **named))["type"] == "ack"
        # The table's own page has it before whoever reviews it.
        table = await stage.opened("S1-table", "e1")
        await table.sees(lambda views: views["table:S1-table"]["disputes"][0]["stage"] == "review")
        judged = {**named, "upheld": True, "reason": "three of them"}
        assert (await phone.do("ReviewDispute", **judged))["code"] == "ROLE_MAY_NOT"
        others = await phone.question("approvers", "ReviewDispute", **judged)
        assert "e1" in [one["person"] for one in others["approval"]["persons"]]
        assert (await table.do("ReviewDispute", **judged))["type"] == "ack"
        await phone.sees(lambda views: views[OWN]["disputes"][0]["reviewed_by"] == "E1")
        refused = await phone.do("CloseDispute", **named, satisfied=False)
        assert refused["data"]["why"] == "not_advised"
        closed = await phone.do("CloseDispute", **named, satisfied=False, advised=True)
        assert closed["type"] == "ack"
        await phone.sees(lambda views: not views[OWN]["disputes"])
        tasks = stage.server.engine.stream(PIT).state.tasks
        assert tasks["complaint:S1/1"].role == "inspector"

    on_stage(tmp_path, story)


def test_every_command_by_every_role_equals_the_power_table(tmp_path: Path) -> None:
    """The attendant alone first, then with everybody's PIN: it is worth what his own role is."""
    house, sb = power_table.powers("House"), power_table.powers("SB")
    sent = {name for (name, _), power in {**house, **sb}.items() if "attendant" in power.stations}
    assert sent == {one.__name__ for one in KINDS["attendant"].commands}
    decided = DecideDispute("S1", "U1", "attendant", "other", "that", False, "why")
    due: tuple[tuple[Command, str, tuple[Command, ...]], ...] = (
        (TakeTask("call", "T1", ""), "call", (CallAttendant("T1"),)),
        (CompleteTask("call", "T1", "", "why"), "call", (CallAttendant("T1"),)),
        (decided, "", ()),
        (AskReview("S1", 0, ""), "", (decided,)),
        (
            ReviewDispute("S1", 0, "", True, "why"),
            "of a first decision",
            (decided, AskReview("S1", 0, "attendant")),
        ),
        (CloseDispute("S1", 0, "", True), "", (decided,)),
    )

    async def story(stage: Stage) -> None:
        await stage.credentials(ROLES)
        phone = await stage.opened("phone", "attendant")
        state = stage.server.engine.stream(PIT).state

        def newest(command: Command) -> dict[str, Any]:
            asked = raw(command)
            return {**asked, "dispute": state.disputed} if "dispute" in asked else asked

        for command, when, before in due:
            power = (house if when == "call" else sb)[type(command).__name__, when]
            for role in ROLES:
                for road in ROADS:
                    for one in before:
                        fields = {**newest(one), "person": "attendant"}
                        fields.pop("type")
                        known = {k: v for k, v in fields.items() if k in one.__struct_fields__}
                        await stage.device(type(one)(**known))
                    other = "" if role == "attendant" else role
                    rows = state.sequence
                    answer = await road(phone, newest(command), other)
                    expected = "ack" if power.cells.get(role) == "yes" else "ROLE_MAY_NOT"
                    assert answer == expected, (command, role)
                    assert (state.sequence > rows) or answer != "ack" or when == "call"

    more = PHONE + "".join(f'\n[[floor.staff]]\nperson = "{r}"\nrole = "{r}"\n' for r in ROLES)
    told(tmp_path, story, more=more)


def test_nobody_else_signs_in_at_a_telephone(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.credentials(["c1"])
        phone = stage.station("phone")
        await phone.enrol()
        for stranger in ("d1", "s1", "a1", "c1"):
            refused = await phone.sign_in(stranger)
            assert (await refused.json())["error"] == "NO_ROLE_HERE"

    told(tmp_path, story, more=PHONE)
