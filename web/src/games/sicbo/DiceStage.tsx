import type { JSX } from "preact";
import { Dice, TumblingDice } from "../../components/Die";
import { StageWord, stageWord } from "../../components/StageWord";
import { say } from "../../text/say";
import type { StageProps } from "../game";
import "./dice-stage.css";

/** The dice of a table: rolling, or as they last lay, with their total as the server counted it. */
export function DiceStage({ table, held, moving = false }: StageProps): JSX.Element {
  if (moving) {
    return (
      <div class={`dice-stage rolling ${table.suspended ? "still" : ""}`} data-testid="rolling">
        <TumblingDice />
        {!table.suspended && <b class="dice-rolling">{say("dice.rolling")}</b>}
      </div>
    );
  }
  const shows = held ?? table.results.findLast((result) => result.dice.length > 0);
  const word = shows && stageWord(shows);
  return (
    <div class={`dice-stage ${held ? "fresh" : ""}`}>
      {shows && shows.dice.length > 0 && <Dice faces={shows.dice} key={shows.round} />}
      {shows && (
        <div class="dice-sum">
          {shows.dice.length > 0 && <b class="dice-total" data-testid="dice-total">{shows.points[0]}</b>}
          {word && <StageWord word={word} />}
        </div>
      )}
    </div>
  );
}
