import { beat, engineNow } from "../clock";
import type { DisplayView, Result } from "../generated/feed";

/**
 * How long a result is held up.  Some books open the next period the moment a round is settled; players still
 * want to see what came, so the screen points at the last result for a while, whatever the phase is.
 */
const HELD_UP_MS = 6_000;

/** Dice are seen to roll for so long at least, however soon they are read: nobody believes a throw he did not see. */
const ROLL_MS = 1_500;

interface Roll {
  round: number;
  since: number;
  /** At which beat it was last looked at, and whether it was over then. */
  beat: number;
  over: boolean;
}

/** What a screen shows of a table at this moment. */
export interface Moment {
  /** The table, but nothing of a throw whose dice still roll here. */
  shown: DisplayView;
  /** Dice roll. */
  moving: boolean;
  /** The result the screen points at, if any. */
  held: Result | null;
}

export function momentOf(table: DisplayView): Moment {
  const moving = isMoving(table);
  if (!moving) thrown.set(table.table, { point: table.point, shooter: table.shooter, shooter_seat: table.shooter_seat });
  const shown = moving && table.phase !== "tumbling" ? beforeTheThrow(table) : table;
  return { shown, moving, held: resultHeldUp(shown) };
}

/** For what and by whom the dice of each table were thrown, as long as they roll. */
const thrown = new Map<string, Pick<DisplayView, "point" | "shooter" | "shooter_seat">>();
const rolls = new Map<string, Roll>();
const newest = new Map<string, number>();

function isMoving(table: DisplayView): boolean {
  const last = table.results.at(-1);
  const came = wasThrownJustNow(table, last);
  if (table.phase === "tumbling") {
    began(table.table, table.round);
    return true;
  }
  if (!last || last.void) return false;
  if (came) began(table.table, last.round);
  const roll = rolls.get(table.table);
  if (roll?.round !== last.round || roll.over) return false;
  // The whole page says the same at one beat: no meter pays while the dice beside it are still on their way.
  if (roll.beat !== beat.value) Object.assign(roll, { beat: beat.value, over: performance.now() - roll.since >= ROLL_MS });
  return !roll.over;
}

/** What was there when the page was loaded has been thrown before. */
function wasThrownJustNow(table: DisplayView, last: Result | undefined): boolean {
  const known = newest.get(table.table);
  newest.set(table.table, last?.round ?? 0);
  return known !== undefined && last !== undefined && last.round > known && last.dice.length > 0;
}

function began(table: string, round: number): void {
  if (rolls.get(table)?.round !== round) rolls.set(table, { round, since: performance.now(), beat: -1, over: false });
}

/** The next period, where it is open already, is open: only what came is not told yet. */
function beforeTheThrow(now: DisplayView): DisplayView {
  const table = { ...now, ...thrown.get(now.table), results: now.results.slice(0, -1), wins: [], winners: 0 };
  return table.phase === "settled" ? { ...table, phase: "tumbling", due: 0 } : table;
}

const seen = new Map<string, { told: string; at: number }>();

/** Between two rounds: what lies on the table is over, and its result is what counts. */
export function isAtRest(table: DisplayView): boolean {
  return ["idle", "settled", "void", "closed_table"].includes(table.phase);
}

function resultHeldUp(table: DisplayView): Result | null {
  const last = table.results.at(-1);
  if (!last) {
    // So that the very first result is news.
    seen.set(table.table, { told: "", at: -HELD_UP_MS });
    return null;
  }
  const fresh = isFresh(table, last) && !isBeingDecided(table);
  return fresh || (last.round === table.round && table.phase !== "wagering") ? last : null;
}

/** The next outcome comes to the table already: nothing of the last one may point at it. */
function isBeingDecided(table: DisplayView): boolean {
  return table.phase !== "wagering" && !isAtRest(table);
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
