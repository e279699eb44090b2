import type { JSX } from "preact";
import { say } from "../../text/say";

/** The puck as a sign beside words. */
export function PuckMark({ on }: { on: boolean }): JSX.Element {
  return <span class={`puck-mark ${on ? "on" : "off"}`}>{say(on ? "craps.on" : "craps.off")}</span>;
}
