import type { JSX } from "preact";
import { pile, topChip, type Denomination } from "../chips";
import { onChip, type Cents } from "../money";
import "./chip.css";

/** A chip seen from above, drawn around the middle of its own 100 × 100. */
export function ChipFace({ chip, text }: { chip: Denomination; text: string }): JSX.Element {
  const size = text.length > 4 ? 20 : text.length > 3 ? 24 : text.length > 2 ? 28 : 34;
  return (
    <g>
      <circle r="48" fill={chip.clay} stroke="#0009" stroke-width="2" />
      <circle r="42" fill="none" stroke={chip.inlay} stroke-width="9" stroke-dasharray="16.5 27.48" transform="rotate(-11)" />
      <circle r="34" fill={chip.clay} stroke={chip.inlay} stroke-width="1.5" stroke-opacity=".7" />
      <circle r="28" fill={chip.inlay} />
      {text && <text class="chip-text" y={size * 0.36} font-size={size} fill={darkened(chip)}>
        {text}
      </text>}
    </g>
  );
}

function darkened(chip: Denomination): string {
  return `color-mix(in srgb, ${chip.clay} 55%, #000)`;
}

export type ChipLook = "staged" | "confirmed" | "standing" | "pending" | "winning" | "losing";

interface PileProps {
  amount: Cents;
  look: ChipLook;
  /** Shown instead of the amount, once it is paid. */
  won?: Cents | undefined;
  size?: number;
}

/** A wager on the layout, in pixels: its pile, its exact amount on a label one can read, and how sure it is. */
export function ChipPile({ amount, look, won, size = 56 }: PileProps): JSX.Element {
  const chips = pile(amount, 4);
  const top = topChip(amount);
  const scale = size / 100;
  return (
    <g class={`chip-pile ${look}`} data-amount={amount} data-won={won} data-look={look}>
      <g class="chip-clay">
        {chips.slice(0, -1).map((chip, index) => (
          <g transform={`translate(0 ${-index * 5 * scale}) scale(${scale})`} key={index}>
            <circle r="48" fill={chip.clay} stroke="#000a" stroke-width="3" />
          </g>
        ))}
      </g>
      <g transform={`translate(0 ${-Math.max(0, chips.length - 1) * 5 * scale})`}>
        <g class="chip-clay" transform={`scale(${scale})`}>
          <ChipFace chip={top} text="" />
        </g>
        <Amount text={won === undefined ? onChip(amount) : wonText(won)} size={size} />
        <g transform={`scale(${scale})`}>
          {look === "pending" && <circle r="53" class="chip-pending" />}
          {look === "confirmed" && <Lock />}
        </g>
      </g>
    </g>
  );
}

const lettersOn = (size: number): number => Math.max(12, Math.min(size * 0.3, 22));

/** How wide an amount is on a chip, whose edge it may pass. */
function wideOn(text: string, size: number): number {
  return text.length * lettersOn(size) * 0.62 + 6;
}

/** Whether what was won can be read on a chip in so much room. */
export function isRoomForWon(won: Cents, { w, h }: { w: number; h: number }): boolean {
  return wideOn(wonText(won), Math.min(w, h)) <= w;
}

const wonText = (won: Cents): string => `+${onChip(won)}`;

/** However small a chip lies on a crowded cloth, its amount is not. */
function Amount({ text, size }: { text: string; size: number }): JSX.Element {
  const letters = lettersOn(size);
  const wide = Math.max(size * 0.56, wideOn(text, size));
  return (
    <>
      <rect x={-wide / 2} y={-letters * 0.6} width={wide} height={letters * 1.2} rx={letters * 0.5} class="chip-label" />
      <text class="chip-amount" y={letters * 0.36} font-size={letters}>
        {text}
      </text>
    </>
  );
}

/** A confirmed wager is marked by a shape, not by colour alone. */
function Lock(): JSX.Element {
  return (
    <g transform="translate(34 -34)" class="chip-lock">
      <circle r="20" />
      <path d="M-8-1H8V10H-8ZM-5-1V-5A5 5 0 0 1 5-5V-1" />
    </g>
  );
}
