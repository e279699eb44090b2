"""The log: whoever writes into it, a line is JSON, and nobody outside can fill it."""

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from contextlib import redirect_stderr
from typing import Any

import pytest

from openfelt.server import log as server_log


@pytest.fixture
def said() -> Iterator[io.StringIO]:
    with redirect_stderr(io.StringIO()) as text:
        server_log.set_up("info")
        yield text
    logging.basicConfig(force=True)


def lines(text: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.getvalue().splitlines()]


def test_what_other_libraries_say_is_a_line_like_ours(said: io.StringIO) -> None:
    password = "in a local variable"
    server_log.log.warning("ours", pin="1234")
    try:
        int("no number")
    except ValueError:
        logging.getLogger("uvicorn.error").exception("theirs of %s", "some kind")
    ours, theirs = lines(said)
    assert ours.keys() == {"event", "level", "timestamp", "pin"}
    assert (theirs["event"], theirs["level"]) == ("theirs of some kind", "error")
    assert theirs["logger"] == "uvicorn.error"
    assert theirs["exception"][0]["exc_type"] == "ValueError"
    assert password not in said.getvalue()
    assert "1234" not in said.getvalue()


def test_a_failure_that_comes_again_and_again_is_said_once_a_second(
    said: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(server_log, "monotonic", lambda: now)

    async def story() -> None:
        nonlocal now
        loop = asyncio.get_running_loop()
        for second in range(2):
            now = 100.0 + second
            for descriptor in range(1_000):
                error = OSError(24, "Too many open files")
                context = {"message": "no accept", "exception": error, "socket": descriptor}
                loop.call_exception_handler(context)
            loop.call_exception_handler({"message": "another failure"})

    asyncio.run(story())
    events = [line["event"].partition("\n")[0] for line in lines(said)]
    assert events == ["no accept", "another failure"] * 2


def test_many_different_lines_are_no_way_round(said: io.StringIO) -> None:
    for number in range(1_000):
        logging.getLogger("uvicorn.error").error("number %d", number)
    assert 0 < len(lines(said)) <= 3 * 100, "a hundred a second, and the test is no slower"


def test_a_bad_frame_is_its_senders_fault_and_a_failing_handler_ours(said: io.StringIO) -> None:
    wire = logging.getLogger("picows.server")
    wire.error("WS parser error: %s, initiate disconnect", ("a stranger's frame",))
    wire.warning("Protocol writing pause requested, crossed writing buffer high-watermark")
    assert lines(said) == []
    wire.error("Unhandled exception from user's WSListener.on_ws_frame")
    assert [line["logger"] for line in lines(said)] == ["picows.server"]
