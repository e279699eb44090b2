import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { ChipPile, isRoomForWon } from "../../components/Chip";
import { Area } from "../../layouts/Area";
import { Cloth as Drawn } from "../../layouts/Cloth";
import { useKept, type Keep } from "../../layouts/kept";
import type { Box, LayoutProps } from "../../layouts/props";
import { ems, letters, SMALLEST } from "../../layouts/room";
import type { Size } from "../../layouts/sized";
import type { Finger } from "../../layouts/touch";
import { betName, say } from "../../text/say";
import { language } from "../../text/spoken";
import { arranged, type Arrangement } from "./arranged";
import { Lens } from "./Lens";
import { numbersOf, type Place } from "./places";
import type { Part } from "./track";
import { colourOf } from "./wheel";
import "./roulette.css";

/** The cloth and the race track: both where there is room, else one of them and a key for the other. */
export function Cloth(props: LayoutProps): JSX.Element {
  const finger = useSignal<Finger | null>(null);
  const raced = useSignal(false);
  const keep = useKept();
  return (
    <div class="roulette-cloth">
      <Drawn layout={props} follow={(at) => (finger.value = at)}>
        {(size, element) => <Printed size={size} element={element} layout={props} keep={keep} raced={raced.value} finger={finger.value} />}
      </Drawn>
      <TrackKey raced={raced.value} turn={() => (raced.value = !raced.value)} />
    </div>
  );
}

/** Seen only where cloth and track do not both fit. */
function TrackKey({ raced, turn }: { raced: boolean; turn: () => void }): JSX.Element {
  return (
    <button type="button" class="button track-key" aria-pressed={raced} onClick={turn} data-testid="race-track">
      {say(raced ? "roulette.cloth" : "roulette.track")}
    </button>
  );
}

interface PrintedProps {
  size: Size;
  element: SVGSVGElement;
  layout: LayoutProps;
  keep: Keep;
  raced: boolean;
  finger: Finger | null;
}

function Printed({ size, element, layout, keep, raced, finger }: PrintedProps): JSX.Element {
  const shown = useMemo(() => arranged(size, raced), [size, raced]);
  const spoken = language.value;
  const sums = piecesOf(layout);
  const same = [shown, spoken, layout.odds, layout.open];
  const looks = (bet: string): string => {
    const laid = layout.laid.get(bet);
    return `${layout.winners.has(bet)} ${sums.has(bet)} ${laid?.amount} ${laid?.look} ${laid?.won}`;
  };
  const kept = <P extends { bet: string }>(part: P, draw: (lies: boolean) => JSX.Element): JSX.Element =>
    keep(part.bet, [...same, looks(part.bet)], () => draw(layout.laid.has(part.bet) || sums.has(part.bet)));
  // Most chips change one area: of the others whole bunches are kept.
  const bunches = <P extends { bet: string }>(parts: readonly P[], draw: (part: P) => JSX.Element): JSX.Element[] =>
    inBunches(parts).map((bunch) => {
      const name = `from ${bunch[0]!.bet}`;
      return keep(name, [...same, bunch.map(({ bet }) => looks(bet)).join()], () => <g key={name}>{bunch.map(draw)}</g>);
    });
  return (
    <>
      <g id="roulette-areas">
        {bunches(shown.places, (place) => kept(place, (lies) => <Field place={place} layout={layout} lies={lies} key={place.bet} />))}
        {shown.parts.length > 0 && (
          <g transform={`translate(${shown.track.x} ${shown.track.y})`}>
            {bunches(shown.parts, (part) => kept(part, (lies) => <Raced part={part} layout={layout} lies={lies} key={part.bet} />))}
          </g>
        )}
        <Pieces places={shown.places} sums={sums} layout={layout} />
      </g>
      {shown.note && <TrackNote box={shown.note} />}
      {finger?.bet && <Lens finger={finger} bet={finger.bet} odds={layout.odds.get(finger.bet)} size={size} element={element} lit={litBy(shown, layout, finger.bet)} />}
    </>
  );
}

const BUNCH = 13;

