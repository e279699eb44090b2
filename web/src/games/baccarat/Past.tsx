import type { JSX } from "preact";
import { say } from "../../text/say";
import type { PastProps } from "../game";
import { DERIVED } from "./derived";
import { BeadPlate, BigRoad, Derived, Fitted, Previews, RoadStatistics } from "./Roads";
import { coupsOf, type Coup } from "./roads";

const MINI = 18;

export function Past({ table, wide = false }: PastProps): JSX.Element {
  const coups = coupsOf(table.results);
  return wide ? <Wide coups={coups} /> : <Column coups={coups} />;
}

/** The newest of the big road, for somebody who looks at many tables. */
export function Mini({ table }: PastProps): JSX.Element {
  return <BigRoad coups={coupsOf(table.results)} columns={MINI} />;
}

function Column({ coups }: { coups: readonly Coup[] }): JSX.Element {
  return (
    <>
      <h3 class="label">{say("road.big")}</h3>
      <Fitted least={16}>{(columns) => <BigRoad coups={coups} columns={columns} />}</Fitted>
      <Fitted least={9}>{(columns) => <Derived coups={coups} road="eye" columns={columns} named />}</Fitted>
      <div class="road-pair">
        <Fitted least={9}>{(columns) => <Derived coups={coups} road="small" columns={columns} named />}</Fitted>
        <Fitted least={9}>{(columns) => <Derived coups={coups} road="cockroach" columns={columns} named />}</Fitted>
      </div>
      <Previews coups={coups} />
      <h3 class="label">{say("road.bead")}</h3>
      <Fitted least={20}>{(columns) => <BeadPlate coups={coups} columns={columns} />}</Fitted>
      <h3 class="label">{say("statistics.title")}</h3>
      <RoadStatistics coups={coups} />
    </>
  );
}

/** Over a table: the big road is what is read across the room, the derived ones stand beside it. */
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
      <div class="roads-derived">
        {DERIVED.map((road) => (
          <div key={road}>
            <h3 class="label">{say(`road.${road}`)}</h3>
            <Fitted>{(columns) => <Derived coups={coups} road={road} columns={columns} />}</Fitted>
          </div>
        ))}
      </div>
      <RoadStatistics coups={coups} />
    </div>
  );
}
