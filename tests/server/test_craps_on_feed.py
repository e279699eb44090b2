"""A craps terminal on the feed: a refused bet is told the clause of that very bet."""

from pathlib import Path

from server_stage import TERMINAL, Stage, told

CRAPS = """
[[floor.table]]
name = "A1"
pit = "pit"
variant = "AC"
minimum = 5
maximum = 500
unit = 5
period = 3600
"""


def test_a_refusal_names_the_clause_of_the_bet_that_is_refused(tmp_path: Path) -> None:
    async def story(stage: Stage) -> None:
        player = await stage.opened("A1-1")
        for bet, code, clause in (
            ("come_odds:6", "LINE_WAGER_NEEDED", "AC 3.9.4"),
            ("dont_odds:5", "LINE_WAGER_NEEDED", "AC 3.9.12"),
            ("odds:4", "LINE_WAGER_NEEDED", "AC 3.9.2"),
            ("dont_come", "PHASE_DOES_NOT_ALLOW", "AC 3.9.11"),
            ("place:7", "BET_NOT_OFFERED", "AC 3.9"),
        ):
            refused = await player.do("StageWager", table="A1", round=1, bet=bet, amount=500)
            assert (refused["code"], refused["clause"]) == (code, clause), bet

    terminal = TERMINAL.format(name="A1-1", table="A1", seat=9)
    told(tmp_path, story, more=CRAPS + terminal)
