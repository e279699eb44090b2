import type { JSX } from "preact";
import { DieFace } from "../components/Die";
import { betName, say } from "../text/say";
import { Area, oddsText } from "./Area";
import type { Box, LayoutProps } from "./props";
import "./layout.css";
import { useLayoutTouch } from "./touch";

/** The classic layout: small and big outside, doubles and triples between, totals, pairs of faces, faces. */

interface Place {
  bet: string;
  box: Box;
  dice: readonly number[];
}

const TOP = 196;
const TOTALS_Y = 202;
const TOTALS_H = 112;
const COMBOS_Y = 320;
const COMBOS_H = 112;
const FACES_Y = 438;
const FACES_H = 102;
const FACES = [1, 2, 3, 4, 5, 6] as const;

const across = (index: number, count: number): { x: number; w: number } => ({ x: (1000 / count) * index, w: 1000 / count });

const OUTSIDE: readonly Place[] = [
  { bet: "small", box: { x: 0, y: 0, w: 168, h: TOP }, dice: [] },
  { bet: "big", box: { x: 832, y: 0, w: 168, h: TOP }, dice: [] },
];

const DOUBLES: readonly Place[] = FACES.map((face) => ({
  bet: `double:${face}`,
  box: { x: (face <= 3 ? 170 : 640) + ((face - 1) % 3) * 63.3, y: 0, w: 63.3, h: TOP },
  dice: [face, face],
}));

const TRIPLES: readonly Place[] = FACES.map((face) => ({
  bet: `triple:${face}`,
  box: { x: face <= 3 ? 362 : 550, y: ((face - 1) % 3) * (TOP / 3), w: 88, h: TOP / 3 },
  dice: [face, face, face],
}));

const ANY: Place = { bet: "any_triple", box: { x: 452, y: 0, w: 96, h: TOP }, dice: [] };

const TOTALS: readonly Place[] = Array.from({ length: 14 }, (_, index) => ({
  bet: `total:${index + 4}`,
  box: { ...across(index, 14), y: TOTALS_Y, h: TOTALS_H },
  dice: [],
}));

const PAIRS = FACES.flatMap((a) => FACES.filter((b) => b > a).map((b) => [a, b] as const));
const COMBOS: readonly Place[] = PAIRS.map(([a, b], index) => ({
  bet: `combo:${a}-${b}`,
  box: { ...across(index, 15), y: COMBOS_Y, h: COMBOS_H },
  dice: [a, b],
}));

const NUMBERS: readonly Place[] = FACES.map((face) => ({
  bet: `number:${face}`,
  box: { ...across(face - 1, 6), y: FACES_Y, h: FACES_H },
  dice: [face],
}));

export const SIC_BO_BETS = [...OUTSIDE, ...DOUBLES, ...TRIPLES, ANY, ...TOTALS, ...COMBOS, ...NUMBERS].map((place) => place.bet);

export function SicBoLayout(props: LayoutProps): JSX.Element {
  const events = useLayoutTouch(props.touch, (bet) => props.laid.has(bet));
  return (
    <svg class="layout" viewBox="-4 -4 1008 548" {...events}>
      {OUTSIDE.map((place) => (
        <Outside place={place} layout={props} key={place.bet} />
      ))}
      {DOUBLES.map((place) => (
        <Stacked place={place} layout={props} key={place.bet} />
      ))}
      {TRIPLES.map((place) => (
        <Triple place={place} layout={props} key={place.bet} />
      ))}
      <AnyTriple layout={props} />
      {TOTALS.map((place) => (
        <Total place={place} layout={props} key={place.bet} />
      ))}
      {COMBOS.map((place) => (
        <Stacked place={place} layout={props} key={place.bet} />
      ))}
      {NUMBERS.map((place) => (
        <Number place={place} layout={props} key={place.bet} />
      ))}
    </svg>
  );
}

interface Drawn {
  place: Place;
  layout: LayoutProps;
}

