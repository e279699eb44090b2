import type { JSX } from "preact";
import { gameOf } from "../games/find";
import type { DisplayView } from "../generated/feed";
import { say } from "../text/say";
import "./trail.css";

/** What came last, a sign a round, the newest at the right. */
export function Trail({ table, last }: { table: DisplayView; last: number }): JSX.Element {
  const { mark } = gameOf(table);
  return (
    <ol class="trail" aria-label={say("pit.past")}>
      {table.results.slice(-last).map((result) => {
        const { text, tone } = result.void ? { text: "×", tone: "void" } : mark(result);
        return (
          <li class={tone} key={result.round}>
            {text}
          </li>
        );
      })}
    </ol>
  );
}
