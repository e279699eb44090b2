"""An honest journal has no finding, and the auditor's sums are the floor's."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from audit_journals import (
    CORRECTED,
    COUNTED,
    HOSTED,
    KIOSK,
    ROLLED,
    STORY,
    UNCLAIMED,
    WITHOUT_WAGERS,
    audited,
    played,
)

from openfelt.audit import Auditor, Wrong
from openfelt.audit.event import Recorded
from openfelt.audit.known import KNOWN
from openfelt.audit.ledger import MOVES
from openfelt.audit.question import ASKS
from openfelt.floor.whole import CONCEPTS, EVENTS, postings
from openfelt.journal.codec import Codec

SOURCE = Path(__file__).parents[2] / "src" / "openfelt" / "audit"


def test_an_honest_journal_has_no_finding() -> None:
    auditor, findings = audited(played())
    summary = auditor.summary()
    assert findings == []
    assert (summary.rounds_settled, summary.rounds_void) == (3, 1)
    assert (summary.tickets, summary.hand_pays, summary.questions_open) == (4, 1, 0)
    assert summary.rows == sum(map(len, played().values()))


def test_the_story_has_every_event_that_moves_money_or_asks() -> None:
    stories = (STORY, CORRECTED, COUNTED, KIOSK, UNCLAIMED, HOSTED, WITHOUT_WAGERS, ROLLED)
    seen = {row.type for story in stories for rows in played(story).values() for row in rows}
    assert {kind.__name__ for kind in (*MOVES, *ASKS)} <= seen


def test_rounds_put_right_are_no_finding() -> None:
    auditor, findings = audited(played(CORRECTED))
    assert findings == []
    # A player left with winnings that were none: he owes them.
    assert auditor.accounts("house")["recoverable:S8"] == -10_000


@pytest.mark.parametrize("story", [STORY, CORRECTED, HOSTED, WITHOUT_WAGERS, ROLLED])
def test_the_sums_are_those_of_the_floor_with_the_sign_turned(story: str) -> None:
    codec = Codec(EVENTS)
    for stream, rows in played(story).items():
        booked: Counter[str] = Counter()
        for row in rows:
            for account, amount in postings(codec.read(row)):
                booked[account] -= amount
        auditor = Auditor()
        for row in rows:
            auditor.take(row)
        # What was booked and went back is nothing, whether it is named or not.
        counted = Counter(auditor.accounts(stream))
        assert all(counted[account] == booked[account] for account in {*counted, *booked})


@pytest.mark.parametrize("story", [STORY, CORRECTED])
@pytest.mark.parametrize("order", [("house", "pit"), ("pit", "house")])
def test_the_streams_may_be_read_in_any_order(order: tuple[str, str], story: str) -> None:
    rows = played(story)
    auditor = Auditor()
    for stream in order:
        for row in rows[stream]:
            auditor.take(row)
    assert auditor.finish(open_ok=False) == []


def test_nothing_is_wrong_at_any_moment_either() -> None:
    rows = played()
    auditor = Auditor(strict=True)
    merged = sorted((row for each in rows.values() for row in each), key=lambda row: row.time_us)
    for row in merged:
        auditor.take(row)
        ledger = [found for found in auditor.finish() if found.type == "ledger"]
        assert auditor.ahead() or ledger == []


def test_a_strict_auditor_stops_at_the_first_finding() -> None:
    rows = played()["house"]
    auditor = Auditor(strict=True)
    with pytest.raises(Wrong, match=r"house:1 .*row 2 stands in its place") as raised:
        auditor.take(rows[1])
    assert raised.value.finding.sequence == 1


def test_findings_are_bounded_but_counted() -> None:
    auditor = Auditor(findings_max=3)
    for row in played()["pit"][::2]:
        auditor.take(row)
    assert len(auditor.findings) == 3
    assert auditor.findings_count > 20


def test_every_event_of_the_floor_is_known_and_no_other() -> None:
    assert set(KNOWN) == {event.__name__ for event in EVENTS}


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_an_event_is_read_by_fields_it_has(event: type) -> None:
    shape = KNOWN[event.__name__]
    assert shape.version == event.version  # type: ignore[attr-defined]
    assert set(shape.__struct_fields__) <= set(event.__struct_fields__)  # type: ignore[attr-defined]


def test_every_event_the_floor_posts_has_a_rule_of_our_own() -> None:
    posted = {event.__name__ for concept in CONCEPTS for event in concept.posts}
    assert posted == {event.__name__ for event in MOVES}
    assert not any(KNOWN[name] is Recorded for name in posted)


def test_every_event_that_tells_another_stream_is_a_question() -> None:
    telling = {event.__name__ for concept in CONCEPTS for event in concept.tells}
    to_every_pit = {"GamingDayClosed", "RoleGranted", "RoleWithdrawn"}
    assert telling == {event.__name__ for event in ASKS} | to_every_pit


@pytest.mark.parametrize("path", sorted(SOURCE.glob("*.py")), ids=lambda path: path.name)
def test_the_auditor_shares_no_code_with_the_floor(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        for name in names:
            if name.startswith("openfelt"):
                assert name.startswith(("openfelt.audit", "openfelt.journal"))


def test_a_story_without_any_play_is_clean() -> None:
    _, findings = audited(played(STORY.partition("T1        insert")[0]))
    assert findings == []
