"""What the house brings to its pages: its time, its reminders, its recordings, its pictures."""

import asyncio
import re
from pathlib import Path

import pytest
from aiohttp import ClientSession
from server_stage import Stage, floor_toml

from openfelt.server import floor_server
from openfelt.server.config import file as config_file
from openfelt.server.config.differences import rearranged
from openfelt.server.config.file import ConfigError
from openfelt.server.http.recordings import LONGEST, Recordings

SAYS = """
[floor.guests]
remind_every = 30
safer = "Help: 1800"
calls = "{calls}"
"""
VIDEO = 'variant = "LT"\nvideo = "https://camera.example:8443/l1.webm"'
WAV = b"RIFF and what follows"


def recorded(folder: Path) -> Path:
    for name in ("en/win_player.wav", "zh/win_player.wav", "en/READ ME.wav", "en/list.txt"):
        file = folder / "calls" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(WAV)
    (folder / "calls" / "en" / "too_long.mp3").write_bytes(bytes(LONGEST + 1))
    return folder / "calls"


def test_a_page_is_told_what_the_house_says_and_fetches_its_recordings(tmp_path: Path) -> None:
    calls = recorded(tmp_path)
    good = floor_toml(tmp_path / "data").replace('variant = "LT"', VIDEO, 1)
    text = good + SAYS.format(calls=calls)

    async def story() -> None:
        config = config_file.parse(text, "floor.toml")
        server = floor_server.FloorServer(config)
        stage = Stage(server)
        await server.start()
        try:
            player = await stage.opened("T1")
            house = next(one for one in player.frames if one["type"] == "welcome")["house"]
            assert house == {
                "time_zone": config.floor.time_zone,
                "currency": "$",
                "remind_every": 30,
                "safer": "Help: 1800",
                "videos": {"L1": "https://camera.example:8443/l1.webm"},
                "calls": ["en/win_player.wav", "zh/win_player.wav"],
            }
            await fetched(server.faces["floor"].port)
        finally:
            await stage.close()
            await server.stop()

    asyncio.run(story())


async def fetched(port: int) -> None:
    """Ask for recordings as a page does, and for what lies outside their folder."""
    url = f"http://127.0.0.1:{port}/"
    async with ClientSession() as session:
        async with session.get(url + "calls/en/win_player.wav") as answer:
            assert (answer.status, await answer.read()) == (200, WAV)
            assert answer.headers["content-type"].startswith("audio/")
            policy = answer.headers["Content-Security-Policy"]
            assert "media-src https://camera.example:8443; " in policy
        for path in ("calls/en/list.txt", "calls/../data/journal.db", "calls/%2e%2e/data/x"):
            async with session.get(url + path) as answer:
                assert answer.status == 404


def test_without_a_camera_a_page_may_show_no_picture(tmp_path: Path) -> None:
    server = floor_server.FloorServer(config_file.parse(floor_toml(tmp_path), "floor.toml"))
    assert all(not table.video for table in server.config.floor.table)
    assert Recordings().names == ()
    assert Recordings(str(tmp_path / "nowhere")).names == ()


def test_what_is_said_anew_is_named_at_a_reload(tmp_path: Path) -> None:
    text = floor_toml(tmp_path)
    before = config_file.parse(text, "floor.toml")
    more = text.replace('variant = "LT"', VIDEO, 1) + SAYS.format(calls=recorded(tmp_path))
    after = config_file.parse(more, "floor.toml")
    named = [wish.what for wish in rearranged(before, after)]
    assert named == ["players' pages", "the picture of table L1"]
    assert rearranged(after, after) == []


@pytest.mark.parametrize(
    ("text", "key", "right"),
    [
        ("[floor.guests]\nremind_every = 2000", "floor.guests.remind_every", "0 to 1440"),
        ('[floor.guests]\ncalls = "/none"', "floor.guests.calls", "no such folder"),
        (f'[floor.guests]\nsafer = "{"x" * 121}"', "floor.guests.safer", "120 characters"),
        ('variant = "LT"\nvideo = "l1.webm"', "floor.table 1.video", "an address"),
        ('variant = "LT"\nvideo = "https://a b/"', "floor.table 1.video", "an address"),
        (
            'variant = "LT"\nvideo = "https://a;script-src *//"',
            "floor.table 1.video",
            "an address",
        ),
    ],
)
def test_what_cannot_be_is_named(tmp_path: Path, text: str, key: str, right: str) -> None:
    good = floor_toml(tmp_path)
    bad = good + text if text.startswith("[") else re.sub(r'variant = "LT"', text, good, count=1)
    with pytest.raises(ConfigError) as error:
        config_file.parse(bad, "floor.toml")
    assert [one for one in error.value.wrongs if one.key == key and right in one.what]
