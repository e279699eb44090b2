import type { JSX } from "preact";
import { say } from "../../text/say";
import type { PastProps } from "../game";
import { DiceHistory, DiceStatistics } from "./DiceHistory";
import { rollsOf } from "./rolls";

export function Past({ table, wide = false }: PastProps): JSX.Element {
  const rolls = rollsOf(table.results);
  const history = (
    <>
      <h3 class="label">{say("dice.history")}</h3>
      <DiceHistory rolls={rolls} rows={wide ? 8 : 9} />
    </>
  );
  const statistics = (
    <>
      <h3 class="label">{say("statistics.title")}</h3>
      <DiceStatistics rolls={rolls} />
    </>
  );
  if (!wide) return <>{history}{statistics}</>;
  return (
    <div class="display-past-row dice-past">
      <div>{history}</div>
      <div>
        {statistics}
        <p class="display-shooter-line">{table.shooter_seat > 0 ? say("shooter.seat", { seat: table.shooter_seat }) : ""}</p>
      </div>
    </div>
  );
}
