import type { JSX } from "preact";
import { meter } from "../money";
import { betName, say } from "../text/say";

const SHOWN = 5;

/** What lies on the table: everything in all, seen on the lowest screen too, and the bets with the most on them. */
export function OnBets({ sums }: { sums: Readonly<Record<string, number>> }): JSX.Element {
  const bets = Object.entries(sums);
  const largest = bets.toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return (
    <>
      <h3 class="label">{say("bets.title")}</h3>
      <dl class="sign on-bets">
        <div class="total">
          <dt>{say("bets.total")}</dt>
          <dd data-testid="bets-total">{meter(bets.reduce((sum, [, amount]) => sum + amount, 0))}</dd>
        </div>
        {largest.map(([bet, amount]) => (
          <div key={bet}>
            <dt>{betName(bet)}</dt>
            <dd>{meter(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
