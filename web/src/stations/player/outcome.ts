import type { Play } from "../../generated/feed";
import type { Cents } from "../../money";

/** A player's last round in money: the three figures always agree. */
export interface RoundMoney {
  staked: Cents;
  returned: Cents;
  net: Cents;
}

/** What the wagers that a round decided were, and what came of them; null where he had none. */
export function moneyOf({ last }: Pick<Play, "last">): RoundMoney | null {
  if (last.length === 0) return null;
  const staked = last.reduce((sum, { amount }) => sum + amount, 0);
  const returned = last.reduce((sum, paid) => sum + paid.returned, 0);
  return { staked, returned, net: returned - staked };
}

/** Only who has more than he staked has won: what comes back at or below the stake is no cause to celebrate. */
export const isWin = (money: RoundMoney | null): money is RoundMoney => money !== null && money.net > 0;
