"""Tables: opened with the whole definition they are played by."""

from typing import ClassVar, Final

import msgspec

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.name import CENTS_MAX, is_name
from openfelt.floor.play.dealt_dice.play import DEALER, END, SAID_BY, TUMBLES
from openfelt.floor.play.procedure import PROCEDURES, SetUp
from openfelt.floor.state import Kept, Limits, State, Table
from openfelt.floor.wagers.limits import unknown_figures
from openfelt.rulebooks import VARIANTS
from openfelt.rulebooks.definition import Definition
from openfelt.rulebooks.powers import Act
from openfelt.rulebooks.rulebook import NotPlayedSo, Rulebook

PERIOD_MAX_US: Final = 24 * 3600 * 1_000_000
RESULT_PAUSE_MAX_US: Final = 3600 * 1_000_000
DECKS: Final = 8  # unless it is said
UNCONFIRMED: Final = ("commit", "reject")
SHOOTERS: Final = ("rotate", "highest")
# Settled rounds are kept at hand where the book lets any be corrected: always the last ten, and
# up to a hundred as long as their wagers do not fill the memory.  The others are in the archive.
KEPT: Final = Kept(least=10, most=100, stakes=2_000, archived=True)


class OpenTable(Command, frozen=True):
    """Set a table up and open it."""

    table: str
    variant: str
    limits: Limits
    period_us: int
    unconfirmed: str = "commit"
    shooter: str = ""  # as the book has it: see `shooter_for`
    shoot_value: int = 0
    decks: int = DECKS
    tie_percent: int = 0
    ticket_limit: int = 0
    burned: bool = True
    standby_by_itself: bool = True
    result_pause_us: int = 0
    tumble: str = ""  # where a dealer tumbles: see `dealt_dice`
    dice: str = ""
    pairs: bool = True


class TableOpened(Event, frozen=True):
    """A table opened, with all it plays by: nothing else is asked while it is open.

    `definition` stands in the first row of a stream that names its fingerprint.  `kept` says how
    many settled rounds stay at hand.  For `result_pause_us` a result stays before the next period
    opens, where none of the staff opens it.  `tumble` says when a dealer tumbles, `dice` who says
    how they lie, both nothing where none does.
    """

    version: ClassVar[int] = 6

    table: str
    fingerprint: str
    definition: Definition | None
    limits: Limits
    period_us: int
    unconfirmed: str
    shooter: str
    shoot_value: int
    wagering: bool
    due: int
    kept: Kept
    ticket_limit: int = 0
    burned: bool = True
    standby_by_itself: bool = True
    result_pause_us: int = 0
    tumble: str = ""
    dice: str = ""


def open_table(state: State, command: OpenTable, context: Context) -> Answer:
    """Open a table by the rulebook of this release; it stays with it while it is open.

    One that was closed opens again: a day's close is no more than that.
    """
    rulebook = VARIANTS.get(command.variant)  # Rule: MT def:Multi Terminal Table Game
    if rulebook is None or not is_name(command.table):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    known = state.tables.get(command.table)
    if known is not None and known.phase != "closed_table":
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "already_open")
    refused = limits_refused(command.limits)
    if refused:
        return refused
    if not sign_makes_sense(command.limits) or not _figures_make_sense(command):
        return refuse(Refusal.NOT_A_MULTIPLE, "no_such_limits")
    shooter = command.shooter or shooter_for(command.variant, command.shoot_value)
    if command.unconfirmed not in UNCONFIRMED or shooter not in SHOOTERS:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    if command.tumble not in ("", *TUMBLES) or command.dice not in ("", *SAID_BY):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_setting")
    if not shoots_so(command.variant, shooter, command.shoot_value):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_played_so")
    if rulebook.procedure not in PROCEDURES:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_procedure")
    if _is_unknown_to(rulebook, command) or alien_figures(rulebook, command.limits):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_played_so")
    try:
        rules = rulebook.definition(command.decks, command.tie_percent, pairs=command.pairs)
    except NotPlayedSo:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_played_so")
    dealt = rulebook.procedure == "dealt_dice"
    wagering = Act.DEAL not in rules.powers
    if command.result_pause_us and not wagering:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_played_so")
    return (
        TableOpened(
            table=command.table,
            fingerprint=rules.fingerprint,
            definition=None if rules.fingerprint in state.definitions else rules,
            limits=command.limits,
            period_us=command.period_us,
            unconfirmed=command.unconfirmed,
            shooter=shooter,
            shoot_value=command.shoot_value,
            wagering=wagering,
            due=context.now + command.period_us if wagering else 0,
            kept=KEPT,
            ticket_limit=command.ticket_limit,
            burned=command.burned,
            standby_by_itself=command.standby_by_itself,
            result_pause_us=command.result_pause_us,
            tumble=command.tumble or (END if dealt else ""),
            dice=command.dice or (DEALER if dealt else ""),
        ),
    )


def _is_unknown_to(rulebook: Rulebook, command: OpenTable) -> bool:
    """Say whether a table would have a bonus, a shooter, decks, standby or dice for nothing.

    Rule: LT 8.4; SB 3.10.1; LT 7.6.9; MT 10.3(a)
    """
    shoots = command.shoot_value or command.shooter == "highest"
    tumblers = ("tumbler", "craps")
    bonus = command.tie_percent and rulebook.tie_percents is None
    standby = not command.standby_by_itself and Act.NO_BET in rulebook.powers
    tumbles = command.tumble or command.dice
    decks = command.decks != DECKS and rulebook.shoe is None
    return bool(
        bonus
        or standby
        or decks
        or (shoots and rulebook.procedure not in tumblers)
        or (tumbles and rulebook.procedure != "dealt_dice")
    )


