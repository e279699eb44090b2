"""A device's memory survives its restart, whatever was being written when the power went."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from openfelt.devices.memory import KEPT, Memory


def keep(memory: Memory, *acts: tuple[str, str]) -> None:
    async def all_of_them() -> None:
        for act in acts:
            await memory.keep(*act)

    asyncio.run(all_of_them())


def test_an_act_is_known_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "devices" / "printer.jsonl"
    keep(Memory(path), ("print:1", "printed"), ("print:2", "no paper"))
    again = Memory(path)
    assert again.recall("print:1") == "printed"
    assert again.recall("print:2") == "no paper"
    assert again.recall("print:3") is None


@pytest.mark.parametrize("cut", range(1, 22))
def test_a_torn_last_line_is_an_act_nobody_heard_of(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "printer.jsonl"
    keep(Memory(path), ("print:1", "printed"), ("print:2", "printed"))
    path.write_bytes(path.read_bytes()[:-cut])
    again = Memory(path)
    assert again.recall("print:1") == "printed"
    assert again.recall("print:2") is None
    keep(again, ("print:2", "jam"))
    assert Memory(path).recall("print:2") == "jam"


def test_a_memory_does_not_grow_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "tumbler.jsonl"
    path.write_text("".join(f'["throw {n}", "1-2-3"]\n' for n in range(50 * KEPT)))
    memory = Memory(path)
    assert len(path.read_text().splitlines()) == KEPT
    assert memory.recall("throw 0") is None
    assert memory.recall(f"throw {50 * KEPT - 1}") == "1-2-3"


def test_a_long_life_without_a_restart_keeps_the_file_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)
    path = tmp_path / "tumbler.jsonl"
    memory = Memory(path)
    keep(memory, *((f"throw {n}", "1-2-3") for n in range(17 * KEPT)))
    assert len(path.read_text().splitlines()) <= 16 * KEPT
    assert Memory(path).recall(f"throw {17 * KEPT - 1}") == "1-2-3"
