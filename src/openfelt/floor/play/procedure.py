"""A way of playing: what happens between the close of wagering and the result.

One record a folder, found by the name in a table's definition.  Rounds, clock and corrections ask
it and never name what only one game has.  `whole` puts the records into `PROCEDURES`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Event, Refused, refuse
from openfelt.floor.state import Play, SettledRound, Spot, Stake, State, Table
from openfelt.rulebooks.definition import Definition

# A settled round and its number.
Found = tuple[int, SettledRound]
Rows = tuple[Event, ...]


class Outcome(NamedTuple):
    """How a round came out; `words` are what the journal keeps, `place` is in the columns."""

    words: str
    place: int


class Stated(NamedTuple):
    """An outcome as somebody states it: cards, dice or a number; -1 is none."""

    cards: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    number: int = -1


class Shown(NamedTuple):
    """What anybody at the table sees of the play, and its dealer of the shoe.

    `out` counts the cards that have left the shoe.
    """

    player: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()
    entered: str = ""
    dummy: str = ""
    coups_left: int = -1
    shooter: str = ""
    burned: bool = True
    standby: bool = True
    result_by_agm: bool = False
    carried: tuple[str, ...] = ()
    point: int = 0
    out: int = 0


class Awaited(NamedTuple):
    """What the play waits for and nobody sees: a face, or what a device is doing.

    `unread` is the hand on which a card lies that could not be read.  `under_way` is the hand for
    which a card was called for, "burn" for one that is burned, "shoe" for a fresh shoe.  `due` is
    the hand that takes the next card of a coup that is dealt.
    """

    unread: str = ""
    under_way: str = ""
    due: str = ""


class Recalled(NamedTuple):
    """A past outcome, read again from the words of the record."""

    player: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    number: int = -1


class SetUp(NamedTuple):
    """What a table was opened with and only one way of playing asks for."""

    shooter: str
    shoot_value: int
    burned: bool
    standby_by_itself: bool
    tumble: str
    dice: str


class Laying(NamedTuple):
    """What a way of playing adds to laying and lifting chips, where wagers outlive a round.

    `position`: where chips on a bet of the layout lie now.  `refuses_chips` says why so many more
    may not be laid there, besides what the sign and the meter say; `refuses_less` why no more than
    so much may be left there.  `falls`: what comes back besides when a bet is left at an amount.
    """

    position: Callable[[Table, str], str]
    refuses_chips: Callable[[State, Table, Mapping[str, Spot], str, int], Refused | None]
    refuses_less: Callable[[State, Table, Spot, int], Refused | None]
    falls: Callable[[State, Table, Mapping[str, Spot], str, int], tuple[Stake, ...]]


def _nothing(*_: object) -> None:
    """Leave everything as it is."""


def _no_events(*_: object) -> tuple[Event, ...]:
    return ()


def _not_waiting(*_: object) -> Awaited:
    return Awaited()


def _always(_: Table) -> bool:
    return True


def _never(_: Table) -> bool:
    return False


def _no_confirmation(*_: object) -> Answer:
    return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "result_is_read")


def _nothing_spins(*_: object) -> Answer:
    return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_act")


# Who forfeits and what comes from the archive are told besides.
Replay = Callable[
    [State, Table, Found, Outcome | None, str, Collection[str], Mapping[int, SettledRound]], Rows
]


@dataclass(frozen=True, slots=True)
class Procedure:
    """What rounds ask of a way of playing.

    `phases` are its own, between the close and the result; `laying` is there where wagers stand
    from round to round.
    Deciding: `may_open` a round, what comes with its `opening`, what follows the close, what the
    own timer does when it runs out, how a result is confirmed, what NO SPIN does, what a stated
    outcome is `told` to be, whether the dealer may still call it off (`in_play`), how what is dealt
    aside is ended, what is `following` a round by rule, given the place of its outcome, -1 where it
    was void, and what a correction means for the rounds to come (`reconsidered`), by the number of
    the round and the place of its outcome now.  Where rounds hang on each other a corrected one,
    None where it is void, is `replayed` with all that followed.
    Applying: a `fresh` play, what a round lets go of when it begins and ends, what the table does
    `at_rest`, how a corrected outcome is put right, what the close of the table does, and what its
    opening again does.
    Showing: what is `shown` now and what is `awaited`, what was, `recalled` from words, and how the
    table was `set_up`, in the words of the command that opens one.
    """

    name: str
    phases: tuple[str, ...]
    fresh: Callable[[SetUp], Play]
    told: Callable[[Definition, Stated], Outcome | None]
    shown: Callable[[Table], Shown]
    set_up: Callable[[Table], dict[str, str | int]]
    recalled: Callable[[Outcome], Recalled]
    laying: Laying | None = None
    awaited: Callable[[State, Table], Awaited] = _not_waiting
    may_open: Callable[[Table], bool] = _always
    opening: Callable[[State, Table, int], tuple[Event, ...]] = _no_events
    after_close: Callable[[State, Table, Sequence[Stake], int], tuple[Event, ...]] = _no_events
    timed_out: Callable[[Table], tuple[Event, ...]] = _no_events
    confirm: Callable[[State, Table, str, int], Answer] = _no_confirmation
    no_spin: Callable[[State, Table, str, int], Answer] = _nothing_spins
    in_play: Callable[[Table], bool] = _never
    end_aside: Callable[[Table], tuple[Event, ...]] = _no_events
    following: Callable[[State, Table, int], tuple[Event, ...]] = _no_events
    begin: Callable[[Table], None] = _nothing
    begin_no_bet: Callable[[State, Table], None] = _nothing
    end: Callable[[State, Table], None] = _nothing
    at_rest: Callable[[State, Table], None] = _nothing
    put_right: Callable[[Table, str, str], None] = _nothing
    reconsidered: Callable[[State, Table, int, int], tuple[Event, ...]] = _no_events
    replayed: Replay | None = None
    closed: Callable[[State, Table], None] = _nothing
    reopened: Callable[[State, Table], None] = _nothing


PROCEDURES: Final[dict[str, Procedure]] = {}


def laying_at(state: State, table: Table) -> Laying | None:
    """Return what laying chips at a table has besides, where wagers outlive a round."""
    # Asked at every touch: by hand.
    return PROCEDURES[state.definitions[table.fingerprint].procedure].laying


def procedure_of(state: State, table: Table) -> Procedure:
    """Return the way a table is played, by its definition."""
    return PROCEDURES[state.rules(table).procedure]
