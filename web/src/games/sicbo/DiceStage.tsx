import type { JSX } from "preact";
import { Dice, TumblingDice } from "../../components/Die";
import type { StageProps } from "../game";
import "./dice-stage.css";

/** The dice of a table: tumbling, or as they last lay, with their total as the server counted it. */
export function DiceStage({ table, held }: StageProps): JSX.Element {
  if (table.phase === "tumbling") {
    return (
      <div class="dice-stage">
        <TumblingDice />
      </div>
    );
  }
  const shows = held ?? table.results.findLast((result) => result.dice.length > 0);
  return (
    <div class={`dice-stage ${held ? "fresh" : ""}`}>
      {shows && <Dice faces={shows.dice} />}
      {shows && <b class="dice-total" data-testid="dice-total">{shows.points[0]}</b>}
    </div>
  );
}
