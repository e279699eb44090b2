import type { Size } from "../../layouts/sized";
import { ORDER } from "./wheel";

/**
 * The race track: the pockets as they lie on the wheel, in two rings, and three sectors inside.
 *
 * The outer ring bets a number with two neighbours on each side, the inner one with one.
 */

export interface Part {
  bet: string;
  /** Printed on it; a sector has its name. */
  number: number | null;
  path: string;
  /** Where its middle is: for what is printed, and for chips. */
  x: number;
  y: number;
  /** How wide and high something there may be. */
  room: Size;
  /** How far a slanting part moves to the right, a pixel down. */
  lean: number;
}

interface Point {
  x: number;
  y: number;
}

/** Pockets along each side; the zero lies in the middle of the three at the near end, as many are at the far one. */
const OUT = 16;
const BACK = 15;
const END = 3;
/** From the pocket after the near end on: that end begins one pocket before the zero. */
const FIRST = ORDER.length - 1;
/** After how many pockets of a side a sector ends: on the way out, and on the way back. */
const SECTORS = [
  { bet: "near_of_0", from: [0, 0], to: [6, 8] },
  { bet: "orfanelli", from: [6, 8], to: [9, 13] },
  { bet: "tier", from: [9, 13], to: [OUT, BACK] },
] as const;
const ARC_STEPS = 6;

interface Oval {
  upright: boolean;
  /** From one end's middle to the other's. */
  straight: number;
  radius: number;
  lane: number;
}

export function partsOf({ w, h }: Size, upright: boolean): Part[] {
  const [along, across] = upright ? [h, w] : [w, h];
  const radius = across / 2;
  const oval: Oval = { upright, radius, straight: along - 2 * radius, lane: Math.min(56, radius * 0.36) };
  return [...ring(oval, "neighbours2", 0), ...ring(oval, "neighbours1", 1), ...SECTORS.map((sector) => sectorOf(oval, sector))];
}

function ring(oval: Oval, family: string, lane: number): Part[] {
  const outer = oval.radius - lane * oval.lane;
  const inner = outer - oval.lane;
  return ORDER.map((_, place) => {
    const number = ORDER[(FIRST + place) % ORDER.length]!;
    const edge = (at: number): Point[] => walk(place).map((part) => pointAt(oval, part, at));
    const middle = pointAt(oval, place + 0.5, (outer + inner) / 2);
    return { bet: `${family}:${number}`, number, path: drawn([...edge(outer), ...edge(inner).reverse()]), ...middle, room: roomOf(oval, place), lean: 0 };
  });
}

/** Along a side pockets may be narrower than the lane is wide; at an end they never are. */
function roomOf({ straight, lane, upright }: Oval, place: number): Size {
  const side = isBent(place) ? lane : Math.min(straight / OUT, lane);
  return { w: side, h: upright ? side : lane };
}

/** A pocket at an end of the oval is bent. */
function isBent(place: number): boolean {
  return place < END || (place >= END + OUT && place < END + OUT + END);
}

/** The edge of a bent pocket is walked in steps. */
function walk(place: number): number[] {
  const steps = isBent(place) ? ARC_STEPS : 1;
  return Array.from({ length: steps + 1 }, (_, index) => place + index / steps);
}

/** The point so many pockets on from where the near end begins, so far from the middle line. */
function pointAt(oval: Oval, place: number, radius: number): Point {
  const { straight } = oval;
  const far = END + OUT;
  if (place <= END) return onEnd(oval, 0, Math.PI / 2 + (Math.PI * place) / END, radius);
  if (place <= far) return flat(oval, (straight * (place - END)) / OUT, -radius);
  if (place <= far + END) return onEnd(oval, straight, -Math.PI / 2 + (Math.PI * (place - far)) / END, radius);
  return flat(oval, straight - (straight * (place - far - END)) / BACK, radius);
}

function onEnd(oval: Oval, at: number, angle: number, radius: number): Point {
  return flat(oval, at + radius * Math.cos(angle), radius * Math.sin(angle));
}

/** From the oval's own axes to the screen's. */
function flat({ upright, radius }: Oval, along: number, across: number): Point {
  const [u, v] = [radius + along, radius + across];
  return upright ? { x: 2 * radius - v, y: u } : { x: u, y: v };
}

function sectorOf(oval: Oval, { bet, from, to }: (typeof SECTORS)[number]): Part {
  const radius = oval.radius - 2 * oval.lane - 2;
  const out = (pockets: number): number => (oval.straight * pockets) / OUT;
  const back = (pockets: number): number => (oval.straight * pockets) / BACK;
  const near = from[0] === 0 ? bow(oval, 0, Math.PI / 2, radius) : [flat(oval, back(from[1]), radius), flat(oval, out(from[0]), -radius)];
  const far = to[0] === OUT ? bow(oval, oval.straight, -Math.PI / 2, radius) : [flat(oval, out(to[0]), -radius), flat(oval, back(to[1]), radius)];
  const [above, below] = [out(from[0] + to[0]) / 2, back(from[1] + to[1]) / 2];
  return {
    bet,
    number: null,
    path: drawn([...near, ...far]),
    ...flat(oval, (above + below) / 2, 0),
    room: oval.upright ? { w: 2 * radius, h: out(3) } : { w: out(3.8), h: 2 * radius },
    lean: oval.upright ? 0 : (below - above) / (2 * radius),
  };
}

function bow(oval: Oval, at: number, from: number, radius: number): Point[] {
  return Array.from({ length: 2 * ARC_STEPS + 1 }, (_, index) => onEnd(oval, at, from + (Math.PI * index) / (2 * ARC_STEPS), radius));
}

function drawn(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}
