import type { DisplayView, Result } from "../../generated/feed";

/** The cards of a past coup as they came to the table: one after the other, Player first. */
export function dealtAgain({ player, banker }: Result): readonly Partial<DisplayView>[] {
  const steps: Partial<DisplayView>[] = [];
  const lie = { player: 0, banker: 0 };
  for (const place of [0, 1, 2]) {
    for (const [side, cards] of [["player", player], ["banker", banker]] as const) {
      if (cards[place] === undefined) continue;
      lie[side] += 1;
      steps.push({ phase: "dealing", player: player.slice(0, lie.player), banker: banker.slice(0, lie.banker) });
    }
  }
  return steps;
}
