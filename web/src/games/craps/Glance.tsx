import type { JSX } from "preact";
import { Dice, TumblingDice } from "../../components/Die";
import "../../components/dice-stage.css";
import type { StageProps } from "../game";
import { PuckMark } from "./PuckMark";

/** The dice and the puck in one line, for somebody who looks at many tables. */
export function Glance({ table, held }: StageProps): JSX.Element {
  const rolls = table.phase === "tumbling";
  const shows = held ?? table.results.findLast((result) => result.dice.length > 0);
  return (
    <div class={`glance-dice ${held ? "fresh" : ""}`}>
      {rolls ? <TumblingDice count={2} /> : shows && <Dice faces={shows.dice} />}
      {!rolls && shows && <b>{shows.points[0]}</b>}
      <PuckMark on={table.point > 0} />
      {table.point > 0 && <b>{table.point}</b>}
    </div>
  );
}
