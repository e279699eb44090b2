"""A station of the house: a small counter, of a kind that only these tests know.

Whatever it needs beyond its record, its view and its page would show here.
"""

from pathlib import Path

import msgspec
import pytest
from power_table import over_feed, over_http
from server_stage import Stage, floor_toml, told

from openfelt.floor.money.payout import HOUSE
from openfelt.floor.money.ticket import RedeemTicket
from openfelt.floor.people.staff import GrantRole, WithdrawRole
from openfelt.floor.state import State
from openfelt.server.access.held_roles import follow_all_roles
from openfelt.server.config import file as config_file
from openfelt.server.config.file import ConfigError
from openfelt.server.feed import typescript
from openfelt.stations.kind import KINDS, StationKind
from openfelt.stations.window import Looks, Post, Sight, Window

DESK = """
[[floor.station]]
name = "cash-1"
kind = "counter"

[[floor.staff]]
person = "c1"
role = "cashier"
"""
TOPIC = "counter:cash-1"


class CounterView(msgspec.Struct, frozen=True):
    """How many tickets a drawer may be asked to pay, and whose drawer it is."""

    payable: int
    person: str


def _windows(post: Post) -> list[Window]:
    def make(state: State, _: int) -> msgspec.Struct:
        payable = sum(ticket.state == "issued" for ticket in state.tickets.values())
        return CounterView(payable, post.person)

    return [Window(f"counter:{post.station}", make, Looks(everything=True))]


COUNTER = StationKind(
    name="counter",
    face="office",
    stands="desk",
    stream="house",
    staff=frozenset({"cashier"}),
    commands=(RedeemTicket,),
    sights=(Sight(CounterView, _windows),),
)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the floor have cash desks."""
    monkeypatch.setitem(KINDS, COUNTER.name, COUNTER)


async def _ticket(stage: Stage) -> str:
    """Play a note through a terminal, and return the number of its ticket."""
    acceptor, player = await stage.opened("acceptor@T1"), await stage.opened("T1")
    note = f"n{stage.server.engine.stamp()}"
    assert (await acceptor.do("InsertNote", amount=2_000, note=note))["type"] == "ack"
    assert (await player.do("CashOut"))["type"] == "ack"
    printer = await stage.opened("printer@T1")
    order = await printer.until(lambda frame: frame["type"] == "order")
    await printer.do("PrinterReceipt", order=order["order"], printed=True)
    return str(order["data"])


def test_it_comes_in_on_its_face_and_signs_in_by_roles_of_the_house(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        desk = stage.station("cash-1")
        assert desk.url.startswith(stage.server.addresses()["office"])
        floor = stage.server.addresses()["floor"]
        assert (await desk.http.get(f"{floor}s/cash-1/")).status == 404
        assert "page enrol" in await (await desk.get("")).text()
        await desk.enrol()
        assert "page signin" in await (await desk.get("")).text()
        assert (await (await desk.sign_in("d1")).json())["error"] == "NO_ROLE_HERE"
        await stage.credentials(["c1"])
        assert (await desk.sign_in("c1")).status == 200
        assert "page counter" in await (await desk.get("")).text()
        info = await (await desk.get("api/station")).json()
        assert (info["kind"], info["roles"]) == ("counter", ["cashier"])
        start = await (await desk.http.get(f"{stage.server.addresses()['office']}api/start")).json()
        assert [one["kind"] for one in start["stations"]][-1] == "counter"

    told(tmp_path, story, more=DESK)


def test_it_watches_the_house_and_sends_its_command(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.credentials(["c1"])
        desk = await stage.opened("cash-1", "c1")
        assert desk.views == {TOPIC: {"payable": 0, "person": "c1"}}
        first, second = await _ticket(stage), await _ticket(stage)
        await desk.sees(lambda v: v[TOPIC]["payable"] == 2)
        assert await over_feed(desk, {"type": "RedeemTicket", "number": first}) == "ack"
        assert await over_http(desk, {"type": "RedeemTicket", "number": second}) == "ack"
        await desk.sees(lambda v: v[TOPIC]["payable"] == 0)
        assert stage.server.engine.stream(HOUSE).state.ledger["drawer:c1"] == -4_000
        again = await desk.do("RedeemTicket", number=first)
        assert (again["code"], again["clause"]) == ("TICKET_ALREADY_REDEEMED", "")

    told(tmp_path, story, more=DESK)


def test_it_cannot_say_who_pays_nor_ask_for_what_is_not_its_own(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.credentials(["c1"])
        desk = await stage.opened("cash-1", "c1")
        for foreign in (
            {"type": "RedeemTicket", "number": "1", "person": ""},
            {"type": "SuspendTable", "table": "L1", "reason": "test"},
        ):
            assert await over_http(desk, foreign) == "BAD_REQUEST"
        dealer = await stage.opened("L1-dealer", "d1")
        assert await over_http(dealer, {"type": "RedeemTicket", "number": "1"}) == "BAD_REQUEST"

    told(tmp_path, story, more=DESK)


def test_a_role_taken_away_in_the_house_ends_the_sign_in(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        await stage.credentials(["c1", "c2"])
        await stage.device(GrantRole("c2", "cashier", "pit", 0, 0), HOUSE)
        desk = await stage.opened("cash-1", "c2")
        await stage.device(WithdrawRole("c2", "cashier", "pit"), HOUSE)
        await follow_all_roles(stage.server.engine, stage.server.access)
        assert (await desk.until(lambda f: f["type"] == "bye"))["why"] == "SIGNED_OUT"

    told(tmp_path, story, more=DESK)


@pytest.mark.parametrize(
    ("more", "key", "what"),
    [
        ('pit = "pit"', "floor.station 4.pit", "of the house"),
        ('tables = ["L1"]', "floor.station 4.tables", "at no table"),
    ],
)
def test_a_desk_of_the_house_is_in_no_pit_and_at_no_table(
    tmp_path: Path, more: str, key: str, what: str
) -> None:
    text = floor_toml(tmp_path, more=DESK.replace('"counter"', f'"counter"\n{more}'))
    with pytest.raises(ConfigError) as error:
        config_file.parse(text, "floor.toml")
    assert [(one.key, what in one.what) for one in error.value.wrongs] == [(key, True)]


def test_the_browser_gets_its_types() -> None:
    text = typescript.generate()
    assert "export interface CounterView {" in text
    assert "export type CounterCommand = RedeemTicket;" in text
    assert '"device" | "counter";' in text
