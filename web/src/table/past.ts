import { signal } from "@preact/signals";
import type { DisplayView, Result } from "../generated/feed";

/** Whether what has been is shown beside the felt. */
export const showsPast = signal(true);

export const REPLAYED = 10;

/** The last games at a table that can be looked at again, the newest first. */
export function lastGames({ results }: DisplayView): readonly Result[] {
  return results.slice(-REPLAYED).toReversed();
}

/** A table as it was when a result was told, with nothing on it of the round that is played now. */
export function tableThen(table: DisplayView, { round }: Result): DisplayView {
  const nothing = { due: 0, suspended: "", entered: "", unread: "", under_way: "", point: 0 };
  return { ...table, ...nothing, phase: "settled", round, player: [], banker: [], player_points: -1, banker_points: -1 };
}
