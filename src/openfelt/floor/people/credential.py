"""What the journal knows of credentials and keys: that they are as the floor last wrote them.

They are kept beside the journal, where whoever can write the database could change them.  Their
hashes are here, so that such a change does not pass for one of the floor's.
"""

import re
from typing import Final

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, refuse
from openfelt.floor.name import is_name
from openfelt.floor.state import State

KINDS: Final = ("person", "station")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class NoteCredentials(Command, frozen=True):
    """Note the hashes of records, each by its kind and name: `person d1`, `station L1-dealer`."""

    digests: dict[str, str]


class CredentialsNoted(Event, frozen=True):
    """These records are as they should be while they have these hashes."""

    digests: dict[str, str]


def note(state: State, command: NoteCredentials, _: Context) -> Answer:
    """Take them at the house; the first may be none, and says that from now on they count."""
    known = state.pits and all(map(_is_record, command.digests))
    if not known or not all(map(_DIGEST.fullmatch, command.digests.values())):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    return (CredentialsNoted(command.digests),)


def _is_record(what: str) -> bool:
    kind, _, name = what.partition(" ")
    return kind in KINDS and is_name(name)


def noted(state: State, event: CredentialsNoted) -> None:
    state.noted = {**(state.noted or {}), **event.digests}


CONCEPT = Concept(decides={NoteCredentials: note}, evolves={CredentialsNoted: noted})
