import type { ComponentChildren, JSX } from "preact";
import type { StageProps } from "../games/game";
import { say } from "../text/say";
import { Dice, TumblingDice } from "./Die";
import { StageWord, stageWord } from "./StageWord";
import "./dice-stage.css";

interface Props extends StageProps {
  count: number;
  /** What is told beside the dice, whether they roll or lie. */
  children?: ComponentChildren;
}

/** The dice of a table: rolling, or as they last lay, with their total as the server counted it. */
export function DiceStage({ table, held, moving = false, count, children }: Props): JSX.Element {
  if (moving) {
    return (
      <div class={`dice-stage rolling ${table.suspended ? "still" : ""}`} data-testid="rolling">
        {children}
        <TumblingDice count={count} />
        {!table.suspended && <b class="dice-rolling">{say("dice.rolling")}</b>}
      </div>
    );
  }
  const shows = held ?? table.results.findLast((result) => result.dice.length > 0);
  const word = shows && stageWord(shows);
  return (
    <div class={`dice-stage ${held ? "fresh" : ""}`}>
      {children}
      {!shows && <DicePlaces count={count} />}
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

/** Where dice will lie: before the first roll a table would look as if something were missing. */
function DicePlaces({ count }: { count: number }): JSX.Element {
  return (
    <div class="dice" aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        <span class="die-place" key={place} />
      ))}
    </div>
  );
}
