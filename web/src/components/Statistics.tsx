import type { JSX } from "preact";
import { say } from "../text/say";
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

/** Where a list of what came will be: an empty room would look as if something were missing. */
export function NoneYet(): JSX.Element {
  return <p class="none-yet">{say("past.none_yet")}</p>;
}
