import type { Result } from "../../generated/feed";

/** Past rolls and how often each kind came.  Which bets won is the server's word, never worked out here. */

export interface Roll {
  dice: readonly number[];
  kind: Kind;
}

export type Kind = "small" | "big" | "triple";

export function rollsOf(results: readonly Result[]): Roll[] {
  return results
    .filter((result) => !result.void && result.dice.length > 0)
    .map((result) => ({ dice: result.dice, kind: kindOf(result) }));
}

export function kindOf({ winners }: Result): Kind {
  if (winners.includes("any_triple")) return "triple";
  return winners.includes("small") ? "small" : "big";
}

/** The bet a kind of roll is named after. */
export const betOf = (kind: Kind): string => (kind === "triple" ? "any_triple" : kind);

export interface DiceTally {
  small: number;
  big: number;
  triple: number;
  total: number;
  faces: readonly number[];
}

/** How often each kind of roll and each face came. */
export function diceTally(rolls: readonly Roll[]): DiceTally {
  const faces = [0, 0, 0, 0, 0, 0];
  const count = { small: 0, big: 0, triple: 0, total: rolls.length, faces };
  for (const roll of rolls) {
    for (const face of roll.dice) faces[face - 1] = (faces[face - 1] ?? 0) + 1;
    count[roll.kind] += 1;
  }
  return count;
}
