"""A page holds a clause where it leads to what cites it, and something names that."""

from __future__ import annotations

from pathlib import Path

import pytest
from fake_checkout import make_checkout, prove, use, write

from openfelt.trace.coverage import Status, cover
from openfelt.trace.pages import Pages, citations, scan_pages
from openfelt.trace.register import load

PAGE = """\
import { Meter } from "./Meter";

/**
 * What is shown.
 *
 * Rule: LT 4.2; LT 4.2.7;
 *   LT 4.2.8
 */
export function Screen(): object {
  return Meter;
}

/** Nobody shows it.  Rule: SB 3.9.1 */
function Unseen(): object {
  // Rule: LT 8.1.1
  return {/* Rule: PB 5.7 */};
}
"""


@pytest.fixture
def floor(tmp_path: Path) -> Path:
    make_checkout(tmp_path)
    write(tmp_path, "web/player.html", '<script src="/src/player/main.tsx"></script>')
    write(
        tmp_path,
        "web/src/player/main.tsx",
        'import { Screen } from "../Screen";\nrender(Screen);\n',
    )
    write(tmp_path, "web/src/Screen.tsx", PAGE)
    write(tmp_path, "web/src/Meter.ts", "export const Meter = 1; // Rule: MT 8.3(b)(ii)\n")
    write(tmp_path, "web/src/Idle.tsx", "/** Rule: SB 3.9.10 Small */\nexport const Idle = 1;\n")
    return tmp_path


def test_a_citation_speaks_for_what_it_stands_above_or_in() -> None:
    found = [(one.line, one.name, one.clauses) for one in citations(PAGE, "Screen.tsx")]
    assert found == [
        (6, "Screen", ("LT 4.2", "LT 4.2.7", "LT 4.2.8")),
        (13, "Unseen", ("SB 3.9.1",)),
        (15, "Unseen", ("LT 8.1.1",)),
        (16, "Unseen", ("PB 5.7",)),
    ]


def test_what_no_page_leads_to_and_what_nothing_names_holds_nothing(floor: Path) -> None:
    held = {
        clause: Pages(floor).holds(one)
        for one in scan_pages(floor, load(floor)).found
        for clause in one.clauses
    }
    assert {clause for clause, is_held in held.items() if is_held} == {
        *("LT 4.2", "LT 4.2.7", "LT 4.2.8"),
        "MT 8.3(b)(ii)",
    }
    assert set(held) > {"SB 3.9.1", "LT 8.1.1", "PB 5.7", "SB 3.9.10 Small"}


def test_a_clause_that_does_not_exist_is_a_fault(floor: Path) -> None:
    write(floor, "web/src/Wrong.ts", "const wrong = 1; // Rule: LT 4.2.99\n")
    (fault,) = scan_pages(floor, load(floor)).faults
    assert fault.startswith("web/src/Wrong.ts:1: no clause 'LT 4.2.99'")


def test_a_clause_that_a_page_holds_and_a_test_names_is_proved(floor: Path) -> None:
    use(floor)
    prove(floor, test_shown=("passed", ["LT 4.2"]))
    status = {row.clause.id: row.status for row in cover(floor).rows}
    assert status["LT 4.2"] is Status.PROVED
    assert status["LT 4.2.7"] is Status.UNPROVED
    assert status["SB 3.9.1"] is Status.MISSING
