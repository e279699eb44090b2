import type { JSX } from "preact";
import "./statistics.css";

/** One line of a game's statistics: what is counted, and how often it came. */
export function Figure({ kind, name, number }: { kind: string; name: string; number: number | string }): JSX.Element {
  return (
    <div class={`figure ${kind}`}>
      <dt>{name}</dt>
      <dd>{number}</dd>
    </div>
  );
}
