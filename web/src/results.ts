import type { Result } from "./generated/feed";
import type { Coup, Roll, Side } from "./roads";

/** Past rounds as the roads want them.  Which bets won is the server's word, never worked out here. */

const SIDES: readonly Side[] = ["player", "banker", "tie"];

export function coupsOf(results: readonly Result[]): Coup[] {
  return results.flatMap((result) => {
    const winner = SIDES.find((side) => result.winners?.includes(side));
    if (result.void || !winner) return [];
    return [{ winner, playerPair: won(result, "player_pair"), bankerPair: won(result, "banker_pair") }];
  });
}

export function rollsOf(results: readonly Result[]): Roll[] {
  return results
    .filter((result) => !result.void && result.dice?.length)
    .map((result) => ({ dice: result.dice ?? [], kind: kindOf(result) }));
}

export function won(result: Result, bet: string): boolean {
  return result.winners?.includes(bet) ?? false;
}

function kindOf(result: Result): Roll["kind"] {
  if (won(result, "any_triple")) return "triple";
  return won(result, "small") ? "small" : "big";
}
