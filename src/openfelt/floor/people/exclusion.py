"""Sanctions against the player at a terminal: his wagers void, himself barred from the game.

Beyond the game nobody at a table bars anybody; he recommends it.  Each may name the rule of the
book that was broken.  Rulebooks: LT 12.3; SB 8.7; MT 7.3; AC 7.7.
"""

from collections.abc import Iterable

from openfelt.core.refusal import Refusal
from openfelt.floor.base import Answer, Command, Concept, Context, Event, Refused, refuse
from openfelt.floor.people import task
from openfelt.floor.people.duty import Duty
from openfelt.floor.people.power import at_terminal, tables_under
from openfelt.floor.rounds.malfunction import WagersVoided
from openfelt.floor.state import State, Table, Terminal
from openfelt.floor.wagers import commission, layout
from openfelt.rulebooks.powers import Act


class ExcludeTerminal(Command, frozen=True):
    """Bar whoever plays at a terminal; `rule` is the number of the one he broke, if he did."""

    terminal: str
    person: str
    reason: str
    rule: str = ""


class AdmitTerminal(Command, frozen=True):
    """Let a terminal be played at again whose player was barred, or told to keep to another."""

    terminal: str
    person: str
    reason: str


class VoidWagers(Command, frozen=True):
    """Void what a terminal has on its tables; the others play on.  `rule` is the one broken."""

    terminal: str
    person: str
    reason: str
    rule: str = ""


class RecommendExclusion(Command, frozen=True):
    """Say that a player should be excluded from the casino; `rule` is the one he broke."""

    terminal: str
    person: str
    reason: str
    rule: str = ""


class BreachFound(Event, frozen=True):
    """The player of an account broke a rule of the book; what it costs him is in the next rows."""

    terminal: str
    account: int
    rule: str
    reason: str


class TerminalExcluded(Event, frozen=True):
    terminal: str
    reason: str


class TerminalAdmitted(Event, frozen=True):
    terminal: str
    reason: str


class ExclusionRecommended(Event, frozen=True):
    """Whoever decides it is told; here he may play on until somebody bars him."""

    terminal: str
    account: int
    reason: str
    duty: Duty


def exclude(state: State, command: ExcludeTerminal, context: Context) -> Answer:
    """Bar a terminal from wagers and cash in; what it has, its player may take.

    Rule: LT 12.3.2; SB 8.7.2; MT 7.3(b); AC 7.7.2
    """
    terminal = _under_control(state, command, context.now)
    if isinstance(terminal, Refused):
        return terminal
    if terminal.excluded:
        return refuse(Refusal.TERMINAL_IS_EXCLUDED)
    return _for_a_breach(
        state, terminal, command, (TerminalExcluded(command.terminal, command.reason),)
    )


def admit(state: State, command: AdmitTerminal, context: Context) -> Answer:
    """End an exclusion: neither a repair nor new money does.

    Rule: LT 12.3.2; SB 8.7.2; AC 7.7.2
    """
    terminal = _under_control(state, command, context.now)
    if isinstance(terminal, Refused):
        return terminal
    if not (terminal.excluded or terminal.keeps_to):
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "not_excluded")
    return (TerminalAdmitted(command.terminal, command.reason),)


def void_wagers(state: State, command: VoidWagers, context: Context) -> Answer:
    """Return the wagers; to keep one needs an outcome that was invalidated for fraud.

    Rule: LT 12.3.1; SB 8.7.1; MT 7.3(a); AC 7.7.1; AC 6.3
    """
    terminal = _under_control(state, command, context.now)
    if isinstance(terminal, Refused):
        return terminal
    tables = tables_under(state, terminal, command.person, Act.MANAGE, context.now)
    voided = wagers_voided(state, terminal, tables)
    if not voided:
        return refuse(Refusal.BET_NOT_OFFERED, "had_no_wager")
    return _for_a_breach(state, terminal, command, voided)


def recommend(state: State, command: RecommendExclusion, context: Context) -> Answer:
    """Put it on record, and to whoever reviews it: of an account, for he may have left by then.

    Rule: LT 12.3.3; SB 8.7.3; AC 7.7.3
    """
    terminal = at_terminal(state, command.terminal, command.person, Act.RECOMMEND, context.now)
    if isinstance(terminal, Refused):
        return terminal
    if not terminal.account:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "nobody_there")
    told = task.duty("exclusion")
    said = ExclusionRecommended(terminal.name, terminal.account, command.reason, told)
    return _for_a_breach(state, terminal, command, (said,))


def _for_a_breach(
    state: State,
    terminal: Terminal,
    command: ExcludeTerminal | VoidWagers | RecommendExclusion,
    sanction: tuple[Event, ...],
) -> Answer:
    """Put the rule that was broken on record before the sanction, if the book has one for it.

    Rule: LT 12.3; SB 8.7; MT 7.3; AC 7.7
    """
    if not command.rule:
        return sanction
    rules = state.rules(state.tables[terminal.tables[0]])
    if command.rule not in rules.policy.breaches:
        return refuse(Refusal.PHASE_DOES_NOT_ALLOW, "no_such_breach")
    rule = f"{rules.book} {command.rule}"
    return (BreachFound(terminal.name, terminal.account, rule, command.reason), *sanction)


def wagers_voided(state: State, terminal: Terminal, tables: Iterable[Table]) -> tuple[Event, ...]:
    """Return the void of all a terminal has on these tables, with its commission."""
    events: list[Event] = []
    for table in tables:
        if stakes := layout.stakes_of(table, terminal.name):
            events.append(WagersVoided(table.name, table.round, terminal.name, stakes))
            fees = commission.whole(state.rules(table), stakes)
            events.extend(commission.back(table.name, fees))
    return tuple(events)


def _under_control(
    state: State,
    command: ExcludeTerminal | AdmitTerminal | VoidWagers,
    now: int,
) -> Terminal | Refused:
    """Return the terminal, to whom the book gives power over its player.

    Rule: LT 12.3; SB 8.7; MT 7.3; AC 7.7
    """
    return at_terminal(state, command.terminal, command.person, Act.MANAGE, now)


def found(state: State, event: BreachFound) -> None:
    """Recorded; the sanction that follows changes the floor."""


def excluded(state: State, event: TerminalExcluded) -> None:
    state.terminals[event.terminal].excluded = True


def admitted(state: State, event: TerminalAdmitted) -> None:
    terminal = state.terminals[event.terminal]
    terminal.excluded, terminal.keeps_to = False, ""


def recommended(state: State, event: ExclusionRecommended) -> None:
    task.begin(state, "exclusion", f"{event.terminal}/{event.account}", event.duty)


CONCEPT = Concept(
    decides={
        ExcludeTerminal: exclude,
        AdmitTerminal: admit,
        VoidWagers: void_wagers,
        RecommendExclusion: recommend,
    },
    evolves={
        BreachFound: found,
        TerminalExcluded: excluded,
        TerminalAdmitted: admitted,
        ExclusionRecommended: recommended,
    },
)
