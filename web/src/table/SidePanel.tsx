import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { gameOf } from "../games/find";
import type { DisplayView } from "../generated/feed";
import { say } from "../text/say";
import { showsPast } from "./past";
import { Replay } from "./Replay";
import "./side-panel.css";

/**
 * What has been, beside the felt: marked as such, and not there for whoever does not want to see it.
 *
 * Rule: LT 2.3.1; SB 2.3.2
 */
export function SidePanel({ table }: { table: DisplayView }): JSX.Element {
  const { Past } = gameOf(table);
  const replays = useSignal(false);
  return (
    <>
      <div class="past-head">
        <h3 class="label">
          {say("past.title")} <em data-testid="history-only">{say("past.only")}</em>
        </h3>
        <button type="button" class="button quiet" aria-pressed={showsPast.value} onClick={() => (showsPast.value = !showsPast.value)} data-testid="shows-past">
          {say(showsPast.value ? "past.hide" : "past.show")}
        </button>
        <button type="button" class="button quiet" onClick={() => (replays.value = true)} data-testid="open-replay">
          {say("past.replay")}
        </button>
      </div>
      {showsPast.value && <Past table={table} />}
      {replays.value && <Replay table={table} onClose={() => (replays.value = false)} />}
    </>
  );
}
