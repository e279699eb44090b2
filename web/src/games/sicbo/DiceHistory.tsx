import type { JSX } from "preact";
import { Die } from "../../components/Die";
import { Figure, NoneYet } from "../../components/Statistics";
import { betName, say } from "../../text/say";
import { betOf, diceTally, type Roll } from "./rolls";
import "./dice-history.css";

/** The last rolls, newest on top: the dice, their total, and what they counted as. */
export function DiceHistory({ rolls, rows }: { rolls: readonly Roll[]; rows: number }): JSX.Element {
  if (rolls.length === 0) return <NoneYet />;
  return (
    <ol class="dice-history" aria-label={say("dice.history")}>
      {rolls
        .slice(-rows)
        .reverse()
        .map((roll, index) => (
          <li key={index} class={index === 0 ? "newest" : ""}>
            <span class="dice-history-dice">
              {roll.dice.map((face, place) => (
                <Die face={face} key={place} />
              ))}
            </span>
            <b>{roll.dice.reduce((total, face) => total + face, 0)}</b>
            <i class={`dice-kind ${roll.kind}`}>{betName(betOf(roll.kind))}</i>
          </li>
        ))}
    </ol>
  );
}

/** How often small, big and triples came, and each face. */
export function DiceStatistics({ rolls }: { rolls: readonly Roll[] }): JSX.Element {
  const count = diceTally(rolls);
  const most = Math.max(1, ...count.faces);
  return (
    <div class="statistics">
      <div class="statistics-bar" aria-hidden="true">
        <i class="player" style={{ flexGrow: count.small }} />
        <i class="tie" style={{ flexGrow: count.triple }} />
        <i class="banker" style={{ flexGrow: count.big }} />
      </div>
      <dl class="statistics-list three">
        <Figure kind="player" name={betName("small")} number={count.small} />
        <Figure kind="tie" name={say("statistics.triples")} number={count.triple} />
        <Figure kind="banker" name={betName("big")} number={count.big} />
      </dl>
      <div class="face-bars">
        {count.faces.map((times, index) => (
          <div class="face-bar" key={index}>
            <span>{times}</span>
            <div class="face-column">
              <i style={{ height: `${Math.round((100 * times) / most)}%` }} />
            </div>
            <Die face={index + 1} />
          </div>
        ))}
      </div>
    </div>
  );
}
