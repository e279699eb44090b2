import type { JSX } from "preact";
import { StageWord, stageWord } from "../../components/StageWord";
import type { DisplayView } from "../../generated/feed";
import { say } from "../../text/say";
import type { StageProps } from "../game";
import { colourOf, ORDER } from "./wheel";
import face from "./wheel.svg";
import "./wheel.css";

const STEP = 360 / ORDER.length;

/** The wheel: the ball goes round, or lies where the last number is; beside it that number, large. */
export function WheelStage({ table, held }: StageProps): JSX.Element {
  const spins = table.phase === "spinning";
  const number = spins ? null : numberShown(table, held);
  const word = !spins && held ? stageWord(held) : null;
  return (
    <div class={`wheel-stage ${spins ? "spinning" : ""} ${table.suspended ? "still" : ""} ${held ? "fresh" : ""}`}>
      <Wheel number={number} spins={spins} />
      <div class="wheel-words">
        {spins && !table.suspended && <b class="wheel-spinning">{say("roulette.spinning")}</b>}
        {number !== null && !held?.void && <NumberPlate number={number} />}
        {word && <StageWord word={word} />}
      </div>
    </div>
  );
}

/** What lies there now: entered and not yet confirmed, or of the last round that came out. */
export function numberShown(table: DisplayView, held: StageProps["held"]): number | null {
  if (table.phase === "result_pending" && table.entered !== "") return Number(table.entered);
  const shows = held ?? table.results.findLast((result) => result.number >= 0);
  return shows && shows.number >= 0 ? shows.number : null;
}

export function NumberPlate({ number }: { number: number }): JSX.Element {
  return (
    <b class={`number-plate ${colourOf(number)}`} data-testid="number" data-number={number}>
      {number}
    </b>
  );
}

function Wheel({ number, spins }: { number: number | null; spins: boolean }): JSX.Element {
  const rests = number === null ? 0 : -ORDER.indexOf(number) * STEP;
  return (
    <div class="wheel" aria-hidden="true" data-spins={spins}>
      <img class="wheel-turns" src={face} alt="" style={{ rotate: `${rests}deg` }} />
      {(spins || number !== null) && <i class={`wheel-ball ${spins ? "" : "rests"}`} />}
    </div>
  );
}
