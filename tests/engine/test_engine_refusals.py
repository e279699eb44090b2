"""What a client was refused is remembered without a copy for each client."""

from openfelt.core.refusal import Refusal
from openfelt.engine.request import Client
from openfelt.engine.window import Refusals
from openfelt.floor.base import Refused, refuse


def remembered(refused: Refused, client: Client) -> Refused:
    refusals = Refusals()
    refusals.enter(client, 1, b"digest", refused)
    known = refusals.known(client, 1, b"digest")
    assert known == refused
    return known


def test_a_refusal_is_kept_once_unless_it_has_figures_of_its_own() -> None:
    one, other = Client("T1", "boot"), Client("T2", "boot")

    def no() -> Refused:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_table")

    assert remembered(no(), one) is remembered(no(), other)
    closed = refuse(Refusal.PHASE_DOES_NOT_ALLOW, "table_closed")
    assert remembered(closed, one) is not remembered(no(), one)
    for credit in (100, 200):
        remembered(refuse(Refusal.EXCEEDS_CREDIT, credit=credit), one)