function Odds({ place, layout, size = 14, y }: Drawn & { size?: number; y?: number }): JSX.Element {
  const { x, w, h } = place.box;
  return (
    <text x={x + w / 2} y={y ?? place.box.y + h - 9} class="area-odds middle" font-size={size}>
      {oddsText(layout.odds.get(place.bet))}
    </text>
  );
}

function Faces({ faces, x, y, size, gap }: { faces: readonly number[]; x: number; y: number; size: number; gap: readonly [number, number] }): JSX.Element {
  return (
    <>
      {faces.map((face, index) => (
        <g transform={`translate(${x + gap[0] * index} ${y + gap[1] * index}) scale(${size / 100})`} key={index}>
          <DieFace face={face} red={face === 1 || face === 4} />
        </g>
      ))}
    </>
  );
}

function Outside({ place, layout }: Drawn): JSX.Element {
  const { x, w } = place.box;
  return (
    <Area bet={place.bet} box={place.box} kind={place.bet} layout={layout} chipSize={82} chipAt={[0.5, 0.62]}>
      <text x={x + w / 2} y="52" font-size="40" class="area-name">
        {betName(place.bet)}
      </text>
      <text x={x + w / 2} y="80" font-size="17" class="area-odds middle">
        {say(place.bet === "small" ? "sicbo.small.range" : "sicbo.big.range")}
      </text>
      <Odds place={place} layout={layout} size={19} y={TOP - 18} />
    </Area>
  );
}

/** Two dice above each other: doubles and pairs of faces. */
function Stacked({ place, layout }: Drawn): JSX.Element {
  const { x, y, w, h } = place.box;
  const size = h > 150 ? 46 : 38;
  const top = y + (h - 24 - 2 * size - 6) / 2;
  return (
    <Area bet={place.bet} box={place.box} kind="dice-area" layout={layout} chipSize={52} chipAt={[0.5, 0.44]}>
      <Faces faces={place.dice} x={x + (w - size) / 2} y={top} size={size} gap={[0, size + 5]} />
      <Odds place={place} layout={layout} size={13.5} />
    </Area>
  );
}

function Triple({ place, layout }: Drawn): JSX.Element {
  const { x, y } = place.box;
  return (
    <Area bet={place.bet} box={place.box} kind="dice-area" layout={layout} chipSize={46} chipAt={[0.5, 0.45]}>
      <Faces faces={place.dice} x={x + 8} y={y + 11} size={23} gap={[25, 0]} />
      <Odds place={place} layout={layout} size={13} y={y + 53} />
    </Area>
  );
}

function AnyTriple({ layout }: { layout: LayoutProps }): JSX.Element {
  const { x, w } = ANY.box;
  const words = betName("any_triple").split(" ");
  return (
    <Area bet={ANY.bet} box={ANY.box} kind="dice-area" layout={layout} chipSize={64} chipAt={[0.5, 0.6]}>
      {words.map((word, index) => (
        <text x={x + w / 2} y={40 + index * 33} font-size="24" class="area-name" key={index}>
          {word}
        </text>
      ))}
      <Odds place={ANY} layout={layout} size={17} y={TOP - 18} />
    </Area>
  );
}

function Total({ place, layout }: Drawn): JSX.Element {
  const { x, y, w } = place.box;
  return (
    <Area bet={place.bet} box={place.box} kind="total-area" layout={layout} chipSize={52} chipAt={[0.5, 0.45]}>
      <text x={x + w / 2} y={y + 62} font-size="42" class="area-name">
        {place.bet.split(":")[1]}
      </text>
      <Odds place={place} layout={layout} />
    </Area>
  );
}

function Number({ place, layout }: Drawn): JSX.Element {
  const { x, y, w } = place.box;
  return (
    <Area bet={place.bet} box={place.box} kind="dice-area" layout={layout} chipSize={56} chipAt={[0.78, 0.42]}>
      <Faces faces={place.dice} x={x + w / 2 - 31} y={y + 8} size={62} gap={[0, 0]} />
      <Odds place={place} layout={layout} size={13.5} />
    </Area>
  );
}
