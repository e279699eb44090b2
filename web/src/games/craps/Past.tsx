import type { JSX } from "preact";
import { Die } from "../../components/Die";
import { Figure, NoneYet } from "../../components/Statistics";
import { say } from "../../text/say";
import type { PastProps } from "../game";
import { lineText } from "./line";
import { countOf, rollsInHand, rollsOf, timesOf, TOTALS, type Roll } from "./rolls";
import "./past.css";

/** What came: the last rolls, and what players count of them.  It is history and says nothing of the next roll. */
export function Past({ table, wide = false }: PastProps): JSX.Element {
  const rolls = rollsOf(table.results);
  return (
    <div class={`rolls-past ${wide ? "wide" : ""}`}>
      <section>
        <h3 class="label">{say("dice.history")}</h3>
        <Last rolls={rolls.slice(wide ? -9 : -8)} />
      </section>
      <section>
        <h3 class="label">{say("craps.counted", { n: rolls.length })}</h3>
        <Totals rolls={rolls} />
        <dl class="statistics-list three">
          <Figure kind="tie" name={say("craps.made")} number={countOf(rolls, "made")} />
          <Figure kind="banker" name={say("craps.out")} number={countOf(rolls, "out")} />
          <Figure kind="player" name={say("craps.in_hand")} number={rollsInHand(rolls)} />
        </dl>
        <p class="history-only">{say("craps.history_only")}</p>
      </section>
    </div>
  );
}

/** Newest first: the dice, their total, what it did to the line. */
function Last({ rolls }: { rolls: readonly Roll[] }): JSX.Element {
  if (rolls.length === 0) return <NoneYet />;
  return (
    <ol class="last-rolls" data-testid="last-rolls">
      {rolls.toReversed().map((roll, index) => (
        <li class={`${roll.line} ${index === 0 ? "newest" : ""}`} key={roll.round}>
          <span class="last-roll-dice">
            {roll.dice.map((face, place) => (
              <Die face={face} key={place} />
            ))}
          </span>
          <b>{roll.total}</b>
          <i>{lineText(roll)}</i>
        </li>
      ))}
    </ol>
  );
}

function Totals({ rolls }: { rolls: readonly Roll[] }): JSX.Element {
  const times = timesOf(rolls);
  const most = Math.max(1, ...times);
  return (
    <div class="total-bars">
      {TOTALS.map((total, index) => (
        <div class={`total-bar ${total === 7 ? "seven" : ""}`} key={total}>
          <span>{times[index]}</span>
          <div class="total-column">
            <i style={{ height: `${Math.round((100 * times[index]!) / most)}%` }} />
          </div>
          <b>{total}</b>
        </div>
      ))}
    </div>
  );
}