function inBunches<P>(parts: readonly P[]): P[][] {
  return Array.from({ length: Math.ceil(parts.length / BUNCH) }, (_, index) => parts.slice(index * BUNCH, (index + 1) * BUNCH));
}

const CHIP_ON_LINE = 30;

function Field({ place, layout, lies }: { place: Place; layout: LayoutProps; lies: boolean }): JSX.Element {
  const { bet, box, on } = place;
  if (on === "line") return <Area bet={bet} box={box} kind="on-line" layout={unwon(layout, bet)} chips={around(middleOf(box), CHIP_ON_LINE)} path={square(box)} />;
  const number = numberOf(bet);
  const { print, chips } = shared(box, lies, number === null ? 0 : EDGE, number === null ? box.w : NUMBER_WIDE);
  const isTold = isRoomForWon(layout.laid.get(bet)?.won ?? 0, chips);
  return (
    <Area bet={bet} box={box} kind={number === null ? `outside ${bet}` : `pocket ${colourOf(number)}`} layout={isTold ? layout : unwon(layout, bet)} chips={atMost(chips)}>
      {number === null ? <Name text={shortName(bet)} box={print} /> : <Number number={number} box={print} most={30} />}
    </Area>
  );
}

function Raced({ part, layout, lies }: { part: Part; layout: LayoutProps; lies: boolean }): JSX.Element {
  const { bet, number, x, y, room, path, lean } = part;
  const { print, chips } = slanting(shared({ x: x - room.w / 2, y: y - room.h / 2, ...room }, lies), y, lean);
  return (
    <Area bet={bet} box={print} kind={number === null ? "sector" : `pocket raced ${colourOf(number)}`} layout={layout} chips={chips} path={path}>
      {number === null ? <Name text={betName(bet)} box={print} lies={lies} /> : <Number number={number} box={print} most={20} />}
    </Area>
  );
}

/** Chips on the lines around a number reach so far into it. */
const EDGE = 12;
/** Two of the smallest figures: beside them, what came of a number pays up to five. */
const NUMBER_WIDE = 17;

interface Shared {
  print: Box;
  chips: Box;
}

/** Once chips lie on a field, what is printed there makes room for them, and both for those on the lines around it. */
function shared(whole: Box, lies: boolean, edge = 0, wide = whole.w): Shared {
  if (!lies) return { print: whole, chips: whole };
  const { x, y, w, h } = { x: whole.x + edge, y: whole.y + edge, w: whole.w - 2 * edge, h: whole.h - 2 * edge };
  const left = Math.min(w * 0.6, wide);
  if (w > 1.6 * h) return { print: { x, y, w: left, h }, chips: { x: x + left, y, w: w - left, h } };
  const print = Math.max(SMALLEST + 2, Math.min(h * 0.4, 30));
  return { print: { x, y: y + 1, w, h: print }, chips: { x, y: y + print, w, h: h - print } };
}

/** Above the middle of a part that slants its name stands as far beside it, and narrower. */
function slanting({ print, chips }: Shared, y: number, lean: number): Shared {
  const off = middleOf(print).y - y;
  if (off === 0 || lean === 0) return { print, chips };
  const w = print.w * 0.72;
  return { print: { ...print, x: print.x + (print.w - w) / 2 + off * lean, w }, chips };
}

function Number({ number, box, most }: { number: number; box: Box; most: number }): JSX.Element {
  const { x, y } = middleOf(box);
  const high = Math.max(SMALLEST, Math.min(most, box.h - 2 * EDGE, box.w * 0.46));
  return (
    <text x={x} y={y + high * 0.36} font-size={high} class="area-figure">
      {number}
    </text>
  );
}

function Name({ text, box, lies = false }: { text: string; box: Box; lies?: boolean }): JSX.Element {
  const { x, y } = middleOf(box);
  const high = letters(text, { w: box.w - 10, h: box.h * 0.6 }, 22);
  // Narrow and high: the name is turned, as it is on a table.
  const turned = !lies && ems(text) * high > box.w - 8 && box.h > box.w;
  const size = turned ? letters(text, { w: box.h - 10, h: box.w * 0.6 }, 22) : high;
  return (
    <text x={x} y={y + size * 0.36} font-size={size} class="area-figure" {...(turned ? { transform: `rotate(-90 ${x} ${y})` } : {})}>
      {text}
    </text>
  );
}

