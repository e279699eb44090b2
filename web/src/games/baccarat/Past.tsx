import type { JSX } from "preact";
import { say } from "../../text/say";
import type { PastProps } from "../game";
import { BeadPlate, BigRoad, RoadStatistics } from "./Roads";
import { coupsOf, type Coup } from "./roads";

export function Past({ table, wide = false }: PastProps): JSX.Element {
  const coups = coupsOf(table.results);
  return wide ? <Wide coups={coups} /> : <Column coups={coups} />;
}

function Column({ coups }: { coups: readonly Coup[] }): JSX.Element {
  return (
    <>
      <h3 class="label">{say("road.bead")}</h3>
      <BeadPlate coups={coups} columns={14} />
      <h3 class="label">{say("road.big")}</h3>
      <BigRoad coups={coups} columns={18} />
      <h3 class="label">{say("statistics.title")}</h3>
      <RoadStatistics coups={coups} />
    </>
  );
}

function Wide({ coups }: { coups: readonly Coup[] }): JSX.Element {
  return (
    <>
      <h3 class="label">{say("road.big")}</h3>
      <BigRoad coups={coups} columns={40} />
      <div class="display-past-row">
        <div>
          <h3 class="label">{say("road.bead")}</h3>
          <BeadPlate coups={coups} columns={20} />
        </div>
        <div>
          <h3 class="label">{say("statistics.title")}</h3>
          <RoadStatistics coups={coups} />
        </div>
      </div>
    </>
  );
}
