import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { say } from "../text/say";
import { Card } from "./Card";
import { SUIT_PATH, type Suit } from "./pips";

const RANKS = [..."A23456789TJQK"];
const SUITS: readonly Suit[] = ["S", "H", "D", "C"];

interface CardProps {
  cards: readonly string[];
  most: number;
  pick: (cards: readonly string[]) => void;
}

/** Keys cards by touch, in the order they were dealt: a suit, then ranks. */
export function CardPicker({ cards, most, pick }: CardProps): JSX.Element {
  const suit = useSignal<Suit>("S");
  const add = (rank: string) => (): void => {
    if (cards.length < most) pick([...cards, `${rank}${suit.value}`]);
  };
  return (
    <div class="picker">
      <span class="label">{say(most === 1 ? "picker.card" : "picker.cards")}</span>
      <div class="picked-cards">
        {cards.map((card, index) => (
          <div class="picked-card" key={index}>
            <Card code={card} />
          </div>
        ))}
        <button type="button" class="button quiet" disabled={cards.length === 0} onClick={() => pick(cards.slice(0, -1))}>
          {say("picker.back")}
        </button>
      </div>
      <div class="picker-row">
        {SUITS.map((one) => (
          <button type="button" class={`button suit ${one}`} aria-pressed={suit.value === one} aria-label={say(`suit.${one}`)} onClick={() => (suit.value = one)} key={one}>
            <svg viewBox="-50 -52 100 104" aria-hidden="true">
              <path d={SUIT_PATH[one]} />
            </svg>
          </button>
        ))}
      </div>
      <div class="picker-row">
        {RANKS.map((rank) => (
          <button type="button" class="button rank" onClick={add(rank)} data-rank={rank} key={rank}>
            {rank === "T" ? "10" : rank}
          </button>
        ))}
      </div>
    </div>
  );
}
