import type { JSX } from "preact";
import { say } from "../text/say";
import "./card.css";
import { Court } from "./Court";
import { PIP_PLACES, SUIT_PATH, type Suit } from "./pips";

const INK: Record<Suit, string> = { S: "#15191d", C: "#15191d", H: "#b3161e", D: "#b3161e" };

interface Props {
  code: string | null;
  sideways?: boolean;
  /** It lies there, and nobody could read it. */
  unread?: boolean;
}

/** A card as `QH` (rank, suit), or its back where nobody may know it yet. */
export function Card({ code, sideways = false, unread = false }: Props): JSX.Element {
  const name = code === null ? say(unread ? "card.unread" : "card.back") : cardName(code);
  return (
    <svg class={`card ${sideways ? "sideways" : ""}`} viewBox="-2 -2 254 354" role="img" aria-label={name}>
      <rect width="250" height="350" rx="16" class={code === null ? "card-back" : "card-paper"} />
      {code === null ? <Back unread={unread} sideways={sideways} /> : <Face rank={code[0]!} suit={code[1] as Suit} />}
    </svg>
  );
}

export function cardName(code: string): string {
  return say("card.name", { rank: say(`rank.${code[0]}`), suit: say(`suit.${code[1]}`) });
}

function Face({ rank, suit }: { rank: string; suit: Suit }): JSX.Element {
  const ink = INK[suit];
  return (
    <g fill={ink}>
      <Corner rank={rank} suit={suit} />
      <g transform="rotate(180 125 175)">
        <Corner rank={rank} suit={suit} />
      </g>
      {PIP_PLACES[rank] ? <Pips rank={rank} suit={suit} /> : <Court rank={rank} suit={suit} ink={ink} />}
    </g>
  );
}

function Corner({ rank, suit }: { rank: string; suit: Suit }): JSX.Element {
  return (
    <g>
      <text x="31" y="56" class={`card-rank ${rank === "T" ? "ten" : ""}`}>
        {rank === "T" ? "10" : rank}
      </text>
      <path d={SUIT_PATH[suit]} transform="translate(31 84) scale(.32)" />
    </g>
  );
}

function Pips({ rank, suit }: { rank: string; suit: Suit }): JSX.Element {
  const size = rank === "A" ? 1.25 : 0.44;
  return (
    <>
      {PIP_PLACES[rank]!.map(([x, y]) => (
        <path d={SUIT_PATH[suit]} transform={`translate(${x} ${y}) rotate(${y > 175 ? 180 : 0}) scale(${size})`} />
      ))}
    </>
  );
}

function Back({ unread, sideways }: { unread: boolean; sideways: boolean }): JSX.Element {
  return (
    <g>
      <rect x="14" y="14" width="222" height="322" rx="9" class="card-back-frame" />
      {[0, 1, 2, 3, 4, 5, 6].map((row) =>
        [0, 1, 2, 3].map((column) => (
          <path d={SUIT_PATH.D} class="card-back-mark" transform={`translate(${47 + column * 52} ${46 + row * 43}) scale(.36)`} />
        )),
      )}
      {unread && (
        <g data-testid="unread-card" transform={sideways ? "rotate(-90 125 175)" : undefined}>
          <circle cx="125" cy="175" r="78" class="card-unread" />
          <text x="125" y="216" class="card-question">?</text>
        </g>
      )}
    </g>
  );
}
