import type { Result } from "../../generated/feed";

/** Past rolls and how often each total came; what a roll did to the line is the server's word. */

export interface Roll {
  round: number;
  dice: readonly number[];
  total: number;
  line: Result["line"];
}

export const TOTALS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

export function rollsOf(results: readonly Result[]): Roll[] {
  return results
    .filter((result) => !result.void && result.dice.length > 0)
    .map(({ round, dice, points, line }) => ({ round, dice, total: points[0] ?? 0, line }));
}

/** How often each total came, in the order of `TOTALS`. */
export function timesOf(rolls: readonly Roll[]): number[] {
  return TOTALS.map((wanted) => rolls.filter(({ total }) => total === wanted).length);
}

/** Rolls since the dice went to the shooter who has them now. */
export function rollsInHand(rolls: readonly Roll[]): number {
  return rolls.length - 1 - rolls.findLastIndex(({ line }) => line === "out");
}

export const countOf = (rolls: readonly Roll[], line: Result["line"]): number => rolls.filter((roll) => roll.line === line).length;
