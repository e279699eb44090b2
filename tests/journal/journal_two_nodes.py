"""A story for two nodes at one database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from wheel_postgres import Place


def with_two_nodes(place: Place, story: Callable[..., Coroutine[Any, Any, None]]) -> None:
    """Run a story with two nodes at one database."""

    async def play() -> None:
        one, two = await place.open(), await place.open()
        try:
            await asyncio.wait_for(story(one, two), 60)
        finally:
            await one.close()
            await two.close()

    asyncio.run(play())
