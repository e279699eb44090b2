"""A citation holds a clause only where the product is led by name, and where somebody reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fake_checkout import make_checkout, prove, use, write

from openfelt.trace.citation import scan
from openfelt.trace.coverage import Status, cover
from openfelt.trace.product import product_of
from openfelt.trace.register import load

COMMAND = """
from openfelt.games.fake import {names}


def command() -> object:
    return {asked}
"""

CONCEPT = '''
from openfelt.floor.base import Concept
from openfelt.floor.desk import PayTicket, StageWager


def pay(state: object, command: PayTicket) -> object:
    """Pay.  Rule: LT 4.2.7; LT 4.2.8"""
    return TicketPaid()


def stage(state: object, command: StageWager) -> object:
    """Stage.  Rule: LT 4.2; LT 4.2.8"""
    return WagerStaged()


class TicketPaid: ...


class WagerStaged: ...


def paid(state: object, event: TicketPaid) -> None:
    """Note it.  Rule: PB 5.7"""


CONCEPT = Concept(
    decides={PayTicket: pay, StageWager: stage},
    evolves={TicketPaid: paid, WagerStaged: print},
    posts={
        TicketPaid: lambda event: (1, 2),  # Rule: SB 3.9.1
        WagerStaged: lambda event: (3, 4),  # Rule: SB 3.9.10 Small
    },
)
'''

SERVE = """
from openfelt.floor import wager
from openfelt.floor.desk import StageWager


def command() -> object:
    return [one.CONCEPT for one in (wager,)], StageWager
