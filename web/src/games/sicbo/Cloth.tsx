import type { JSX } from "preact";
import { DieFace } from "../../components/Die";
import { betName, say, type TextKey } from "../../text/say";
import { Area, oddsText } from "../../layouts/Area";
import { Cloth as Drawn } from "../../layouts/Cloth";
import type { LayoutProps } from "../../layouts/props";
import { ems, letters, LINE, NAME_BASE, NAME_LINE, SMALLEST } from "../../layouts/room";
import { DICE_GAP, diceIn, placesOf, type Place } from "./places";

/**
 * An area for every selection of the dice.
 *
 * Rule: SB 2.3; SB 3.9.9; SB diagram A
 */
export function Cloth(props: LayoutProps): JSX.Element {
  return (
    <Drawn layout={props}>
      {(size) => placesOf(size).map((place) => (place.dice.length ? <Diced place={place} layout={props} key={place.bet} /> : <Named place={place} layout={props} key={place.bet} />))}
    </Drawn>
  );
}

interface PlaceProps {
  place: Place;
  layout: LayoutProps;
}

const RANGES: Record<string, TextKey | undefined> = { small: "sicbo.small.range", big: "sicbo.big.range" };

/** Small, big, any triple and the totals: a name, for some what it means, and the odds. */
function Named({ place, layout }: PlaceProps): JSX.Element {
  const { print, chips } = place.room;
  const total = place.bet.split(":")[1];
  const range = RANGES[place.bet];
  const words = total ? [total] : betName(place.bet).split(" ");
  const under = range ? LINE : 0;
  const high = Math.min(...words.map((word) => letters(word, { w: print.w * 0.9, h: (print.h - under) / words.length / NAME_LINE }, 42)));
  const first = print.y + (print.h - under - high * words.length * NAME_LINE) / 2 + high * NAME_BASE;
  return (
    <Area bet={place.bet} box={place.box} kind={total ? "total-area" : place.bet} layout={layout} chips={chips}>
      {words.map((word, index) => (
        <text x={print.x + print.w / 2} y={first + index * high * NAME_LINE} font-size={high} class="area-name" key={index}>
          {word}
        </text>
      ))}
      {range && (
        <text x={print.x + print.w / 2} y={print.y + print.h - 4} font-size={SMALLEST} class="area-odds middle">
          {say(range)}
        </text>
      )}
      <Odds place={place} layout={layout} />
    </Area>
  );
}

function Diced({ place, layout }: PlaceProps): JSX.Element {
  const { print, chips } = place.room;
  const { size, across } = diceIn(print, place.dice.length);
  const long = place.dice.length * (size + DICE_GAP) - DICE_GAP;
  const left = print.x + (print.w - (across ? long : size)) / 2;
  const top = print.y + (print.h - (across ? size : long)) / 2;
  const step = size + DICE_GAP;
  return (
    <Area bet={place.bet} box={place.box} kind="dice-area" layout={layout} chips={chips}>
      {place.dice.map((face, index) => (
        <g transform={`translate(${left + (across ? step * index : 0)} ${top + (across ? 0 : step * index)}) scale(${size / 100})`} key={index}>
          <DieFace face={face} red={face === 1 || face === 4} />
        </g>
      ))}
      <Odds place={place} layout={layout} />
    </Area>
  );
}

/** One line where it is long enough, else one for each of the odds. */
function Odds({ place, layout }: PlaceProps): JSX.Element {
  const { x, y, w, h } = place.room.odds;
  const odds = layout.odds.get(place.bet) ?? [];
  const line = oddsText(odds);
  const fits = ems(line) * SMALLEST <= w;
  const said = fits && h <= w * 0.7 ? [line] : odds.map((one) => oddsText([one]));
  const high = Math.min(...said.map((line) => letters(line, { w, h: h / said.length }, 15)));
  const first = y + (h - high * 1.15 * said.length) / 2 + high * 0.9;
  return (
    <>
      {said.map((line, index) => (
        <text x={x + w / 2} y={first + index * high * 1.15} class="area-odds middle" font-size={high} key={line}>
          {line}
        </text>
      ))}
    </>
  );
}
