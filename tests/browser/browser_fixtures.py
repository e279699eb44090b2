"""What the tests of a file share: one Chromium, and a demo floor each story leaves in order."""

from collections.abc import Generator, Iterator
from typing import Final

import pytest
from browser_demo import Demo
from browser_stage import Stage, chromium
from playwright.sync_api import Browser

FAILED: Final = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember which stories broke off: they leave the floor as nobody expects it."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


# No longer than for a file: while Playwright is open, no other test here can run an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Demo]:
    made = Demo(browser, lambda: tmp_path_factory.mktemp("demo"))
    yield made
    made.discard()


@pytest.fixture
def demo_stage(request: pytest.FixtureRequest, demo: Demo) -> Iterator[Stage]:
    """The demo floor's stations in English."""
    stage = demo.stage()
    stage.language = "en"
    yield stage
    if request.node.stash.get(FAILED, False):
        demo.discard()


@pytest.fixture(params=["en", "zh"])
def stage(request: pytest.FixtureRequest, demo_stage: Stage) -> Stage:
    """The demo floor's stations in one of the languages."""
    demo_stage.language = request.param
    return demo_stage
