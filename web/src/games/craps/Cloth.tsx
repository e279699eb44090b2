import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Area } from "../../layouts/Area";
import { Cloth as Drawn } from "../../layouts/Cloth";
import { useKept, type Keep } from "../../layouts/kept";
import type { Box, LayoutProps } from "../../layouts/props";
import { ems, SMALLEST } from "../../layouts/room";
import type { Size } from "../../layouts/sized";
import { onChip } from "../../money";
import { say, type TextKey } from "../../text/say";
import { language } from "../../text/spoken";
import { arranged, type Head, type Place } from "./places";
import { DiceIn, Puck, Words } from "./Printed";
import "./craps.css";

/** The layout with every bet of the book; where the hops have no room beside the others, a key turns to them. */
export function Cloth(props: LayoutProps): JSX.Element {
  const hops = useSignal(false);
  const keep = useKept();
  return (
    <div class="craps-cloth">
      <Drawn layout={props}>{(size) => <Table size={size} layout={props} keep={keep} hops={hops.value} turn={() => (hops.value = !hops.value)} />}</Drawn>
    </div>
  );
}

interface TableProps {
  size: Size;
  layout: LayoutProps;
  keep: Keep;
  hops: boolean;
  turn: () => void;
}

function Table({ size, layout, keep, hops, turn }: TableProps): JSX.Element {
  const shown = useMemo(() => arranged(size, hops), [size, hops]);
  const spoken = language.value;
  // Only where somebody's chips have won: a seven pays a third of the cloth.
  const won = new Set([...layout.laid.values()].filter(({ look }) => look === "winning").map(({ bet }) => bet));
  const lit = { ...layout, winners: won };
  const drawn = (place: Place): JSX.Element => {
    const laid = layout.laid.get(place.bet);
    const cap = layout.caps.get(place.bet);
    const looks = `${laid?.amount} ${laid?.look} ${laid?.won} ${cap?.most} ${cap?.room}`;
    return keep(place.bet, [shown, spoken, layout.odds, layout.open, looks], () => <Printed place={place} layout={lit} key={place.bet} />);
  };
  return (
    <>
      {shown.places.map(drawn)}
      {shown.heads.map((head) => (
        <Name head={head} point={layout.point} key={head.number} />
      ))}
      {layout.point === 0 && <Puck on={false} text={say("craps.off")} box={shown.off} />}
      {shown.caption && <Words text={say("craps.hops.long")} box={shown.caption} most={15} kind="area-odds middle" lines={1} />}
      {shown.key && <Turn box={shown.key} hops={hops} turn={turn} />}
    </>
  );
}

/** A number between what is laid against it and what is laid on it, with the puck where it is the point. */
function Name({ head: { number, box }, point }: { head: Head; point: number }): JSX.Element {
  const name = say(`craps.number.${number}` as TextKey);
  const isPoint = number === point;
  const upright = box.h > box.w;
  const puck = upright ? { ...box, h: box.h * 0.5 } : { ...box, w: Math.min(44, box.w * 0.42) };
  const rest = upright ? { ...box, y: box.y + box.h * 0.5, h: box.h * 0.5 } : { ...box, x: box.x + puck.w, w: box.w - puck.w };
  return (
    <g class={`number-head ${isPoint ? "point" : ""}`} data-number={number}>
      <rect x={box.x + 1} y={box.y + 1} width={box.w - 2} height={box.h - 2} rx="8" class="number-ground" />
      <Words text={name} box={isPoint ? rest : box} most={36} kind="number-name" lines={1} />
      {isPoint && <Puck on text={say("craps.on")} box={puck} />}
    </g>
  );
}

function Turn({ box, hops, turn }: { box: Box; hops: boolean; turn: () => void }): JSX.Element {
  return (
    <g class="turn-key" role="button" tabIndex={0} aria-pressed={hops} onClick={turn} data-testid="hops">
      <rect x={box.x + 1} y={box.y + 1} width={box.w - 2} height={box.h - 2} rx="8" class="area-ground" />
      <Words text={say(hops ? "craps.back" : "craps.hops")} box={inside(box, 4)} most={18} />
    </g>
  );
}

/** A pile with what it won needs so much room; in less its light says that it won. */
const WON_LEAST = 64;

function Printed({ place, layout }: { place: Place; layout: LayoutProps }): JSX.Element {
  const { bet, box, print } = place;
  const shares = sharing(place, layout.laid.has(bet));
  const cap = layout.caps.get(bet);
  const offered = cap !== undefined && cap.room > 0 && layout.open;
  const most = cap && cap.most > 0 ? `≤ ${onChip(cap.most)}` : null;
  const odds = most ?? payShort(bet, layout);
  return (
    <Area bet={bet} box={box} kind={`craps-area ${print} ${familyOf(bet)} ${offered ? "offered" : ""}`} layout={box.w < WON_LEAST ? unwon(layout, bet) : layout} chips={shares.chips}>
      {offered && !shares.odds ? <Words text={most ?? ""} box={shares.name} most={15} lines={1} /> : <Face place={place} box={shares.name} layout={layout} />}
      {shares.odds && odds && (!layout.laid.has(bet) || isRoomFor(odds, shares.odds)) && <Words text={odds} box={shares.odds} most={15} kind="area-odds middle" lines={1} />}
    </Area>
  );
}

