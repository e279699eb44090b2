"""Journals that landed code wrote: they fold, audit and replay to what could be seen then.

A failure names the first row and path.  Either the code lost something, or `golden_seen` must
learn where the same thing is found now; what was recorded never changes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

import pytest
from golden_journal import (
    SUFFIX,
    Delta,
    Recorded,
    audited,
    deltas,
    load,
    recorded,
    replayed,
    save,
)

from openfelt.audit.head import written
from openfelt.floor import whole
from openfelt.floor.base import Event
from openfelt.journal.chain import verify
from openfelt.journal.errors import JournalCorrupt
from openfelt.journal.row import GENESIS, Row

HERE: Final = Path(__file__).parent
# How many transcripts there were when the code of each folder was recorded.
STORIES: Final = {"a8a57f3": 141}
JOURNALS: Final = sorted(path for name in STORIES for path in (HERE / name).glob(f"*{SUFFIX}"))


# These are facts for a reader of the journal; by themselves they move nothing on the floor.
CHANGES_NOTHING: Final = {
    "BurnMissed",
    "HoldAsked",
    "JournalOpened",
    "MalfunctionDeclared",
    "OwnerChanged",
    "TicketRefused",
}
# No transcript can cause these: see `CAUSED_BY_A_FILE` beside the transcripts' tests.  An event
# that is newer than every folder here stands here too.
NEVER_HAPPENS: Final = {
    "AbandonAsked",
    "BallSpun",
    "BreachFound",
    "BurnShown",
    "CallWithdrawn",
    "CardDrawnEarly",
    "CardDrawnUnseen",
    "CardRead",
    "CardsPrepared",
    "CardsReported",
    "CardsSetAside",
    "CaseSettled",
    "CaseWrittenOff",
    "CasesAsked",
    "CasesNoted",
    "CassetteLoaded",
    "ClaimAuthorised",
    "ClaimCommitted",
    "ClaimEnded",
    "ClaimGivenUp",
    "ClosingNoticeWithdrawn",
    "ClosingPutOff",
    "CmsReversed",
    "CommissionEarned",
    "CommissionHeld",
    "CommissionReturned",
    "CoupReconstructed",
    "CoupsLeftCorrected",
    "CredentialsNoted",
    "CreditAbandoned",
    "CreditStayed",
    "CreditsLeft",
    "CreditsReported",
    "DayEndMoved",
    "DemandDropped",
    "DeskRulesSet",
    "DiceCompared",
    "DiceEntered",
    "DiceExposed",
    "DicePassed",
    "DiceRead",
    "DiceSealed",
    "DiceTumbled",
    "DiceUncovered",
    "DieBroken",
    "DispenseOrdered",
    "DispenseStated",
    "DisputeClosed",
    "DisputeDecided",
    "DisputeReviewed",
    "DrawerClosed",
    "DrawerFilled",
    "DrawerOpened",
    "DropCounted",
    "DropReceived",
    "ExclusionRecommended",
    "HandPayCalled",
    "HandPayFinished",
    "HoldReleased",
    "HostSilent",
    "KioskClosed",
    "KioskCounted",
    "KioskInstalled",
    "KioskOpened",
    "KioskPaid",
    "KioskRefused",
    "LimitsNoticeWithdrawn",
    "MadeNoBet",
    "MoreBurned",
    "NewsAcknowledged",
    "NextCoupCommenced",
    "NoBetOpened",
    "NumberEntered",
    "ObjectionDecided",
    "ObjectionRaised",
    "PaymentRecorded",
    "PaymentReturned",
    "PitAdded",
    "PlayerKeptToOne",
    "PlayerSentAway",
    "PointMoved",
    "PrinterReported",
    "RestOwed",
    "RestSlipOrdered",
    "RestSlipPrinted",
    "ReturnDemanded",
    "ReviewAsked",
    "RollsReplayed",
    "RoundRecalled",
    "RoundsOrdered",
    "ShoeCut",
    "ShoeFoundEmpty",
    "ShoeVerified",
    "ShuffleOrdered",
    "SlipsUnclaimed",
    "StackerRemoved",
    "StandingReturned",
    "TaskTaken",
    "TerminalAdmitted",
    "TerminalReported",
    "TerminalsFailAlike",
    "TicketLifeSet",
    "UnclaimedReturned",
    "VoucherOrdered",
    "WaitEnded",
    "TicketClaimed",
    "TicketHostSet",
    "TicketPaidElsewhere",
    "TicketRegistered",
    "TicketRegistrationOrdered",
}


# What is not seen as it was then because a rule was put right, with the reason.  Everything beside
# it is compared.
PUT_RIGHT: Final = {
    # LT 11.6.2.1, SB 7.1: a slip is remembered for the account that left by it, in every book.
    r"table/\w+/settled/\d+/slip/\w+ ",
    # LT 4.2.2: who sits down next does not repeat what somebody else laid.
    r"table/\w+/repeatable/.* now went$",
    # SB 3.8: an account that cashed out beside its wagers and wins by them goes on.
    r"terminal/\w+/account then stayed, now became '(open|leaving)'",
    r"terminal/\w+/account then became 'leaving', now became 'open'",
}


def story_of(path: Path) -> str:
    return path.name.removesuffix(SUFFIX)


every_story = pytest.mark.parametrize("path", JOURNALS, ids=story_of)


def first_difference(name: str, rows: Sequence[Row], then: Sequence[Delta]) -> str:
    """Name the first row, and path there, that shows something else than it did."""
    for row, was, now in zip_longest(rows, then, deltas(name, rows)):
        if was != now and (found := _difference(was, now)):
            return f"{name}:{row.sequence} {row.type}: {found}"
    return ""


def _difference(was: Delta, now: Delta) -> str:
    """Name the first path that shows something else, but for a rule that was put right."""
    paths = sorted({*was.changed, *now.changed, *was.gone, *now.gone})
    told = ((path, _told(was, path), _told(now, path)) for path in paths)
    found = (
        f"{path} then {before}, now {after}" for path, before, after in told if before != after
    )
    return next((text for text in found if not _put_right(text)), "")


def _put_right(text: str) -> bool:
    return any(re.match(pattern, text) for pattern in PUT_RIGHT)


def _told(delta: Delta, path: str) -> str:
    if path in delta.changed:
        return f"became {delta.changed[path]!r}"
    return "went" if path in delta.gone else "stayed"


def differences(story: Recorded) -> str:
    rows = story.rows()
    found = (first_difference(name, rows[name], one.seen) for name, one in story.streams.items())
    return "; ".join(filter(None, found))


@every_story
def test_the_stored_bytes_give_their_hashes(path: Path) -> None:
    story = load(path)
    for name, rows in story.rows().items():
        assert written(name, verify(name, GENESIS, rows)) == story.streams[name].head


@every_story
def test_every_row_shows_what_it_showed(path: Path) -> None:
    found = differences(load(path))
    assert not found, found


@every_story
def test_the_audit_says_the_same(path: Path) -> None:
    story = load(path)
    now = audited(story.rows())
    # A later audit may count more things; what it counted then it counts alike.
    now["summary"] = {key: now["summary"][key] for key in story.audit["summary"]}
    assert {key: now[key] for key in story.audit} == story.audit
    assert not story.audit["findings"]


@every_story
def test_every_round_replays_to_the_same_text(path: Path) -> None:
    story = load(path)
    rows = story.rows()
    for round_, text in story.replay.items():
        assert replayed(rows, round_) == text, round_


@pytest.mark.parametrize("folder", STORIES)
def test_every_transcript_of_then_is_recorded(folder: str) -> None:
    lines = (HERE / folder / "stories.txt").read_text(encoding="utf-8").splitlines()
    listed = {name: heads for name, *heads in map(str.split, lines)}
    there = {story_of(path): path for path in JOURNALS if path.parent.name == folder}
    assert len(listed) == STORIES[folder]
    assert listed.keys() == there.keys()
    for name, heads in listed.items():
        assert [one.head for one in load(there[name]).streams.values()] == heads, name


@pytest.fixture(scope="module")
def happens_in() -> dict[str, list[Recorded]]:
    """The stories by the events that happen in them, the shortest first."""
    found: dict[str, list[Recorded]] = {}
    for path in sorted(JOURNALS, key=lambda path: path.stat().st_size):
        story = load(path)
        for name in {row.type for rows in story.rows().values() for row in rows}:
            found.setdefault(name, []).append(story)
    return found


@pytest.mark.parametrize("event", whole.EVENTS, ids=lambda event: event.__name__)
def test_an_evolver_that_forgets_is_noticed(
    event: type[Event], happens_in: dict[str, list[Recorded]], monkeypatch: pytest.MonkeyPatch
) -> None:
    if event.__name__ not in happens_in:
        assert event.__name__ in NEVER_HAPPENS
        return
    monkeypatch.setitem(whole._EVOLVES, event, lambda state, event: None)
    noticed = any(map(_is_noticed, happens_in[event.__name__]))
    assert noticed is (event.__name__ not in CHANGES_NOTHING)


def _is_noticed(story: Recorded) -> bool:
    """Say whether a story comes out otherwise; it may also not come to its end."""
    try:
        return bool(differences(story))
    except (AssertionError, LookupError, TypeError, ValueError):
        return True


def test_a_changed_byte_is_noticed() -> None:
    name, rows = next(iter(load(JOURNALS[0]).rows().items()))
    changed = rows[1]._replace(payload=rows[1].payload + b" ")
    with pytest.raises(JournalCorrupt, match="do not give its hash"):
        verify(name, GENESIS, [rows[0], changed])


def test_a_journal_is_recorded_as_the_same_bytes_each_time(tmp_path: Path) -> None:
    rows = load(JOURNALS[0]).rows()
    first, second = tmp_path / "first", tmp_path / "second"
    save(first, recorded(rows))
    save(second, recorded(rows))
    assert first.read_bytes() == second.read_bytes()
    assert load(first).rows() == rows
