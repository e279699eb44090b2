import type { JSX } from "preact";
import { gameOf } from "../../games/find";
import type { OwnRound } from "../../generated/feed";
import { figure } from "../../money";
import { tableThen } from "../../table/past";
import { betName, say } from "../../text/say";
import { clockTime } from "../../text/when";
import type { PlayerModel } from "./model";
import { change } from "./news";

/** A guest's own last rounds: what came, and what each of his wagers brought him. */
export function OwnRounds({ model, rounds }: { model: PlayerModel; rounds: readonly OwnRound[] }): JSX.Element {
  if (rounds.length === 0) return <p>{say("rounds.none")}</p>;
  return (
    <ol class="own-rounds" data-testid="own-rounds">
      {rounds.map((round) => (
        <Own model={model} round={round} key={`${round.table} ${round.result.round}`} />
      ))}
    </ol>
  );
}

function Own({ model, round: { table: name, at, result, staked, returned, wagers } }: { model: PlayerModel; round: OwnRound }): JSX.Element {
  const table = model.table(name);
  const { Glance, headline } = gameOf(table ?? { game: "" });
  return (
    <li data-own={result.round} data-net={returned - staked}>
      <p class="own-head">
        <span>
          {clockTime(at)} · {name} {say("round.number", { n: result.round })}
        </span>
        <b>{result.void ? say("stage.void") : headline(result)}</b>
        {result.corrected && !result.void && <i>{say("stage.corrected")}</i>}
      </p>
      {table && !result.void && <Glance table={tableThen(table, result)} held={result} />}
      <p class="own-wagers">
        {wagers.map((wager) => (
          <span key={wager.bet}>
            {betName(wager.bet)} {figure(wager.amount)} <b class={tone(wager.returned - wager.amount)}>{change(wager.returned - wager.amount)}</b>
          </span>
        ))}
        <strong>{say("rounds.money", { staked: figure(staked), returned: figure(returned), net: change(returned - staked) })}</strong>
      </p>
    </li>
  );
}

const tone = (cents: number): string => (cents > 0 ? "won" : cents < 0 ? "lost" : "");
