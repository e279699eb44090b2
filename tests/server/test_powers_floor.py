"""The floor by itself and `docs/powers.md`: no command of a person, and no role, is left out."""

from typing import Any

import msgspec
import power_table
import pytest
from power_table import COUP, Power

from openfelt.floor.base import Command, Context, Refused
from openfelt.floor.money.account import EnrolTerminal
from openfelt.floor.people.staff import ROLES, RoleLearned
from openfelt.floor.people.task import KINDS
from openfelt.floor.state import Limits, State
from openfelt.floor.table import OpenTable
from openfelt.floor.whole import COMMANDS, decide, evolve
from openfelt.trace import register

NOW = 1_000_000
LIMITS = Limits(500, 50_000, 500)
# A value for every field a command of a person can have.
FIELDS: dict[str, Any] = {
    "round": 0,
    "rounds": 1,
    "bet": "player",
    "amount": 500,
    "result": "player",
    "card": "9S",
    "cards": COUP,
    "dice": (1, 2, 3),
    "dice_set": "set-1",
    "seal": "4711",
    "reason": "test",
    "limits": LIMITS,
    "now": False,
    "number": "0" * 18,
    "voucher": "V" + "0" * 18,
    "until": 2 * NOW,
    "held": True,
    "keeps": "T",
    "found": "missing",
    "ground": "fraud",
    "about": "T",
    "upheld": False,
    "said": "test",
    "dispute": 1,
    "satisfied": True,
    "case": "D1",
    "counted": 0,
    "kiosk": "K1",
    "cassette": 1,
    "drop": "pit/T/1",
    "pit": "pit",
    "account": 1,
    "pieces": 1,
    "order": "dispense:K1:1",
    "second": "",
}
SECTIONS = ("LT", "AC", "SB", "MT_A", "MT_ROULETTE", "MT_SICBO", "House")
PAGE = {section: power_table.powers(section) for section in SECTIONS}
# What depends on how a table stands is told in test_powers.py.
ANY_TIME = [
    pytest.param(section, power, id=f"{section} {power.command} {power.when}".strip())
    for section, powers in PAGE.items()
    for power in powers.values()
    if section == "House" or not power.when
]
# Roles are granted and withdrawn by the configuration, and pits learn of it from the house.
OF_THE_HOUSE = {"GrantRole", "WithdrawRole", "LearnRole", "ForgetRole"}
OF_PERSONS = {one.__name__: one for one in COMMANDS if "person" in one.__struct_fields__}


# The table's page is its supervisors': what the dealer resumes, he resumes at his terminal.
# What is withheld an AGM releases at the cash desk, with his PIN.
# A dispute is decided first, or reviewed, by whoever has no place at the table, with his PIN.
ELSEWHERE = {"table": {"dealer", "attendant", "authority"}, "cashdesk": {"agm", "gm"}}


def _floor(book: str) -> State:
    """Open a table with a terminal, among persons each called as his role."""
    state, context = State("pit"), Context(NOW, "test")
    setup = (
        OpenTable(book, book, LIMITS, NOW),
        EnrolTerminal("T", (book,), 1, (500,)),
    )
    for command in setup:
        answer = decide(state, command, context)
        assert not isinstance(answer, Refused)
        for event in answer:
            evolve(state, event, NOW)
    for role in ROLES:
        evolve(state, RoleLearned(role, role, 0, 0), NOW)
    return state


def _judged(state: State, command: type[Command], **fields: str) -> str:
    known = {**FIELDS, **fields}
    wanted = [f for f in msgspec.structs.fields(command) if f.required]
    answer = decide(state, command(**{f.name: known[f.name] for f in wanted}), Context(NOW, "test"))
    return answer.code.value if isinstance(answer, Refused) else "ack"


@pytest.mark.parametrize(("section", "power"), ANY_TIME)
def test_the_floor_gives_each_power_to_the_roles_of_the_page(section: str, power: Power) -> None:
    book = "LT" if section == "House" else section
    state = _floor(book)
    for role in ROLES:
        fields = {"table": book, "terminal": "T", "person": role, "kind": power.when}
        refused = _judged(state, OF_PERSONS[power.command], **fields) == "ROLE_MAY_NOT"
        assert refused == (power.answer(role) == "ROLE_MAY_NOT"), role


def test_the_page_names_every_command_of_a_person_and_every_role() -> None:
    said = {command for powers in PAGE.values() for command, _ in powers}
    assert said == set(OF_PERSONS) - OF_THE_HOUSE
    for task in ("TakeTask", "CompleteTask"):
        assert {when for command, when in PAGE["House"] if command == task} == set(KINDS)
    for (station, book), roles in power_table.sign_in().items():
        assert tuple(roles) == ROLES
        # A pit's desk acts at no table: whoever is in charge of one looks at all.
        place = "table" if station == "pit" else station
        # What a book never has is nobody's power.
        holding = {
            role
            for power in PAGE[book].values()
            if place in power.stations
            for role in ROLES
            if power.cells.get(role) in ("yes", "second")
        }
        welcome = {role for role, may in roles.items() if may}
        assert welcome == holding - ELSEWHERE.get(place, set())


def test_every_clause_of_the_page_stands_in_a_register() -> None:
    clauses = register.load(power_table.PAGE.parents[1]).clauses
    for section, powers in PAGE.items():
        for power in powers.values():
            assert power.clause in clauses, (section, power)
