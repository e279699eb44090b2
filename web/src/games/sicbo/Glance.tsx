import type { JSX } from "preact";
import { Dice, TumblingDice } from "../../components/Die";
import type { StageProps } from "../game";
import "../../components/dice-stage.css";

/** The dice as they lie or tumble, for somebody who looks at many tables. */
export function Glance({ table, held }: StageProps): JSX.Element {
  if (table.phase === "tumbling") return <div class="glance-dice"><TumblingDice /></div>;
  const shows = held ?? table.results.findLast((result) => result.dice.length > 0);
  return (
    <div class={`glance-dice ${held ? "fresh" : ""}`}>
      {shows && <Dice faces={shows.dice} />}
      {shows && <b>{shows.points[0]}</b>}
    </div>
  );
}
