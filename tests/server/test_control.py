"""The control socket: a floor that ends, or cannot be asked, is one line for whoever asked."""

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from openfelt.cli import main
from openfelt.server import control
from openfelt.server.control import NotRunning

HALF = b'{"wishes": ['


@pytest.mark.parametrize("last_words", [b"", HALF])
@pytest.mark.parametrize("abruptly", [True, False])
def test_a_floor_that_ends_before_it_answers_is_a_sentence(
    tmp_path: Path, last_words: bytes, abruptly: bool
) -> None:
    async def story() -> None:
        async def die(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if not abruptly:
                await reader.readline()
            writer.write(last_words)
            writer.transport.abort() if abruptly else writer.close()

        server = await asyncio.start_unix_server(die, tmp_path / control.SOCKET, limit=2**20)
        async with server:
            with pytest.raises(NotRunning, match=r"ended before it answered: .* start it again"):
                await control.ask(tmp_path, "reload", config="x" * 100_000)

    asyncio.run(story())


def test_a_socket_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    deep = tmp_path / ("a folder with a long name" * 8)
    said = CliRunner().invoke(main, ["station", "revoke", "--folder", str(deep), "T1"])
    assert (said.exit_code, said.exception.__class__) == (1, SystemExit)
    assert "cannot be asked: " in said.output
