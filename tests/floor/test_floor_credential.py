"""What the house notes of credentials: hashes of records it can know, and nothing else."""

from openfelt.floor.base import Context, Refused
from openfelt.floor.people.credential import CredentialsNoted, NoteCredentials
from openfelt.floor.state import State
from openfelt.floor.whole import decide, evolve


def test_only_hashes_of_records_are_noted() -> None:
    house = State("house", pits=["pit"])
    digest = "0" * 64

    def judged(digests: dict[str, str], state: State = house) -> object:
        answer = decide(state, NoteCredentials(digests), Context(1, "config"))
        return answer.code if isinstance(answer, Refused) else answer

    for bad in ({"person d1": "secret"}, {"d1": digest}, {"door d1": digest}, {"person": digest}):
        assert judged(bad) == "PHASE_DOES_NOT_ALLOW", bad
    assert judged({}, State("pit")) == "PHASE_DOES_NOT_ALLOW"
    assert judged({}) == (CredentialsNoted({}),)
    evolve(house, CredentialsNoted({}), 1)
    assert house.noted == {}
    evolve(house, CredentialsNoted({"person d1": digest}), 1)
    evolve(house, CredentialsNoted({"station T1": digest}), 1)
    assert house.noted == {"person d1": digest, "station T1": digest}
