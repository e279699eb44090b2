import type { JSX } from "preact";
import { betName } from "../../text/say";
import { Area, payText, roomText } from "../../layouts/Area";
import { Cloth as Drawn } from "../../layouts/Cloth";
import type { Box, LayoutProps } from "../../layouts/props";
import { beside, ems, letters, LINE, NAME_BASE, NAME_LINE, SMALLEST, stacked } from "../../layouts/room";
import type { Size } from "../../layouts/sized";

interface Place {
  bet: string;
  box: Box;
  kind: string;
  /** How high the letters of its name may be. */
  most: number;
}

const GAP = 4;
/** Of the cloth's height and width: the row of pairs and the tie, the tie between the pairs. */
const UPPER = 0.39;
const TIE = 0.4;

function placesOf({ w, h }: Size): readonly Place[] {
  const upper = Math.round(h * UPPER);
  const lower = h - upper - GAP;
  const tie = Math.round(w * TIE);
  const pair = (w - tie - 2 * GAP) / 2;
  const half = (w - GAP) / 2;
  return [
    { bet: "player_pair", box: { x: 0, y: 0, w: pair, h: upper }, kind: "player small-area", most: 28 },
    { bet: "tie", box: { x: pair + GAP, y: 0, w: tie, h: upper }, kind: "tie", most: 40 },
    { bet: "banker_pair", box: { x: w - pair, y: 0, w: pair, h: upper }, kind: "banker small-area", most: 28 },
    { bet: "player", box: { x: 0, y: upper + GAP, w: half, h: lower }, kind: "player", most: 56 },
    { bet: "banker", box: { x: w - half, y: upper + GAP, w: half, h: lower }, kind: "banker", most: 56 },
  ];
}

export function Cloth(props: LayoutProps): JSX.Element {
  return <Drawn layout={props}>{(size) => placesOf(size).map((place) => <Side place={place} layout={props} key={place.bet} />)}</Drawn>;
}

const LOW = 92;
/** What the two words at the foot of an area keep clear beside and between them. */
const FOOT_EDGE = 28;

/**
 * A bet with what it pays; a side of the differential with how much more it takes now.
 *
 * Rule: LT Diagram A:11; LT Diagram A:12; LT Diagram B:11; LT Diagram B:12
 */
function Side({ place, layout }: { place: Place; layout: LayoutProps }): JSX.Element {
  const { bet, box, kind, most } = place;
  const [more, pays] = [roomText(layout.room.get(bet)), payText(bet, layout)];
  const lines = ems(`${more} ${pays}`) * SMALLEST > box.w - FOOT_EDGE ? 2 : 1;
  const { print, odds, chips } = lines === 1 && box.h < LOW && box.w > 150 ? beside(box, 0.6) : stacked(box, 0.42, lines);
  const name = betName(bet);
  const high = letters(name, { w: print.w - 8, h: print.h / NAME_LINE }, most);
  const small = lines === 1 ? Math.max(SMALLEST, Math.min(18, box.h * 0.1)) : SMALLEST;
  const first = odds.y + (LINE + SMALLEST * 0.5) / 2;
  return (
    <Area bet={bet} box={box} kind={kind} layout={layout} chips={chips}>
      <text x={print.x + print.w / 2} y={print.y + (print.h - high * NAME_LINE) / 2 + high * NAME_BASE} font-size={high} class="area-name">
        {name}
      </text>
      <text x={odds.x + 6} y={first} class="area-odds" font-size={small} data-room={layout.room.get(bet)}>
        {more}
      </text>
      <text x={odds.x + odds.w - 6} y={first + (lines - 1) * LINE} class="area-odds" font-size={small} text-anchor="end">
        {pays}
      </text>
    </Area>
  );
}
