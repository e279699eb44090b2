"""What tracing says of this very checkout, against what the code says of itself when it runs."""

from __future__ import annotations

import inspect
from collections import Counter
from typing import Final

from fake_checkout import REAL

from openfelt.floor import question
from openfelt.floor.whole import COMMANDS
from openfelt.stations.kind import KINDS
from openfelt.trace.committed import read_committed
from openfelt.trace.coverage import Status
from openfelt.trace.product import product_of
from openfelt.trace.report import MARKS
from openfelt.trace.tally import Tally

# The floor decides these, but no station, device or desk can send them yet.  A name leaves this
# list when a station has its key; it enters only with a reason.
UNSENT: Final[dict[str, str]] = {}
# What the server gives itself: at its start, by its configuration, by the clock, and to a device
# of its own process.
BY_THE_SERVER: Final = {
    *("AddPit", "DeclareDemo", "EnrolTerminal", "GrantRole", "MoveDayEnd", "NoteCredentials"),
    *("InstallKiosk", "SetTicketHost", "SetTicketLife"),
    *("OpenHouse", "OpenTable", "Restart", "SetDeskRules", "Tick", "WithdrawRole"),
    *("GiveCard", "LoadShoe", "OpenSeal"),
}


def test_the_commands_that_nobody_can_send_are_these() -> None:
    assert product_of(REAL).unsent == tuple(sorted(UNSENT))


def test_the_stations_and_the_server_account_for_all_the_others() -> None:
    by_stations = {one.__name__ for kind in KINDS.values() for one in kind.commands}
    between_streams = {name for name, _ in inspect.getmembers(question, inspect.isclass)}
    rest = {one.__name__ for one in COMMANDS} - by_stations - between_streams
    assert rest - BY_THE_SERVER == set(UNSENT)
    assert not by_stations & set(UNSENT)


def test_the_readme_says_what_the_committed_figures_say() -> None:
    readme = (REAL / "README.md").read_text(encoding="utf-8")
    start, end = MARKS
    committed = read_committed(REAL)
    assert committed is not None
    counts = Counter(Status(status) for status, _ in committed.values())
    told = readme.partition(start)[2].partition(end)[0]
    assert told.strip() == Tally("all", counts).sentence()
