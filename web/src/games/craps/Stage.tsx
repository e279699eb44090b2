import type { JSX } from "preact";
import { DiceStage } from "../../components/DiceStage";
import type { DisplayView } from "../../generated/feed";
import { say, type TextKey } from "../../text/say";
import type { StageProps } from "../game";
import { PuckMark } from "./PuckMark";

/** Two dice, and beside them what they are thrown for and by whom. */
export function Stage(props: StageProps): JSX.Element {
  return (
    <DiceStage {...props} count={2}>
      <Thrown table={props.table} />
    </DiceStage>
  );
}

function Thrown({ table }: { table: DisplayView }): JSX.Element {
  const { point, shooter_seat: seat } = table;
  return (
    <dl class="thrown">
      <div>
        <dt>
          <PuckMark on={point > 0} />
        </dt>
        <dd data-testid="point" data-point={point}>
          {point > 0 ? say("craps.point", { a: say(`craps.number.${point}` as TextKey) }) : say("craps.come_out")}
        </dd>
      </div>
      {seat > 0 && (
        <div>
          <dt class="shooter-ring">{seat}</dt>
          <dd data-testid="shooter" data-seat={seat}>{say("craps.shooter")}</dd>
        </div>
      )}
    </dl>
  );
}
