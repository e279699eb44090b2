"""A dealer at two tables: he signs in once, sees both, acts at both, and at no third."""

from __future__ import annotations

from pathlib import Path

import pytest
from server_stage import Stage, told

SECOND = """
[[floor.table]]
name = "L2"
pit = "pit"
variant = "LT_EM"
minimum = 5
maximum = 500
unit = 5
period = 3600
[[floor.table]]
name = "L3"
pit = "pit"
variant = "LT"
minimum = 5
maximum = 500
unit = 5
period = 3600
[[floor.station]]
name = "both"
kind = "dealer"
pit = "pit"
tables = ["L1", "L2"]
"""


@pytest.mark.clause("LT def:dealer station")
def test_a_dealer_at_two_tables_sees_and_deals_both(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        dealer = await stage.opened("both", "d1")
        assert set(dealer.views) == {"dealer:both", "dealer:both:L2", "display:L1", "display:L2"}
        halves = [dealer.views[topic]["table"] for topic in ("dealer:both", "dealer:both:L2")]
        assert halves == ["L1", "L2"]
        turns = [dealer.views[t]["next_act"] for t in ("dealer:both", "dealer:both:L2")]
        assert turns == ["new_game", "new_game"]
        await dealer.do("NewGame", table="L2")
        await dealer.sees(lambda v: v["display:L2"]["phase"] == "wagering")
        await dealer.sees(lambda v: v["dealer:both:L2"]["next_act"] != "new_game")
        assert dealer.views["display:L1"]["phase"] == "idle"
        await dealer.do("NewGame", table="L1")
        await dealer.sees(lambda v: v["display:L1"]["phase"] == "wagering")
        refused = await dealer.do("NewGame", table="L3")
        assert refused["type"] == "refusal"
        assert stage.server.engine.stream("pit").state.tables["L3"].phase == "idle"

    told(tmp_path, story, more=SECOND)
