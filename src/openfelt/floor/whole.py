"""The whole floor: every concept joined into one decide, one evolve, one posting."""

from typing import Final

from openfelt.floor import clock, day, demo, house, reopening, seal, table
from openfelt.floor.base import (
    Answer,
    Command,
    Context,
    Decider,
    Event,
    Evolver,
    Leg,
    Namer,
    Poster,
    Teller,
)
from openfelt.floor.ended import Name
from openfelt.floor.ledger import Account
from openfelt.floor.money import (
    account,
    case,
    claim,
    cms_reversal,
    deferral,
    demand,
    dispensing,
    drawer,
    drop,
    hand_pay,
    hold,
    kiosk,
    kiosk_slip,
    paying,
    payout,
    recovery,
    ticket,
    ticket_host,
    unclaimed,
    voucher,
)
from openfelt.floor.people import (
    call,
    credential,
    dispute,
    exclusion,
    leaving,
    news,
    objection,
    one_terminal,
    seat,
    staff,
    task,
)
from openfelt.floor.play.played import PLAYED
from openfelt.floor.rounds import (
    close_of_play,
    corrected,
    correction,
    invalidation,
    malfunction,
    no_bet,
    no_spin,
    notice,
    pause,
    recall,
    result,
    standing_void,
    terminal_report,
)
from openfelt.floor.rounds import round as round_
from openfelt.floor.state import State
from openfelt.floor.wagers import (
    commission,
    confirming,
    dispensation,
    moving,
    repeat,
    take_down,
    wager,
)

# A new concept is a file beside these and a name in this list; a way of playing brings its own.
_COMMON: Final = tuple(
    module.CONCEPT
    for module in (
        house,
        demo,
        day,
        staff,
        credential,
        table,
        reopening,
        notice,
        close_of_play,
        account,
        cms_reversal,
        task,
        call,
        objection,
        dispute,
        news,
        wager,
        take_down,
        moving,
        commission,
        repeat,
        confirming,
        round_,
        no_bet,
        result,
        no_spin,
        standing_void,
        corrected,
        correction,
        recall,
        seal,
        malfunction,
        terminal_report,
        invalidation,
        dispensation,
        exclusion,
        one_terminal,
        leaving,
        seat,
        payout,
        hand_pay,
        voucher,
        drawer,
        paying,
        kiosk,
        dispensing,
        kiosk_slip,
        drop,
        unclaimed,
        claim,
        ticket,
        ticket_host,
        hold,
        demand,
        recovery,
        case,
        deferral,
        pause,
        clock,
    )
)
CONCEPTS: Final = (*_COMMON, *(concept for way in PLAYED for concept in way.CONCEPTS))

_DECIDES: Final[dict[type[Command], Decider]] = {}
_EVOLVES: Final[dict[type[Event], Evolver]] = {}
_POSTS: Final[dict[type[Event], Poster]] = {}
_TELLS: Final[dict[type[Event], Teller]] = {}
_NAMES: Final[dict[type[Command], Namer]] = {}
for _concept in CONCEPTS:
    assert not _DECIDES.keys() & _concept.decides.keys()
    assert not _EVOLVES.keys() & _concept.evolves.keys()
    _DECIDES.update(_concept.decides)
    _EVOLVES.update(_concept.evolves)
    _POSTS.update(_concept.posts)
    _TELLS.update(_concept.tells)
    _NAMES.update(_concept.names)

COMMANDS: Final = tuple(_DECIDES)
_METER: Final = Account.TERMINAL_CREDIT.of("")
_PREFIX: Final = len(_METER)
# Meters are compared as they stand, so what a settlement of thousands did wrong shows at the
# terminal's next touch: it does not have to wait for the check.
_FEW: Final = 64
# Commands that may name what has left the state.
NAMING: Final = frozenset(_NAMES)
EVENTS: Final = tuple(_EVOLVES)


def decide(state: State, command: Command, context: Context) -> Answer:
    """Judge a command; the state is not changed."""
    return _DECIDES[type(command)](state, command, context)


def named(state: State, command: Command) -> tuple[Name, ...]:
    """Return the things a command names that may have ended and left the state."""
    namer = _NAMES.get(type(command))
    return () if namer is None else namer(state, command)


def postings(event: Event) -> tuple[Leg, ...]:
    """Return the ledger legs of an event; they sum to zero."""
    poster = _POSTS.get(type(event))
    return () if poster is None else poster(event)


def evolve(state: State, event: Event, now: int) -> None:
    """Apply one fact.  Total: an event in the journal is never refused."""
    kind = type(event)
    state.now = now
    state.sequence += 1
    _EVOLVES[kind](state, event)
    poster = _POSTS.get(kind)
    if poster is not None:
        legs, ledger, balance = poster(event), state.ledger, 0
        for name, amount in legs:
            ledger[name] = ledger.get(name, 0) + amount
            balance += amount
        assert balance == 0
        if len(legs) <= _FEW:
            for name, _ in legs:
                # What a purse gave or got was posted, and nothing else was.
                if name[:_PREFIX] == _METER:
                    assert state.terminals[name[_PREFIX:]].credit == -ledger[name]


def told(state: State, event: Event) -> tuple[tuple[str, Command], ...]:
    """Return what other streams are asked because of an event, at most one thing each."""
    teller = _TELLS.get(type(event))
    return () if teller is None else teller(state, event)
