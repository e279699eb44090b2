import type { JSX } from "preact";
import { NoneYet } from "../../components/Statistics";
import { betName, say } from "../../text/say";
import type { PastProps } from "../game";
import { hotAndCold, numbersIn, pairsOf, thirdsOf, type Often, type Pair } from "./tallies";
import { colourOf } from "./wheel";
import "./past.css";

/** What came: the last numbers, and what players count of them.  It is history and says nothing of the next spin. */
export function Past({ table, wide = false }: PastProps): JSX.Element {
  const numbers = numbersIn(table.results);
  const { hot, cold } = hotAndCold(numbers, wide ? 4 : 3);
  return (
    <div class={`numbers-past ${wide ? "wide" : ""}`}>
      <section>
        <h3 class="label">{say("roulette.last")}</h3>
        <Last numbers={numbers} count={wide ? 15 : 14} />
        {numbers.length > 0 && (
          <>
            <Frequent title={say("roulette.hot")} numbers={hot} />
            <Frequent title={say("roulette.cold")} numbers={cold} />
          </>
        )}
      </section>
      <section>
        <h3 class="label">{say("roulette.counted", { n: numbers.length })}</h3>
        {pairsOf(numbers).map((pair) => (
          <Balance pair={pair} key={pair.bets[0]} />
        ))}
        {thirdsOf(numbers).map(({ family, times }) => (
          <dl class="thirds" key={family}>
            {times.map((count, index) => (
              <div key={index}>
                <dt>{say(`roulette.${family}.short`, { a: index + 1 })}</dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
        ))}
        <p class="history-only">{say("roulette.history_only")}</p>
      </section>
    </div>
  );
}

/** Newest first. */
function Last({ numbers, count }: { numbers: readonly number[]; count: number }): JSX.Element {
  if (numbers.length === 0) return <NoneYet />;
  return (
    <ol class="last-numbers" data-testid="last-numbers">
      {numbers
        .slice(-count)
        .reverse()
        .map((number, index) => (
          <li class={`last-number ${colourOf(number)} ${index === 0 ? "newest" : ""}`} key={index}>
            {number}
          </li>
        ))}
    </ol>
  );
}

function Balance({ pair: { bets, times } }: { pair: Pair }): JSX.Element {
  const [first, second] = bets;
  return (
    <div class="balance">
      <span>{betName(first)}</span>
      <b>{times[0]}</b>
      <i class="balance-bar" aria-hidden="true">
        <i class={first} style={{ flexGrow: times[0] }} />
        <i class={second} style={{ flexGrow: times[1] }} />
      </i>
      <b>{times[1]}</b>
      <span>{betName(second)}</span>
    </div>
  );
}

function Frequent({ title, numbers }: { title: string; numbers: readonly Often[] }): JSX.Element {
  return (
    <div class="frequent">
      <span>{title}</span>
      {numbers.map(({ number, times }) => (
        <span class="frequent-number" key={number}>
          <i class={`last-number ${colourOf(number)}`}>{number}</i>
          {say("roulette.times", { n: times })}
        </span>
      ))}
    </div>
  );
}