"""


def held(root: Path) -> set[str]:
    """Return the clauses that the product of a checkout holds."""
    product = product_of(root)
    cited = scan(root, load(root)).found
    return {clause for one in cited if product.holds(one) for clause in one.clauses}


def checkout(root: Path, source: str, names: str, asked: str) -> Path:
    make_checkout(root, fake=source)
    use(root, settle=COMMAND.format(names=names, asked=asked))
    return root


def test_what_no_command_leads_to_holds_nothing(tmp_path: Path) -> None:
    source = """
    def used() -> int:
        return _helper()  # Rule: LT 4.2


    def _helper() -> int:
        return 1  # Rule: LT 4.2.7


    def only_tests_call_it() -> int:
        return _also_idle()  # Rule: LT 4.2.8


    def _also_idle() -> int:
        return 2  # Rule: PB 5.7


    UNREAD = 1  # Rule: SB 3.9.1
    """
    assert held(checkout(tmp_path, source, "used", "used()")) == {"LT 4.2", "LT 4.2.7"}


def test_a_name_of_its_own_hides_that_of_the_module(tmp_path: Path) -> None:
    source = """
    limit = 1  # Rule: LT 4.2


    def used(limit: int) -> int:
        return limit  # Rule: LT 4.2.7
    """
    assert held(checkout(tmp_path, source, "used", "used(1)")) == {"LT 4.2.7"}


def test_a_field_of_a_record_that_nobody_reads_holds_nothing(tmp_path: Path) -> None:
    source = """
    POLICY = Policy(
        burn=1,  # Rule: LT 4.2
        cut=2,  # Rule: LT 4.2.7
    )
    """
    assert held(checkout(tmp_path, source, "POLICY", "POLICY.burn")) == {"LT 4.2"}


def test_a_method_is_used_where_its_name_is_asked_for(tmp_path: Path) -> None:
    source = """
    class Shoe:
        decks = 8  # Rule: LT 4.2

        def draw(self) -> int:
            return 1  # Rule: LT 4.2.7

        def peek(self) -> int:
            return 1  # Rule: LT 4.2.8
    """
    assert held(checkout(tmp_path, source, "Shoe", "Shoe().draw()")) == {"LT 4.2.7"}


def test_who_is_only_named_as_a_type_is_not_used(tmp_path: Path) -> None:
    source = """
    class Shoe:
        def __init__(self) -> None:
            self.decks = 8  # Rule: LT 4.2


    def used(shoe: Shoe) -> object:
        match shoe:
            case Shoe():
                return isinstance(shoe, Shoe)  # Rule: LT 4.2.7
    """
    assert held(checkout(tmp_path, source, "used", "used(1)")) == {"LT 4.2.7"}


def test_a_module_handed_on_is_asked_for_what_its_holders_ask(tmp_path: Path) -> None:
    source = """
    RULE = 1  # Rule: LT 4.2


    def judge() -> int:
        return 2  # Rule: LT 4.2.7


    def other() -> int:
        return 3  # Rule: LT 4.2.8
    """
    make_checkout(tmp_path, fake=source)
    ways = "from openfelt.games import fake\n\nWAYS = {'fake': fake}\n"
    write(tmp_path, "src/openfelt/games/ways.py", ways)
    asked = "[(way.RULE, way.judge) for way in WAYS.values()]"
    text = COMMAND.format(names="WAYS", asked=asked).replace("games.fake", "games.ways")
    use(tmp_path, settle=text, audit="def command() -> object:\n    return object().other()\n")
    assert held(tmp_path) == {"LT 4.2", "LT 4.2.7"}


@pytest.mark.parametrize("command", ["scenario", "simulate-floor", "rules"])
def test_the_commands_that_try_the_product_are_not_the_product(
    tmp_path: Path, command: str
) -> None:
    make_checkout(tmp_path, fake="LIMIT = 1  # Rule: LT 4.2\n")
    use(tmp_path, **{command: COMMAND.format(names="LIMIT", asked="LIMIT")})
    assert held(tmp_path) == set()


@pytest.mark.parametrize("package", ["scenario", "rehearsal"])
def test_the_transcript_tool_and_the_rehearsal_hold_nothing(tmp_path: Path, package: str) -> None:
    make_checkout(tmp_path)
    write(tmp_path, f"src/openfelt/{package}/show.py", "LIMIT = 1  # Rule: LT 4.2\n")
    text = COMMAND.format(names="LIMIT", asked="LIMIT")
    use(tmp_path, settle=text.replace("games.fake", f"{package}.show"))
    assert held(tmp_path) == set()


@pytest.fixture
def floor(tmp_path: Path) -> Path:
    """A floor of two commands, of which a station can send one."""
    make_checkout(tmp_path)
    write(tmp_path, "src/openfelt/floor/wager.py", CONCEPT)
    write(tmp_path, "src/openfelt/floor/desk.py", "class PayTicket: ...\nclass StageWager: ...\n")
    write(tmp_path, "src/openfelt/floor/base.py", "class Concept: ...\n")
    use(tmp_path, serve=SERVE)
    return tmp_path


def test_a_command_that_no_station_can_send_is_listed_by_name(floor: Path) -> None:
    assert product_of(floor).unsent == ("PayTicket",)


def test_what_only_such_a_command_leads_to_is_unsent_and_so_are_its_events(floor: Path) -> None:
    product = product_of(floor)
    cited = scan(floor, load(floor)).found
    assert all(product.holds(one) for one in cited)
    unserved = {one.clauses for one in cited if not product.is_served(one)}
    assert unserved == {("LT 4.2.7", "LT 4.2.8"), ("PB 5.7",), ("SB 3.9.1",)}


def test_a_robot_of_the_demo_is_no_station(floor: Path) -> None:
    text = (
        "from openfelt.floor.desk import PayTicket\n\n\ndef command() -> object: return PayTicket\n"
    )
    write(floor, "src/openfelt/demo/player.py", text)
    use(floor, serve=SERVE, demo="from openfelt.demo.player import command\n")
    assert product_of(floor).unsent == ("PayTicket",)


def test_a_clause_that_waits_for_a_sender_has_a_status_of_its_own(floor: Path) -> None:
    prove(floor, test_it=("passed", ["LT 4.2", "LT 4.2.7", "LT 4.2.8"]))
    status = {row.clause.id: row.status for row in cover(floor).rows}
    assert status["LT 4.2.7"] is Status.UNSENT
    assert status["LT 4.2.8"] is Status.UNSENT  # Part of it waits.
    assert status["LT 4.2"] is Status.PROVED
