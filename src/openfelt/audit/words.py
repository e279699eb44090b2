"""Events of a round in words, for whoever looks at it again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from openfelt.audit.finding import dollars
from openfelt.audit.recall import Moment, Recalled
from openfelt.audit.ways import WAYS

Fields = dict[str, Any]


def _stakes(stakes: Iterable[list[Any]], *, named: bool = True) -> str:
    listed = [
        f"{terminal + ' ' if named else ''}{bet} {dollars(amount)}"
        for terminal, bet, amount, *_ in stakes
    ]
    return ", ".join(listed) or "nothing"


def _staged(e: Fields) -> str:
    trimmed = " (trimmed)" if e.get("trimmed") else ""
    amounts = f"{dollars(e['amount'])}{trimmed}; {dollars(e['stands'])} stand there"
    return f"{e['terminal']} lays {e['bet']} {amounts}"


def _moved(e: Fields) -> str:
    return f"{e['terminal']} moves {dollars(e['amount'])} from {e['bet']} to {e['to']}"


def _taken_down(e: Fields) -> str:
    left = f"{dollars(e['stands'])} stand there"
    return f"{e['terminal']} takes {dollars(e['amount'])} off {e['bet']}; {left}"


def _cancelled(e: Fields) -> str:
    return f"{e['terminal']} takes back {_stakes(e['wagers'], named=False)}"


def _layout(e: Fields) -> str:
    trimmed = " (trimmed)" if e.get("trimmed") else ""
    return f"{e['terminal']} lays {_stakes(e['wagers'], named=False)}{trimmed}"


def _closed(e: Fields) -> str:
    text = f"wagering closes; committed: {_stakes(e['committed'])}"
    return f"{text}; returned: {_stakes(e['returned'])}" if e["returned"] else text


def _settled(e: Fields) -> str:
    lines = [f"settled on {e['outcome']}"]
    lines += [
        f"{terminal}: staked {dollars(staked)}, credited {dollars(credited)}, won {dollars(won)}"
        for terminal, staked, credited, won, *_ in e["paid"]
    ]
    lines += [f"{terminal}: {bet} moves to {to}" for terminal, bet, to in e.get("moved", ())]
    if e.get("standing"):
        lines.append(f"wagers that stand: {e['standing']}")
    return "\n".join(lines if len(lines) > 1 else [*lines, "nobody had a wager"])


def _voided(e: Fields) -> str:
    text = f"declared void ({e['reason']}); given back: {_stakes(e['refunded'])}"
    return f"{text}; forfeited: {_stakes(e['forfeited'])}" if e.get("forfeited") else text


def _shares(shares: Iterable[list[Any]], verb: str) -> list[str]:
    return [
        f"{terminal}: {verb} {dollars(credit)}{f', debt {dollars(owed)}' if owed else ''}"
        for terminal, credit, owed, *_ in shares
    ]


def _reversed(e: Fields) -> str:
    lines = [f"the settlement is taken back ({e['reason']})", *_shares(e["taken"], "taken")]
    return "\n".join(lines)


def _resettled(e: Fields) -> str:
    return "\n".join(
        [_settled(e).replace("settled", "settled again", 1), *_shares(e["given"], "given")]
    )


def _settled_voided(e: Fields) -> str:
    lines = [f"the settled round is void ({e['reason']})", *_shares(e["given"], "given back")]
    if e.get("forfeited"):
        lines.append(f"forfeited: {_stakes(e['forfeited'])}")
    return "\n".join(lines)


def _hold_asked(e: Fields) -> str:
    terminals = ", ".join(terminal for terminal, *_ in e["slips"])
    return f"the house is asked to withhold what was cashed out at {terminals} ({e['reason']})"


def _cases_asked(e: Fields) -> str:
    due = ", ".join(
        f"{dollars(abs(amount))} {'to' if amount > 0 else 'from'} account {account} of {terminal}"
        for terminal, account, amount in e["claims"]
    )
    return f"who has left is a case of the house: due {due} ({e['reason']})"


def _wagers_voided(e: Fields) -> str:
    return f"{e['terminal']}'s wagers are void; given back: {_stakes(e['refunded'], named=False)}"


def _terminal_reported(e: Fields) -> str:
    shown = f"{e['terminal']} showed {dollars(e['credit'])} on its meter"
    if e["wagers"] is not None:
        laid = ", ".join(f"{dollars(amount)} on {bet}" for bet, amount in e["wagers"].items())
        shown += f" and {laid or 'nothing'} at the close"
    return f"{shown}; wrong: {e['fault']}" if e["fault"] else shown


def _seconds(microseconds: int) -> str:
    return f"{microseconds // 1_000_000}.{microseconds // 1_000 % 1_000:03} s"


_WORDS: Final[dict[str, Callable[[Fields], str]]] = {
    "WagerStaged": _staged,
    "WagerMoved": _moved,
    "WagerTakenDown": _taken_down,
    "WagersCancelled": _cancelled,
    "LayoutStaged": _layout,
    "WagersConfirmed": lambda e: f"{e['terminal']} confirms {', '.join(e['bets'])}",
    "WageringClosed": _closed,
    "TableSuspended": lambda e: (
        f"suspended ({e['reason']})"
        + (f" with {_seconds(e['left_us'])} on the timer" if e["left_us"] > 0 else "")
    ),
    "TableResumed": lambda _: "resumed",
    "TerminalReported": _terminal_reported,
    "TerminalsFailAlike": lambda e: (
        f"stands still: {', '.join(e['terminals'])} have the same fault ({e['fault']})"
    ),
    "RoundSettled": _settled,
    "RoundVoided": _voided,
    "SettlementReversed": _reversed,
    "RoundResettled": _resettled,
    "SettledRoundVoided": _settled_voided,
    "HoldAsked": _hold_asked,
    "CasesAsked": _cases_asked,
    "RoundRecalled": lambda _: "the round comes back from the archive to be corrected",
    "WagersVoided": _wagers_voided,
    "ActualOutcomeStated": lambda e: (
        f"the actual outcome is stated: {e['outcome']} ({e['reason']})"
    ),
    "OutcomeInvalidated": lambda e: f"the outcome is invalid: {e['ground']} ({e['reason']})",
    "DispensationGiven": lambda e: (
        f"{e['terminal']}'s wager on {e['bet']} is let stand at {dollars(e['stands'])} "
        f"instead of {dollars(e['stood'])} ({e['reason']})"
    ),
    "MadeNoBet": lambda e: (
        f"no wagers from here on ({e['reason']}); returned: {_stakes(e['refunded'])}"
    ),
    "MalfunctionDeclared": lambda e: f"a malfunction is declared ({e['reason']})",
    "ClosingNoticePosted": lambda e: (
        f"the table closes after round {e['closes_after']}"
        if e["closes_after"]
        else f"ClosingNoticePosted closes_at={e['closes_at']}"
    ),
    "ClosingPutOff": lambda e: f"the table closes a round later, after round {e['closes_after']}",
    **{name: words for way in WAYS.values() for name, words in way.words.items()},
}


# Which table it is is known, and who has to be told of a thing is no part of the round.
_NOT_SHOWN: Final = ("table", "duty")


def told(recalled: Recalled, moment: Moment) -> str:
    """Say what a row of the round means; settlements take a line a terminal."""
    name, fields = moment.row.type, moment.fields
    if moment is recalled.moments[0]:
        opened = f"round {recalled.round} opens at {recalled.table}"
        if name == "NoBetOpened":
            return f"{opened} without wagers ({fields['reason']})"
        return opened if name == "RoundOpened" else f"{opened}, by {name}"
    words = _WORDS.get(name)
    try:
        if words is not None:
            return words(fields)
    except (KeyError, TypeError, ValueError):
        pass  # A field is not as we know it: show it as it is.
    shown = ", ".join(f"{key}={value}" for key, value in fields.items() if key not in _NOT_SHOWN)
    return f"{name} {shown}".rstrip()
