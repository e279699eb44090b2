import type { JSX } from "preact";
import { DieFace } from "../../components/Die";
import type { Box } from "../../layouts/props";
import { fitted, LINE_HIGH } from "./words";

interface WordsProps {
  text: string;
  box: Box;
  most: number;
  kind?: string;
  lines?: number;
}

/** A name in the middle of its room, as large as it looks well. */
export function Words({ text, box, most, kind = "area-figure", lines = 2 }: WordsProps): JSX.Element {
  const { lines: said, size } = fitted(text, box, most, lines);
  const first = box.y + (box.h - said.length * size * LINE_HIGH) / 2 + size * 0.93;
  return (
    <>
      {said.map((line, index) => (
        <text x={box.x + box.w / 2} y={first + index * size * LINE_HIGH} font-size={size} class={kind} key={line}>
          {line}
        </text>
      ))}
    </>
  );
}

const GAP = 3;

/** Dice beside each other in the middle of a room. */
export function DiceIn({ faces, box, most }: { faces: readonly number[]; box: Box; most: number }): JSX.Element {
  const size = Math.max(13, Math.min(most, box.h, (box.w - GAP * (faces.length - 1)) / faces.length));
  const left = box.x + (box.w - faces.length * size - GAP * (faces.length - 1)) / 2;
  const top = box.y + (box.h - size) / 2;
  return (
    <>
      {faces.map((face, index) => (
        <g transform={`translate(${left + index * (size + GAP)} ${top}) scale(${size / 100})`} key={index}>
          <DieFace face={face} red={false} />
        </g>
      ))}
    </>
  );
}

const PUCK_MOST = 19;

/** The puck: white and ON at the point, black and OFF before a come out roll. */
export function Puck({ on, text, box }: { on: boolean; text: string; box: Box }): JSX.Element {
  const radius = Math.min(PUCK_MOST, box.h / 2 - 1, box.w / 2 - 1);
  const [x, y] = [box.x + box.w / 2, box.y + box.h / 2];
  return (
    <g class={`puck ${on ? "on" : "off"}`} data-testid="puck" data-puck={on ? "on" : "off"}>
      <circle cx={x} cy={y} r={radius} class="puck-body" />
      <circle cx={x} cy={y} r={radius - 3} class="puck-rim" />
      <text x={x} y={y + 4.4} font-size={12} class="puck-word">
        {text}
      </text>
    </g>
  );
}
