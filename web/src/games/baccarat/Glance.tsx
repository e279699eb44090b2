import type { JSX } from "preact";
import type { StageProps } from "../game";
import { betName, say } from "../../text/say";
import { cardName } from "../../components/Card";
import { shownNow } from "./Hands";
import "./hands.css";

const SUITS: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** Both hands in one line, for somebody who looks at many tables. */
export function Glance({ table, held }: StageProps): JSX.Element {
  const { cards, points } = shownNow(table, held);
  return (
    <div class="glance-hands">
      <Hand side="player" cards={cards.player} points={points.player} />
      <Hand side="banker" cards={cards.banker} points={points.banker} />
    </div>
  );
}

function Hand({ side, cards, points }: { side: "player" | "banker"; cards: readonly (string | null)[]; points: number }): JSX.Element {
  return (
    <span class={`glance-hand ${side}`} aria-label={[betName(side), ...cards.map((code) => (code ? cardName(code) : say("card.unread")))].join(say("list.between"))}>
      <b>{points < 0 ? "–" : points}</b>
      {cards.map((code) => (
        <i class={code && "HD".includes(code[1]!) ? "red" : ""} key={code}>
          {code ? short(code) : "?"}
        </i>
      ))}
    </span>
  );
}

function short(code: string): string {
  return `${code[0] === "T" ? "10" : code[0]}${SUITS[code[1]!]}`;
}