const PIECE = 20;

/** How much of each bet of the layout belongs to wagers that consist of several. */
function piecesOf(layout: LayoutProps): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { bet, amount, look } of layout.laid.values()) {
    if (look === "winning" || look === "losing") continue;
    const pieces = layout.pieces.get(bet) ?? [];
    for (const piece of pieces) sums.set(piece, (sums.get(piece) ?? 0) + amount / pieces.length);
  }
  return sums;
}

/** Where each piece of a race-track wager lies, and how much it is. */
function Pieces({ places, sums, layout }: { places: readonly Place[]; sums: ReadonlyMap<string, number>; layout: LayoutProps }): JSX.Element {
  return (
    <g class="pieces">
      {places
        .filter(({ bet }) => sums.has(bet))
        .map((place) => (
          <g transform={`translate(${pieceAt(place, layout.laid.has(place.bet))})`} data-piece={place.bet} data-amount={sums.get(place.bet)} key={place.bet}>
            <ChipPile amount={sums.get(place.bet) ?? 0} look="staged" size={PIECE} />
          </g>
        ))}
    </g>
  );
}

/** Beside a pile of its own, so that both can be read. */
function pieceAt({ box, on }: Place, beside: boolean): string {
  const { x, y } = on === "field" ? middleOf(shared(box, true, EDGE, NUMBER_WIDE).chips) : middleOf(box);
  if (!beside) return `${x} ${y}`;
  return on === "line" && box.h > box.w ? `${x} ${y - PIECE}` : `${x - PIECE} ${y}`;
}

/** In one line, or in as many as it has parts. */
function TrackNote({ box }: { box: Box }): JSX.Element {
  const text = say("roulette.track.note");
  const lines = ems(text) * SMALLEST > box.w ? text.split(" · ") : [text];
  const high = box.h / lines.length;
  return (
    <>
      {lines.map((line, index) => (
        <text x={box.x + box.w / 2} y={box.y + high * (index + 0.72)} font-size={letters(line, { w: box.w, h: high * 0.7 }, 14)} class="track-note" key={index}>
          {line}
        </text>
      ))}
    </>
  );
}

/** The fields a bet covers, or the pieces it consists of. */
function litBy(shown: Arrangement, layout: LayoutProps, bet: string): Box[] {
  const numbers = new Set((layout.pieces.get(bet) ?? [bet]).flatMap(numbersOf));
  return shown.places.filter(({ bet: one, on }) => on === "field" && numbers.has(numberOf(one) ?? -1)).map(({ box }) => box);
}

function numberOf(bet: string): number | null {
  const [family, named] = bet.split(":");
  return family === "straight" ? globalThis.Number(named) : null;
}

/** Where a field's name has little room. */
function shortName(bet: string): string {
  const [family = "", named = ""] = bet.split(":");
  if (family === "row") return say("roulette.row");
  return family === "dozen" ? say("roulette.dozen", { a: named }) : betName(bet);
}

/** Between two numbers, or on a narrow one, there is no room for what a chip has won: that it has, its light says. */
function unwon(layout: LayoutProps, bet: string): LayoutProps {
  const laid = layout.laid.get(bet);
  if (!laid) return layout;
  const { won: _, ...stake } = laid;
  return { ...layout, laid: new Map([[bet, stake]]) };
}

/** To its very corners: it is small enough. */
function square({ x, y, w, h }: Box): string {
  return `M${x} ${y}h${w}v${h}h${-w}Z`;
}

/** No pile is larger than on a line by more than the eye likes. */
function atMost(box: Box): Box {
  const size = Math.min(52, box.w, box.h);
  return around(middleOf(box), size);
}

function middleOf({ x, y, w, h }: Box): { x: number; y: number } {
  return { x: x + w / 2, y: y + h / 2 };
}

function around({ x, y }: { x: number; y: number }, size: number): Box {
  return { x: x - size / 2, y: y - size / 2, w: size, h: size };
}