def alien_figures(rulebook: Rulebook, limits: Limits) -> tuple[str, ...]:
    """Name the figures of a sign that is put up under a book which knows none such."""
    return unknown_figures(limits, rulebook.policy, rulebook.game.bets)


def _keeps_the_dice(variant: str) -> bool:
    """Say whether a shooter keeps the dice, so that there is one way of choosing him.

    Rule: AC 3.11
    """
    rulebook = VARIANTS.get(variant)
    return rulebook is not None and rulebook.procedure == "craps"


def shooter_for(variant: str, shoot_value: int) -> str:
    """Return who shoots the dice: with a dice shooting value the highest, without one in turn.

    Rule: SB 3.10.1; SB 3.10.2
    """
    return "highest" if shoot_value and not _keeps_the_dice(variant) else "rotate"


def shoots_so(variant: str, shooter: str, shoot_value: int) -> bool:
    """Say whether a book chooses the shooter so; in turn needs no dice shooting value.

    Rule: SB 3.10.1; SB 3.10.2; AC 3.11
    """
    if _keeps_the_dice(variant):
        return shooter == "rotate"
    return shooter != "rotate" or not shoot_value


def sign_makes_sense(limits: Limits) -> bool:
    """Say whether a table could be opened with such a sign: no bet on it is out of reach."""
    least = max(limits.minimum, limits.minimum_total)
    reach = (limits.aggregate, least), (limits.differential, limits.minimum)
    own = ((most, limits.minimum) for most in (limits.tie_maximum, limits.pair_maximum))
    return limits_make_sense(limits) and all(not m or m >= n for m, n in (*reach, *own))


def limits_refused(limits: Limits) -> Refused | None:
    """Refuse what no sign could show, and say so where the maximum is below the minimum."""
    minimum, maximum = limits.minimum, limits.maximum
    if 0 < maximum < minimum:
        return refuse(Refusal.NOT_A_MULTIPLE, "max_below_min", minimum=minimum, maximum=maximum)
    if not limits_make_sense(limits):
        return refuse(Refusal.NOT_A_MULTIPLE, "no_such_limits")
    return None


def limits_make_sense(limits: Limits) -> bool:
    """Say whether a sign could show such limits; a maximum of 0 is none."""
    figures = msgspec.structs.astuple(limits)
    bounded = not limits.maximum or limits.minimum <= limits.maximum
    sizes = min(figures) >= 0 and max(figures) <= CENTS_MAX
    return limits.unit > 0 and limits.minimum > 0 and bounded and sizes


def _figures_make_sense(command: OpenTable) -> bool:
    money = (command.shoot_value, command.ticket_limit)
    period = 0 < command.period_us <= PERIOD_MAX_US
    pause = 0 <= command.result_pause_us <= RESULT_PAUSE_MAX_US
    return period and pause and all(0 <= m <= CENTS_MAX for m in money)


def set_up_of(state: State, table: Table) -> dict[str, str | int]:
    """Return what a table was opened with and keeps while it is open, as `OpenTable` names it."""
    rules = state.rules(table)
    return {
        "variant": rules.code,
        "period_us": table.period_us,
        "unconfirmed": table.unconfirmed,
        "ticket_limit": table.ticket_limit,
        "result_pause_us": table.result_pause_us,
        **({"decks": rules.decks} if rules.decks else {}),
        **({"tie_percent": rules.tie_percent} if rules.tie_percent else {}),
        **({} if rules.has_pairs else {"pairs": False}),
        **PROCEDURES[rules.procedure].set_up(table),
    }


def opened(state: State, event: TableOpened) -> None:
    if event.definition is not None:
        state.definitions[event.fingerprint] = event.definition
    procedure = PROCEDURES[state.definitions[event.fingerprint].procedure]
    set_up = SetUp(
        event.shooter,
        event.shoot_value,
        event.burned,
        event.standby_by_itself,
        event.tumble,
        event.dice,
    )
    before = state.tables.get(event.table)
    number = before.round if before else 0
    table = state.tables[event.table] = Table(
        event.table,
        event.fingerprint,
        event.limits,
        event.period_us,
        event.unconfirmed,
        event.kept,
        procedure.fresh(set_up),
        phase="wagering" if event.wagering else "idle",
        round=number + 1 if event.wagering else number,
        due=event.due,
        ticket_limit=event.ticket_limit,
        result_pause_us=event.result_pause_us,
    )
    if before is not None:
        _go_on(table, before)
        procedure.reopened(state, table)


def _go_on(table: Table, before: Table) -> None:
    """Keep what a table that opens again has not done with: rounds that may be corrected."""
    table.before, table.turn = before.round, before.turn + 1
    table.settled, table.final, table.voided = before.settled, before.final, before.voided
    if table.fingerprint == before.fingerprint:
        table.repeatable = before.repeatable


CONCEPT = Concept(decides={OpenTable: open_table}, evolves={TableOpened: opened})
