"""What a forger who seals the chain anew can still hide, counted value by value and row by row."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from audit_journals import CORRECTED, ROLLED, STORY, audit, played, resealed

from openfelt.audit.known import KNOWN

# Of all values the auditor reads, these can sometimes be changed unseen, because the journal
# gives nothing to compare them with: no amount, no wager, no paid outcome, no ticket number.
HIDDEN = {
    "CmsCredited": {"transfer"},
    "DemandDropped": {"determination"},
    "HoldReleased": {"determination"},  # any words but none
    "NoteStacked": {"note"},
    "OwnerChanged": {"epoch", "signed"},  # what is signed is judged all the same
    "PaymentReturned": {"voucher"},
    "ResultEntered": {"result", "round"},  # of a coup that nobody plays for
    "RollsReplayed": {"rounds"},  # in which order wagers lay, and what the floor notes beside
    "RoundSettled": {"next_due"},
    "RoundVoided": {"next_due"},
    # A wider sign, and who may shoot.
    "TableOpened": {"limits", "shoot_value", "standby_by_itself", "unconfirmed"},
    "TableSuspended": {"restart"},
    "TerminalEnrolled": {"notes"},
    "TicketPresented": {"scheme"},
}


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from _paths(inner, (*path, key))
    else:
        yield path


def _changed(fields: dict[str, Any], path: tuple[Any, ...]) -> bytes:
    changed = copy.deepcopy(fields)
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    value = inner[path[-1]]
    if isinstance(value, bool):
        inner[path[-1]] = not value
    else:
        inner[path[-1]] = value + 1 if isinstance(value, int) else value + "x"
    return json.dumps(changed).encode()


def _unseen(story: str) -> tuple[int, dict[str, set[str]]]:
    """Change every value the auditor reads; return how many were tried, and the unseen."""
    tried = 0
    unseen: dict[str, set[str]] = {}
    for stream, rows in played(story).items():
        for index, row in enumerate(rows):
            fields = json.loads(row.payload)
            read = set(KNOWN[row.type].__struct_fields__) - {"definition"}
            for path in _paths(fields):
                if path[0] not in read:
                    continue
                forgery = played(story)
                payload = _changed(fields, path)
                forgery[stream][index] = row._replace(payload=payload)
                forgery[stream] = resealed(stream, forgery[stream])
                tried += 1
                if not audit(forgery):
                    unseen.setdefault(row.type, set()).add(path[0])
    return tried, unseen


def test_every_value_the_auditor_reads_is_checked_but_those_listed() -> None:
    tried, unseen = 0, dict[str, set[str]]()
    for story in (STORY, CORRECTED, ROLLED):
        count, found = _unseen(story)
        tried += count
        for name, fields in found.items():
            unseen.setdefault(name, set()).update(fields)
    assert tried > 500
    assert unseen == HIDDEN


def _after(change: str, story: str) -> list[str]:
    """Take out or double every row in turn; return the types for which nobody notices."""
    hidden = []
    for stream, rows in played(story).items():
        for index, row in enumerate(rows):
            forgery = played(story)
            if change == "remove":
                del forgery[stream][index]
            else:
                forgery[stream].insert(index, row)
            forgery[stream] = resealed(stream, forgery[stream])
            if not audit(forgery):
                hidden.append(row.type)
    return hidden


@pytest.mark.parametrize(
    ("story", "hidden"),
    [
        # The last payment and the last note: nothing depends on them.  The others move nothing:
        # a journal of an earlier release called nobody, and its last question may wait.
        (
            STORY,
            {
                *("HandPayPaid", "SystemRestarted", "TableSuspended", "NoteStacked"),
                *("HandPayCalled", "HandPayFinished"),
            },
        ),
        (
            CORRECTED,
            {
                "CaseWrittenOff",
                "DemandDropped",
                "HandPayFinished",
                "HandPayPaid",
                "PaymentReturned",
                "VoucherMade",
                "TerminalTakenOut",
            },
        ),
        # A correction that only takes back what nobody uses again; throws that came to nothing.
        (
            ROLLED,
            {
                *("RollsReplayed", "ShooterCalled", "DiceShot", "HoldNoted", "NoteStacked"),
                *("TableClosed", "RoundVoided"),
            },
        ),
    ],
)
def test_hardly_a_row_can_be_taken_out_unseen(story: str, hidden: set[str]) -> None:
    assert set(_after("remove", story)) <= hidden


@pytest.mark.parametrize("story", [STORY, CORRECTED, ROLLED])
def test_no_row_that_moves_money_can_be_doubled_unseen(story: str) -> None:
    idle = {"DummyCardDrawn", "DummyHandStarted", "DummyHandKeyed", "DummyHandEnded"}
    # The last question of a journal may be waiting for its answer.
    idle |= {"TableSuspended", "TerminalTakenOut", "HoldAsked"}
    # Of a throw that was void, and of a table at which nobody plays any more.
    idle |= {"DiceShot", "ShooterCalled", "TableClosed"}
    assert set(_after("double", story)) <= idle
