import type { JSX } from "preact";
import { oddsText } from "../../layouts/Area";
import type { Box } from "../../layouts/props";
import { ems } from "../../layouts/room";
import type { Size } from "../../layouts/sized";
import type { Finger } from "../../layouts/touch";
import { betName } from "../../text/say";

interface Props {
  finger: Finger;
  bet: string;
  odds: readonly string[] | undefined;
  size: Size;
  element: SVGSVGElement;
  /** What the bet covers. */
  lit: readonly Box[];
}

const RADIUS = 66;
const TIMES = 2;
const LIFT = RADIUS + 46;
const LABEL = 17;

/** A glass over the finger: what lies under it, larger, with the name of the bet and what it pays. */
export function Lens({ finger, bet, odds, size, element, lit }: Props): JSX.Element {
  const { left, top } = element.getBoundingClientRect();
  const x = finger.x - left;
  const y = finger.y - top;
  const text = `${betName(bet)} · ${oddsText(odds)}`;
  const wide = ems(text) * LABEL + 28;
  const half = Math.max(RADIUS, wide / 2);
  const middle = Math.min(Math.max(x, half), size.w - half);
  const over = y - LIFT < RADIUS ? y + LIFT : y - LIFT;
  return (
    <g class="lens" data-testid="lens" data-lens={bet}>
      {lit.map((box) => (
        <rect {...sized(box)} rx="8" class="lit" key={`${box.x} ${box.y}`} />
      ))}
      <clipPath id="lens-glass">
        <circle cx={middle} cy={over} r={RADIUS} />
      </clipPath>
      <g clip-path="url(#lens-glass)">
        <circle cx={middle} cy={over} r={RADIUS} class="lens-ground" />
        <g transform={`translate(${middle - x * TIMES} ${over - y * TIMES}) scale(${TIMES})`}>
          <use href="#roulette-areas" />
          {lit.map((box) => (
            <rect {...sized(box)} rx="8" class="lit" key={`${box.x} ${box.y}`} />
          ))}
        </g>
      </g>
      <circle cx={middle} cy={over} r={RADIUS} class="lens-rim" />
      <path d={`M${middle - 8} ${over}H${middle + 8}M${middle} ${over - 8}V${over + 8}`} class="lens-cross" />
      <rect x={middle - wide / 2} y={over + RADIUS - 14} width={wide} height={LABEL + 15} rx="14" class="lens-label" />
      <text x={middle} y={over + RADIUS + 8} font-size={LABEL} class="lens-name">
        {text}
      </text>
    </g>
  );
}

function sized({ x, y, w, h }: Box): { x: number; y: number; width: number; height: number } {
  return { x: x + 1, y: y + 1, width: w - 2, height: h - 2 };
}
