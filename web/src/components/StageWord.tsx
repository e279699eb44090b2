import type { JSX } from "preact";
import type { Result } from "../generated/feed";
import { say } from "../text/say";
import "./stage-word.css";

export type Word = "corrected" | "void";

/** What is to be said beside an outcome: that it does not count, or that it is not the one first paid. */
export function stageWord({ corrected, void: reason }: Result): Word | null {
  if (reason) return "void";
  return corrected ? "corrected" : null;
}

export function StageWord({ word }: { word: Word }): JSX.Element {
  return (
    <b class={`stage-word ${word}`} role="status" data-testid="stage-word" data-word={word}>
      {say(`stage.${word}`)}
    </b>
  );
}
