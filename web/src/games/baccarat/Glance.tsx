import type { JSX } from "preact";
import type { StageProps } from "../game";
import { betName } from "../../text/say";
import { cardName } from "../../components/Card";
import { shownNow } from "./Hands";
import "./hands.css";

const SUITS: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** Both hands in one line, for somebody who looks at many tables. */
export function Glance({ table, held }: StageProps): JSX.Element {
  const { player, banker, points } = shownNow(table, held);
  return (
    <div class="glance-hands">
      <Hand side="player" cards={player} points={points[0]} />
      <Hand side="banker" cards={banker} points={points[1]} />
    </div>
  );
}

function Hand({ side, cards, points }: { side: "player" | "banker"; cards: readonly string[]; points: number }): JSX.Element {
  return (
    <span class={`glance-hand ${side}`} aria-label={[betName(side), ...cards.map(cardName)].join(", ")}>
      <b>{points < 0 ? "–" : points}</b>
      {cards.map((code) => (
        <i class={code[1] === "H" || code[1] === "D" ? "red" : ""} key={code}>
          {code[0] === "T" ? "10" : code[0]}
          {SUITS[code[1]!]}
        </i>
      ))}
    </span>
  );
}
