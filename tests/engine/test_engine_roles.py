"""A pit hears from the house of roles it knows, and of one it never learned."""

from openfelt.engine.request import Request
from openfelt.engine.stream import Stream
from openfelt.floor.people.staff import RoleForgotten
from openfelt.floor.question import ForgetRole, LearnRole
from openfelt.journal.row import COLUMNS, GENESIS


def test_a_pit_forgets_a_role_it_never_learned_without_harm() -> None:
    pit = Stream("pit", GENESIS)

    def told(number: int, command: LearnRole | ForgetRole) -> list[str]:
        request = Request("pit", command, "house", number=number, sender="house")
        return [str(row[COLUMNS.index("type")]) for row in pit.take(request, 1_000)[1]]

    told(1, LearnRole("d1", "dealer", 0, 0))
    for number, (person, role) in enumerate((("d2", "dealer"), ("d1", "agm")), 2):
        assert told(number, ForgetRole(person, role, 0, 0)) == [RoleForgotten.__name__]
        assert [grant.role for grant in pit.state.grants["d1"]] == ["dealer"]
    told(4, ForgetRole("d1", "dealer", 0, 0))
    assert pit.state.grants == {}
