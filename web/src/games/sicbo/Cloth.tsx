import type { JSX } from "preact";
import { DieFace } from "../../components/Die";
import { isNarrow } from "../../narrow";
import { betName, say, type TextKey } from "../../text/say";
import { Area, oddsText } from "../../layouts/Area";
import type { LayoutProps } from "../../layouts/props";
import { TALL, WIDE, type Look, type Place } from "./places";
import "../../layouts/layout.css";
import { useLayoutTouch } from "../../layouts/touch";

export function Cloth(props: LayoutProps): JSX.Element {
  const events = useLayoutTouch(props.touch, (bet) => props.laid.has(bet));
  const cloth = isNarrow.value ? TALL : WIDE;
  return (
    <svg class="layout" viewBox={cloth.viewBox} {...events}>
      {cloth.named.flatMap(({ look, places }) => places.map((place) => <Named place={place} look={look} layout={props} key={place.bet} />))}
      {cloth.diced.flatMap(({ look, places }) => places.map((place) => <Diced place={place} look={look} layout={props} key={place.bet} />))}
    </svg>
  );
}

interface Drawn {
  place: Place;
  look: Look;
  layout: LayoutProps;
}

const RANGES: Record<string, TextKey | undefined> = { small: "sicbo.small.range", big: "sicbo.big.range" };

/** Small, big, any triple and the totals: a name, for some what it means, and the odds. */
function Named({ place, look, layout }: Drawn): JSX.Element {
  const { x, y, w } = place.box;
  const total = place.bet.split(":")[1];
  const words = total ? [total] : betName(place.bet).split(" ");
  const { size } = look;
  const top = y + (look.top ?? 0);
  const range = RANGES[place.bet];
  return (
    <Area bet={place.bet} box={place.box} kind={total ? "total-area" : place.bet} layout={layout} chipSize={look.chip} chipAt={look.chipAt}>
      {words.map((word, index) => (
        <text x={x + w / 2} y={top + index * size * 1.3} font-size={size} class="area-name" key={index}>
          {word}
        </text>
      ))}
      {range && (
        <text x={x + w / 2} y={top + size * 0.7} font-size={look.odds * 0.9} class="area-odds middle">
          {say(range)}
        </text>
      )}
      <Odds place={place} look={look} layout={layout} />
    </Area>
  );
}

const GAP = 5;
/** What the odds take from the height the dice stand in the middle of. */
const ODDS_HEIGHT = 15;

function Diced({ place, look, layout }: Drawn): JSX.Element {
  const { x, y, w, h } = place.box;
  const { size, across = false, foot } = look;
  const gap = across ? GAP / 2 : GAP;
  const long = place.dice.length * (size + gap) - gap;
  const left = x + (foot === undefined ? w * 0.6 : w) / 2 - (across ? long : size) / 2;
  const top = y + (h - (foot === undefined ? 0 : foot + ODDS_HEIGHT) - (across ? size : long)) / 2;
  return (
    <Area bet={place.bet} box={place.box} kind="dice-area" layout={layout} chipSize={look.chip} chipAt={look.chipAt}>
      {place.dice.map((face, index) => (
        <g transform={`translate(${left + (across ? (size + gap) * index : 0)} ${top + (across ? 0 : (size + gap) * index)}) scale(${size / 100})`} key={index}>
          <DieFace face={face} red={face === 1 || face === 4} />
        </g>
      ))}
      <Odds place={place} look={look} layout={layout} />
    </Area>
  );
}

function Odds({ place, look, layout }: Drawn): JSX.Element {
  const { x, y, w, h } = place.box;
  const odds = layout.odds.get(place.bet) ?? [];
  if (look.foot !== undefined) {
    return (
      <text x={x + w / 2} y={y + h - look.foot} class="area-odds middle" font-size={look.odds}>
        {oddsText(odds)}
      </text>
    );
  }
  const line = look.odds * 1.25;
  return (
    <>
      {odds.map((one, index) => (
        <text x={x + w * 0.72} y={y + h / 2 + (index - (odds.length - 1) / 2) * line + look.odds * 0.35} class="area-odds middle" font-size={look.odds} key={one}>
          {oddsText([one])}
        </text>
      ))}
    </>
  );
}
