import type { JSX } from "preact";
import { DiceHistory, DiceStatistics } from "../components/DiceHistory";
import { BaccaratStatistics, BeadPlate, BigRoad } from "../components/Roads";
import type { DisplayView } from "../generated/feed";
import { coupsOf, rollsOf } from "../results";
import { say } from "../text/say";

/** What has been, beside the felt: roads and counts for the game that is played. */
export function SidePanel({ table }: { table: DisplayView }): JSX.Element {
  return table.game === "sic bo" ? <DicePanel table={table} /> : <RoadPanel table={table} />;
}

function RoadPanel({ table }: { table: DisplayView }): JSX.Element {
  const coups = coupsOf(table.results);
  return (
    <>
      <h3 class="label">{say("road.bead")}</h3>
      <BeadPlate coups={coups} columns={14} />
      <h3 class="label">{say("road.big")}</h3>
      <BigRoad coups={coups} columns={18} />
      <h3 class="label">{say("statistics.title")}</h3>
      <BaccaratStatistics coups={coups} />
    </>
  );
}

function DicePanel({ table }: { table: DisplayView }): JSX.Element {
  const rolls = rollsOf(table.results);
  return (
    <>
      <h3 class="label">{say("dice.history")}</h3>
      <DiceHistory rolls={rolls} rows={9} />
      <h3 class="label">{say("statistics.title")}</h3>
      <DiceStatistics rolls={rolls} />
    </>
  );
}
