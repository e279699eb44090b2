"""The peers of the simulation, installed for the benchmark only and never part of OpenFelt.

npm install --prefix build/peers baccarat-engine@1.1.5
pip install --target build/peers/python --no-deps crapssim==0.4.1
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import RUNS, Timing

PEERS = Path(__file__).parent.parent / "build" / "peers"

_BACCARAT = """
const Engine = require(process.argv[1]);
const coups = +process.argv[2], seconds = [];
const engine = new Engine();
engine.shoe.createDecks();
engine.shoe.shuffle();
engine.burnCards();
let ties = 0;
for (let run = 0; run <= +process.argv[3]; run++) {
  const before = process.cpuUsage();
  for (let coup = 0; coup < coups; coup++) {
    if (engine.isBurnNeeded) {
      engine.shoe.createDecks();
      engine.shoe.shuffle();
      engine.burnCards();
    }
    if (engine.resultsEngine.calculateGameResult(engine.dealGame()).outcome === "tie") ties++;
  }
  const used = process.cpuUsage(before);
  if (run) seconds.push((used.user + used.system) / 1e6);
}
console.log(JSON.stringify(seconds));
"""

_CRAPS = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
from crapssim.strategy.odds import PassLineOddsMultiplier
from crapssim.strategy.single_bet import BetHardWay, BetPassLine, BetPlace, StrategyMode
from crapssim.table import Table
strategy = BetPassLine(10) + PassLineOddsMultiplier(2)
if sys.argv[2] == "eleven":
    stakes = {4: 10, 5: 10, 6: 12, 8: 12, 9: 10, 10: 10}
    strategy += BetPlace(stakes, mode=StrategyMode.ADD_IF_NOT_BET, skip_point=False)
    for number in (4, 6, 8, 10):
        strategy += BetHardWay(number, 5)
rolls, seconds = int(sys.argv[3]), []
for run in range(int(sys.argv[4]) + 1):
    table = Table(seed=run)
    table.add_player(bankroll=10**9, strategy=strategy)
    start = time.process_time()
    table.run(max_rolls=rolls, verbose=False)
    if run:
        seconds.append(time.process_time() - start)
print(json.dumps(seconds))
"""


class NotInstalled(Exception):
    """A peer that is not there; says how to get it."""


def _measured(line: list[str], operations: int) -> Timing:
    done = subprocess.run(line, check=True, capture_output=True, text=True)
    return Timing(tuple(json.loads(done.stdout)), operations)


def baccarat_engine(coups: int = 1_000_000) -> Timing:
    """Deal and judge coups from shuffled eight-deck shoes with the npm package."""
    module = PEERS / "node_modules/baccarat-engine/src/gameEngine/baccaratGameEngine.js"
    node = shutil.which("node")
    if node is None or not module.exists():
        raise NotInstalled("npm install --prefix build/peers baccarat-engine@1.1.5")
    return _measured([node, "-e", _BACCARAT, str(module), str(coups), str(RUNS)], coups)


def crapssim(strategy: str, rolls: int) -> Timing:
    """Roll with crapssim: `line` is pass line with double odds, `eleven` has ten bets more."""
    folder = PEERS / "python"
    if not (folder / "crapssim").exists():
        raise NotInstalled("pip install --target build/peers/python --no-deps crapssim==0.4.1")
    line = [sys.executable, "-c", _CRAPS, str(folder), strategy, str(rolls), str(RUNS)]
    return _measured(line, rolls)
