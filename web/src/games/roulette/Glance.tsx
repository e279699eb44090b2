import type { JSX } from "preact";
import type { StageProps } from "../game";
import { NumberPlate, numberShown } from "./Wheel";

/** The number that came, for somebody who looks at many tables. */
export function Glance({ table, held }: StageProps): JSX.Element {
  const number = table.phase === "spinning" ? null : numberShown(table, held);
  return <div class="glance-number">{number !== null && <NumberPlate number={number} />}</div>;
}