const isRoomFor = (text: string, { w }: Box): boolean => ems(text) * SMALLEST <= w;
const familyOf = (bet: string): string => bet.split(":")[0]!;
const numbersOf = (bet: string): number[] => (bet.split(":")[1] ?? "").split("-").filter(Boolean).map(Number);

/** What stands on an area beside its odds: dice, the number odds are laid on, a field's numbers, or a name. */
function Face({ place: { bet, print }, box, layout }: { place: Place; box: Box; layout: LayoutProps }): JSX.Element {
  const family = familyOf(bet);
  const [first = 0, second = first] = numbersOf(bet);
  if (family === "hop") return <DiceIn faces={[first, second]} box={box} most={30} />;
  if (family === "hard") return <DiceIn faces={[first / 2, first / 2]} box={box} most={40} />;
  if (print === "odds" && (family === "odds" || family === "dont_odds")) return <Words text={say(`craps.${family}`, { a: first })} box={box} most={18} />;
  const facts = layout.facts.get(bet);
  const under = family === "field" ? (facts?.wins ?? []).join(" · ") : (facts?.draws ?? []).map((total) => say("craps.bar", { a: total })).join(" ");
  const name = nameOf(bet, print);
  const more = print === "line" && under ? roomFor(under, box) : null;
  if (!more) return <Words text={name} box={box} most={print === "line" ? 30 : 19} />;
  return (
    <>
      <Words text={name} box={more.name} most={28} lines={1} />
      <Words text={under} box={more.under} most={15} kind="area-odds middle" lines={1} />
    </>
  );
}

/** Where what stands behind a name begins. */
const BEHIND = 0.62;

/** What a line says besides its name stands under it, or where it is low behind it; nowhere where it has no room. */
function roomFor(under: string, box: Box): { name: Box; under: Box } | null {
  const high = box.h >= 36;
  const behind = { ...box, x: box.x + box.w * BEHIND, w: box.w * (1 - BEHIND) };
  const below = { ...box, y: box.y + box.h * 0.62, h: box.h * 0.38 };
  if (!isRoomFor(under, high ? below : behind)) return null;
  return high ? { name: { ...box, h: box.h * 0.62 }, under: below } : { name: { ...box, w: box.w * BEHIND }, under: behind };
}

const nameOf = (bet: string, print: Place["print"]): string => say(`craps.${print === "cell" ? "cell." : ""}${familyOf(bet)}` as TextKey);

interface Shares {
  name: Box;
  odds: Box | null;
  chips: Box;
}

const EDGE = 4;
const ODDS_LINE = 16;
const CHIP_BESIDE = 62;
const CHIP_LEAST = 24;
/** From here on a pile leaves room for the odds under it. */
const ODDS_BESIDE_CHIPS = 84;

/** Name, odds and chips have each their own room: a pile hides nothing that it lies on. */
function sharing({ bet, box, print }: Place, lies: boolean): Shares {
  const inner = inside(box, EDGE);
  const none = { ...inner, w: 0 };
  if (!lies) return { ...named(inner), chips: none };
  const low = print !== "line" && inner.h < ODDS_BESIDE_CHIPS;
  if (inner.w >= (print === "line" ? 120 : 84) && (print === "line" || inner.h < 60)) {
    const wide = Math.min(CHIP_BESIDE, inner.w * 0.42);
    const rest = { ...inner, w: inner.w - wide };
    return { ...named(rest), chips: { ...inner, x: inner.x + rest.w, w: wide } };
  }
  if (low) {
    // A name that is too long for a line takes another where that leaves room for a chip.
    const two = print === "bar" && !isRoomFor(nameOf(bet, print), inner) && inner.h >= 2 * ODDS_LINE + CHIP_LEAST;
    const high = two ? 2 * ODDS_LINE : ODDS_LINE;
    return { name: { ...inner, h: high }, odds: null, chips: { ...inner, y: inner.y + high, h: inner.h - high } };
  }
  const name = { ...inner, h: Math.max(ODDS_LINE, inner.h * (print === "bar" ? 0.4 : 0.32)) };
  const odds = { ...inner, y: inner.y + inner.h - ODDS_LINE, h: ODDS_LINE };
  return { name, odds, chips: { ...inner, y: inner.y + name.h, h: inner.h - name.h - ODDS_LINE } };
}

function named(inner: Box): Pick<Shares, "name" | "odds"> {
  if (inner.h < 34) return { name: inner, odds: null };
  return { name: { ...inner, h: inner.h - ODDS_LINE }, odds: { ...inner, y: inner.y + inner.h - ODDS_LINE, h: ODDS_LINE } };
}

function inside({ x, y, w, h }: Box, edge: number): Box {
  return { x: x + edge, y: y + edge, w: w - 2 * edge, h: h - 2 * edge };
}

/** The odds in as few letters as a small cell has room for. */
function payShort(bet: string, layout: LayoutProps): string {
  return (layout.odds.get(bet) ?? []).map((odds) => odds.replace(" to ", ":")).join(" · ");
}

function unwon(layout: LayoutProps, bet: string): LayoutProps {
  const laid = layout.laid.get(bet);
  if (!laid) return layout;
  const { won: _, ...stake } = laid;
  return { ...layout, laid: new Map([[bet, stake]]) };
}
