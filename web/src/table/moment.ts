import { beat, engineNow } from "../clock";
import type { DisplayView, Result } from "../generated/feed";

/**
 * How long a result is held up.  Some books open the next period the moment a round is settled; players still
 * want to see what came, so the screen points at the last result for a while, whatever the phase is.
 */
const HELD_UP_MS = 6_000;

const seen = new Map<string, { told: string; at: number }>();

/** Between two rounds: what lies on the table is over, and its result is what counts. */
export function isAtRest(table: DisplayView): boolean {
  return ["idle", "settled", "void", "closed_table"].includes(table.phase);
}

/** The result the screen points at now, or null. */
export function resultHeldUp(table: DisplayView): Result | null {
  const last = table.results.at(-1);
  if (!last) return null;
  const fresh = isFresh(table, last);
  return fresh || (last.round === table.round && table.phase !== "wagering") ? last : null;
}

function isFresh(table: DisplayView, last: Result): boolean {
  const known = seen.get(table.table);
  // A result that is put right is another one, and is held up again.
  const told = `${last.round} ${last.corrected} ${last.void} ${last.winners.join(" ")}`;
  if (known?.told !== told) {
    // What was there when the page was loaded is history, and what was seen in a phase of its own has had its time.
    const isNews = known !== undefined && table.round > last.round;
    seen.set(table.table, { told, at: isNews ? performance.now() : -HELD_UP_MS });
    return isNews;
  }
  beat.value;
  return performance.now() - known.at < HELD_UP_MS;
}

/** Whether the deadline of the phase is over by engine time; the server closes, not the clock here. */
export function isOverdue(table: DisplayView, byMicros = 0): boolean {
  return table.due > 0 && !table.suspended && engineNow() > table.due + byMicros;
}
