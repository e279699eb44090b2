import type { JSX } from "preact";
import { say } from "../../text/say";
import type { PastProps } from "../game";
import { BeadPlate, BigRoad, Fitted, RoadStatistics } from "./Roads";
import { coupsOf, type Coup } from "./roads";

export function Past({ table, wide = false }: PastProps): JSX.Element {
  const coups = coupsOf(table.results);
  return wide ? <Wide coups={coups} /> : <Column coups={coups} />;
}

function Column({ coups }: { coups: readonly Coup[] }): JSX.Element {
  return (
    <>
      <h3 class="label">{say("road.bead")}</h3>
      <Fitted least={20}>{(columns) => <BeadPlate coups={coups} columns={columns} />}</Fitted>
      <h3 class="label">{say("road.big")}</h3>
      <Fitted least={16}>{(columns) => <BigRoad coups={coups} columns={columns} />}</Fitted>
      <h3 class="label">{say("statistics.title")}</h3>
      <RoadStatistics coups={coups} />
    </>
  );
}

function Wide({ coups }: { coups: readonly Coup[] }): JSX.Element {
  return (
    <div class="display-past-row roads">
      <div>
        <h3 class="label">{say("road.big")}</h3>
        <Fitted>{(columns) => <BigRoad coups={coups} columns={columns} />}</Fitted>
      </div>
      <div>
        <h3 class="label">{say("road.bead")}</h3>
        <Fitted>{(columns) => <BeadPlate coups={coups} columns={columns} />}</Fitted>
      </div>
      <div>
        <h3 class="label">{say("statistics.title")}</h3>
        <RoadStatistics coups={coups} />
      </div>
    </div>
  );
}
