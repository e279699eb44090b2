import type { Coup } from "./roads";

/**
 * The three roads that are derived from the big road.  They say how like its earlier columns a column is, and so
 * only what has been: a red mark for what repeats itself, a blue one for what does not.
 */

export type Colour = "red" | "blue";
export type DerivedRoad = "eye" | "small" | "cockroach";

/** How many columns to the left each road looks. */
const LOOKS_BACK: Readonly<Record<DerivedRoad, number>> = { eye: 1, small: 2, cockroach: 3 };
export const DERIVED = Object.keys(LOOKS_BACK) as readonly DerivedRoad[];

/** How long each streak was, ties left out; these are the columns of the big road before any of them turns. */
export function streaks(coups: readonly Coup[]): number[] {
  const lengths: number[] = [];
  let side = "";
  for (const { winner } of coups) {
    if (winner === "tie") continue;
    if (winner === side) lengths[lengths.length - 1]! += 1;
    else lengths.push(1);
    side = winner;
  }
  return lengths;
}

/** The marks of a derived road in order. */
export function derived(coups: readonly Coup[], road: DerivedRoad): Colour[] {
  const lengths = streaks(coups);
  return lengths.flatMap((length, column) =>
    Array.from({ length }, (_, row) => markAt(lengths, column, row, LOOKS_BACK[road])).filter((mark) => mark !== null),
  );
}

/**
 * The mark that a win of the big road earns.
 *
 * The first of a streak asks whether the two streaks before it, as far apart as the road looks, were as long.  Any other asks
 * the column to the left: is there a mark beside it, or none beside the one above either.
 */
function markAt(lengths: readonly number[], column: number, row: number, back: number): Colour | null {
  const left = row === 0 ? column - 1 - back : column - back;
  if (left < 0) return null;
  const beside = lengths[left]!;
  const alike = row === 0 ? beside === lengths[column - 1] : beside !== row;
  return alike ? "red" : "blue";
}

/** What each road would be given next if a side won: it follows from what has been, and says nothing of what comes. */
export function preview(coups: readonly Coup[], winner: "player" | "banker"): Record<DerivedRoad, Colour | null> {
  const lengths = streaks([...coups, { winner, playerPair: false, bankerPair: false }]);
  const column = lengths.length - 1;
  const next = (road: DerivedRoad): Colour | null => markAt(lengths, column, lengths[column]! - 1, LOOKS_BACK[road]);
  return { eye: next("eye"), small: next("small"), cockroach: next("cockroach") };
}
