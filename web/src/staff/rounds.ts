import type { DisplayView } from "../generated/feed";
import { ACTUAL_OUTCOME, type Act } from "./acts";

const UNDECIDED: readonly DisplayView["phase"][] = ["wagering", "closed", "dealing", "awaiting_shoot", "tumbling", "result_pending"];
const SHOWN = 10;

/**
 * The rounds an act may be done to, the likeliest first.
 *
 * Each goes by its number, so that a form filled in slowly never reaches the next round; only a dummy hand has
 * none, and is the round 0.  Whether a round is final already is the floor's to say.
 */
export function roundsFor(act: Act, table: DisplayView): number[] {
  const settled = table.results.filter((result) => !result.void).map((result) => result.round);
  const past = settled.slice(-SHOWN).reverse();
  return isOpenTo(act, table) ? [table.dummy ? 0 : table.round, ...past] : past;
}

/** How a round came out can be said once its cards or dice lie there; it can be undone before. */
function isOpenTo(act: Act, table: DisplayView): boolean {
  if (act === ACTUAL_OUTCOME) return table.phase === "result_pending" && !table.dummy;
  return UNDECIDED.includes(table.phase);
}
