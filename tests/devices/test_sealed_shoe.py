"""A sealed shoe: no undealt card is seen, a crash changes none, what is opened was dealt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from devices_floor import CARDS, PIT, Floor, run

from openfelt.audit import Auditor, Finding
from openfelt.core.cards import decks
from openfelt.engine.snapshots import snapshot_of
from openfelt.floor.play.cards.coup import CardDealt, EnterResult, KeyCard, coup_of
from openfelt.floor.play.cards.dummy import CardBurned
from openfelt.floor.play.cards.hands import play_at, winner
from openfelt.floor.play.cards.shoe import BurnCard, CuttingCardSeen
from openfelt.floor.play.cards.virtual_shoe import CallShoe, CardNotDrawn, DrawCard
from openfelt.floor.rounds.close_of_play import CloseTable
from openfelt.floor.rounds.pause import ResumeTable
from openfelt.floor.rounds.result import ConfirmResult
from openfelt.floor.rounds.round import NewGame
from openfelt.floor.seal import OpenSeal, SealOpened, digest_of
from openfelt.games.baccarat.shoe_life import Burn, deal_shoe
from openfelt.journal.memory import MemoryJournal, MemoryStore
from openfelt.journal.row import Row
from openfelt.journal.sqlite import SqliteJournal, open_readonly
from openfelt.rulebooks import VARIANTS
from openfelt.stations.dealer import dealer_view
from openfelt.stations.display import display_view
from openfelt.stations.memory import Memory
from openfelt.stations.player import player_view
from openfelt.stations.table import table_view

AT = (CARDS, "dealer")
_FACE = re.compile(rb'"([A2-9TJQK][SHDC])"')


def on_memory(folder: Path, store: MemoryStore) -> Floor:
    async def open_journal() -> MemoryJournal:
        return MemoryJournal(store)

    return Floor(open_journal, folder)


def floor_in(folder: Path) -> Floor:
    async def open_journal() -> SqliteJournal:
        return await SqliteJournal.open(folder / "journal.db")

    return Floor(open_journal, folder)


async def load(floor: Floor) -> list[str]:
    """Have a shoe loaded and burned; return its cards in order, which only a key can tell."""
    await floor.do(CallShoe(*AT))
    seal = floor.state.shoes[CARDS].seal
    value = floor.vault.open(seal, floor.state.seals[seal].sealed)
    await floor.do(BurnCard(*AT))
    return value.split(" ")[2:]


async def finish_coup(floor: Floor) -> None:
    table = floor.state.tables[CARDS]
    while floor.state.tables[CARDS].phase in ("closed", "dealing"):
        await floor.do(DrawCard(*AT))
    await floor.do(EnterResult(*AT, winner(coup_of(table))))
    await floor.do(ConfirmResult(*AT))


async def play_coup(floor: Floor) -> None:
    await floor.do(NewGame(*AT))
    await floor.pass_time(20)
    await finish_coup(floor)


def dealt(floor: Floor) -> list[str]:
    return [event.card for event in floor.events if isinstance(event, CardDealt)]


async def rows_of(folder: Path) -> list[Row]:
    reader = await open_readonly(folder / "journal.db")
    try:
        return [
            row
            for stream in await reader.streams()
            async for batch in reader.read(stream)
            for row in batch
        ]
    finally:
        await reader.close()


def audited(rows: list[Row]) -> list[Finding]:
    auditor = Auditor()
    for row in rows:
        auditor.take(row)
    return auditor.finish()


def test_a_whole_shoe_is_dealt_as_it_was_sealed_over_crashes_and_then_opened(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        store = MemoryStore()
        floor = on_memory(tmp_path, store)
        await floor.start()
        cards = await load(floor)
        assert sorted(cards) == sorted(decks(8))
        coups = 0
        while play_at(floor.state.tables[CARDS]).coups_left:
            await floor.do(NewGame(*AT))
            await floor.pass_time(20)
            if coups % 9 == 4:  # Lose the process with two cards out, and go on.
                await floor.do(DrawCard(*AT))
                await floor.do(DrawCard(*AT))
                await floor.restart()
                await floor.do(ResumeTable(*AT))
            await finish_coup(floor)
            coups += 1
        assert dealt(floor) == cards[1 : 1 + len(dealt(floor))]
        assert floor.count(CardBurned) == floor.count(CuttingCardSeen) == 1
        await floor.do(CallShoe(*AT))  # The old shoe is opened when the next one is there.
        opened = [event for event in floor.events if isinstance(event, SealOpened)]
        assert [event.seal for event in opened] == [f"shoe:{CARDS}:1"]
        cutting_at = int(opened[0].value.split(" ")[1])
        rules = VARIANTS["LT"].shoe
        assert rules is not None
        alone = deal_shoe(
            tuple(cards),  # type: ignore[arg-type]
            rules,
            cutting_card_from_back=len(cards) - cutting_at,
            burn=Burn.ONE_UNSEEN,
        )
        assert coups == len(list(alone))
        await floor.stop()
        assert audited([row for rows in store.rows.values() for row in rows]) == []

    run(story())


def views_of(floor: Floor) -> dict[str, bytes]:
    """Return what stations are sent, and the state and events behind it."""
    encode, state = msgspec.json.encode, floor.state
    memory = Memory()
    for event in floor.events:
        memory.take(event)
    views: dict[str, Any] = {
        "state": state,
        "dealer": dealer_view(state, CARDS, "dealer", floor.now, demo=True),
        "display": display_view(state, CARDS, memory, demo=True),
        "player": player_view(state, "T1", memory, floor.now),
        "table": table_view(state, CARDS, "agm", floor.now, demo=True),
        "events": floor.events,
    }
    return {name: encode(view) for name, view in views.items()}


def in_sight(floor: Floor) -> dict[str, bytes]:
    """Return everything anybody can get hold of while the shoe is dealt, but the key."""
    seen = views_of(floor)
    files = [path for path in floor.folder.rglob("*") if path.is_file()]
    seen |= {path.name: path.read_bytes() for path in files if path.name != "seal.key"}
    return seen


def shows(text: bytes, cards: list[str]) -> bool:
    """Say whether four cards that follow each other stand there, whatever stands between them."""
    bare = re.sub(rb"[^A-Z0-9]", b"", text.upper())
    fours = zip(cards, cards[1:], cards[2:], cards[3:], strict=False)
    return any("".join(four).encode() in bare for four in fours)


def test_nobody_is_shown_an_undealt_card(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> None:
        floor = floor_in(tmp_path)
        await floor.start()
        cards = await load(floor)
        for _ in range(3):
            await play_coup(floor)
        await snapshot_of(floor.journal, PIT)
        seen = in_sight(floor)
        seen["printed"] = (caplog.text + "".join(capsys.readouterr())).encode()
        undealt = cards[1 + len(dealt(floor)) :]
        # The search finds what is there to be found.
        assert shows(" ".join(cards).encode(), undealt)
        assert shows(msgspec.json.encode(cards), undealt)
        assert {"journal.db", "events", f"shuffler-at-{CARDS}.jsonl"} <= seen.keys()
        assert [name for name, text in seen.items() if shows(text, undealt)] == []
        # Nor is a single one in any view: every face shown is one that was dealt.
        shown = {face for text in views_of(floor).values() for face in _FACE.findall(text)}
        assert shown <= {card.encode() for card in dealt(floor)}
        assert shown
        # The burned card was laid away unseen, and is seen nowhere either.
        rows = await rows_of(tmp_path)
        faces = [card for row in rows for card in re.findall(rb'"card":"(..)"', row.payload)]
        assert [face.decode() for face in faces] == cards[1 : 1 + len(dealt(floor))]
        await floor.stop()

    run(story())


def test_a_seal_is_opened_neither_early_nor_with_another_value(tmp_path: Path) -> None:
    async def story() -> None:
        floor = floor_in(tmp_path)
        await floor.start()
        await load(floor)
        seal = floor.state.shoes[CARDS].seal
        value = floor.vault.open(seal, floor.state.seals[seal].sealed)
        assert digest_of(value) == floor.state.seals[seal].digest
        early = await floor.ask(OpenSeal(seal, value))
        assert early.refused is not None
        floor.rack.devices.shoes.clear()  # Nobody answers: we are the device now.
        await floor.do(CloseTable(CARDS, "casino_supervisor", now=False))
        await floor.pass_time(20 * 60)
        other = await floor.ask(OpenSeal(seal, value.replace("7H", "7D")))
        assert other.refused is not None
        await floor.do(OpenSeal(seal, value))
        assert not floor.state.seals
        await floor.stop()

    run(story())


def test_a_card_called_when_the_process_died_comes_after_the_restart(tmp_path: Path) -> None:
    async def story() -> None:
        floor = floor_in(tmp_path)
        await floor.start()
        cards = await load(floor)
        await floor.do(NewGame(*AT))
        await floor.pass_time(20)
        shoes = dict(floor.rack.devices.shoes)
        floor.rack.devices.shoes.clear()
        await floor.do(DrawCard(*AT))
        assert shoes
        await floor.restart()
        assert dealt(floor) == [], "the table stands still"
        await floor.do(ResumeTable(*AT))
        assert dealt(floor) == cards[1:2]
        assert floor.count(CardNotDrawn) == 0
        await floor.stop()

    run(story())


@pytest.mark.parametrize(
    ("keyed", "finding"), [(False, ""), (True, "card 2 of shoe:LT1:1 was dealt as")]
)
def test_the_auditor_holds_a_keyed_card_against_the_seal(
    tmp_path: Path, keyed: bool, finding: str
) -> None:
    from openfelt.devices.fault import Fault

    async def story() -> None:
        floor = floor_in(tmp_path)
        await floor.start()
        cards = await load(floor)
        await floor.do(NewGame(*AT))
        await floor.pass_time(20)
        floor.faults.breaks(f"shoe@{CARDS}", Fault.MISREAD_CARD)
        await floor.do(DrawCard(*AT))
        floor.faults.mend(f"shoe@{CARDS}")
        false = next(card for card in cards if card != cards[1])
        await floor.do(KeyCard(CARDS, false if keyed else cards[1], "dealer", "agm"))
        await finish_coup(floor)
        await floor.do(CloseTable(CARDS, "casino_supervisor", now=False))
        await floor.pass_time(20 * 60)
        assert floor.count(SealOpened) == 1
        await floor.stop()
        found = [str(one) for one in audited(await rows_of(tmp_path))]
        assert len(found) == (1 if keyed else 0)
        assert all(finding in one for one in found)

    run(story())


def _forged(rows: list[Row], kind: str, old: bytes, new: bytes) -> list[str]:
    """Change one row as a forger would; return what the auditor says besides the broken chain."""
    place = next(n for n, row in enumerate(rows) if row.type == kind and old in row.payload)
    forged = rows[place]._replace(payload=rows[place].payload.replace(old, new, 1))
    found = audited([*rows[:place], forged, *rows[place + 1 :]])
    return [one.what for one in found if "chain" not in one.what and "hash" not in one.what[:9]]


def test_a_forger_of_seals_is_found(tmp_path: Path) -> None:
    async def story() -> list[Row]:
        store = MemoryStore()
        floor = on_memory(tmp_path, store)
        await floor.start()
        await load(floor)
        await play_coup(floor)
        await floor.do(CloseTable(CARDS, "casino_supervisor", now=False))
        await floor.pass_time(20 * 60)
        await floor.stop()
        return [row for stream in store.rows.values() for row in stream]

    rows: list[Row] = []

    async def kept() -> None:
        rows.extend(await story())

    run(kept())
    assert audited(rows) == []
    opened = next(row for row in rows if row.type == "SealOpened")
    last = opened.payload[-5:-2]
    cases = {
        # A card nobody saw is exchanged after the fact: only the hash can tell.
        "its hash differs": ("SealOpened", last, b" KC" if last != b" KC" else b" KD"),
        "follows card": ("CardDrawn", b'"number":3', b'"number":4'),
        "is not dealt from": ("CardDrawn", b"shoe:LT1:1", b"shoe:LT1:9"),
        "was not sealed before": ("ShoeLoaded", b"shoe:LT1:1", b"shoe:LT1:9"),
        "it is not sealed": ("SealOpened", b"shoe:LT1:1", b"shoe:LT1:9"),
    }
    for what, forgery in cases.items():
        assert any(what in one for one in _forged(rows, *forgery)), what
    without = [
        row for row in rows if not (row.type == "CardDrawn" and b'"number":4' in row.payload)
    ]
    assert any("did not come out of" in one.what for one in audited(without))
