import type { Box } from "../../layouts/props";
import { beside, halved, inThree, stacked, type Room } from "../../layouts/room";
import type { Size } from "../../layouts/sized";

/** Where the bets of sic bo lie, on a table's wide cloth and on the tall one of a telephone, for the size there is. */

export interface Place {
  bet: string;
  box: Box;
  room: Room;
  /** The faces that are printed on it; none where it has a name. */
  dice: readonly number[];
}

const FACES = [1, 2, 3, 4, 5, 6] as const;
const PAIRS = FACES.flatMap((a) => FACES.filter((b) => b > a).map((b) => [a, b] as const));
const TOTALS = Array.from({ length: 14 }, (_, index) => index + 4);
const GAP = 3;

type Boxes = (index: number) => Box;
type Shared = (box: Box) => Room;

/** From this height on there is room for dice above and chips below. */
const TALL_BOX = 92;
/** Beside a number there is room for a pile with its amount from this width on; else it lies under it. */
const WIDE_BOX = 80;
const dicedRoom: Shared = (box) => (box.h >= TALL_BOX ? stacked(box, 0.44) : box.w < WIDE_BOX ? stacked(box, 0.5) : beside(box));
const tripleRoom: Shared = (box) => (box.w > 78 && box.h < TALL_BOX ? halved(box) : dicedRoom(box));
const namedRoom: Shared = (box) => stacked(box, 0.56);
/** Three odds in one line where it is long enough, else under each other. */
const numberRoom: Shared = (box) => (box.w < 172 ? inThree(box) : beside(box));

const place = (bet: string, box: Box, shared: Shared, dice: readonly number[] = []): Place => ({ bet, box, room: shared(box), dice });

const doubles = (box: Boxes): Place[] => FACES.map((face, index) => place(`double:${face}`, box(index), dicedRoom, [face, face]));
const triples = (box: Boxes): Place[] => FACES.map((face, index) => place(`triple:${face}`, box(index), tripleRoom, [face, face, face]));
const totals = (box: Boxes): Place[] => TOTALS.map((total, index) => place(`total:${total}`, box(index), dicedRoom));
const combos = (box: Boxes): Place[] => PAIRS.map(([a, b], index) => place(`combo:${a}-${b}`, box(index), dicedRoom, [a, b]));
const numbers = (box: Boxes): Place[] => FACES.map((face, index) => place(`number:${face}`, box(index), numberRoom, [face]));

/** Boxes side by side over the whole width, in as many rows as it takes. */
const rows = (width: number, count: number, y: number, h: number): Boxes => (index) => ({
  x: (width / count) * (index % count),
  y: y + h * Math.floor(index / count),
  w: width / count,
  h,
});

/** So wide that fifteen pairs of faces stand in a row, each as wide as a finger. */
const WIDE_FROM = 15 * 46;

export function placesOf(size: Size): readonly Place[] {
  return size.w < WIDE_FROM ? tall(size) : wide(size);
}

/** Three triples are above each other, none lower than a finger. */
const UPPER_LEAST = 3 * 46;

/** The classic layout: small and big outside, doubles and triples between, totals, pairs of faces, faces. */
function wide({ w, h }: Size): Place[] {
  const upper = Math.max(UPPER_LEAST, h * 0.36);
  const left = (h - upper - 3 * GAP) / 3;
  const third = (index: number): number => upper + GAP + (left + GAP) * index;
  const unit = w / 1000;
  const side = { y: 0, w: 120 * unit, h: upper };
  return [
    place("small", { ...side, x: 0 }, namedRoom),
    place("big", { ...side, x: 880 * unit }, namedRoom),
    place("any_triple", { x: 454 * unit, y: 0, w: 92 * unit, h: upper }, namedRoom),
    ...doubles((index) => ({ x: (index < 3 ? 120 : 676) * unit + (index % 3) * 68 * unit, y: 0, w: 68 * unit, h: upper })),
    ...triples((index) => ({ x: (index < 3 ? 324 : 546) * unit, y: (index % 3) * (upper / 3), w: 130 * unit, h: upper / 3 })),
    ...totals(rows(w, 14, third(0), left)),
    ...combos(rows(w, 15, third(1), left)),
    ...numbers(rows(w, 6, third(2), left)),
  ];
}

/** The same families one under the other: none narrower than a finger where the page is. */
function tall({ w, h }: Size): Place[] {
  // Ten rows; the first is higher, for it has names with a line under them.
  const row = (h - 5 * GAP) / 10.5;
  const at = (index: number, gaps: number): number => row * (index + 0.5) + GAP * gaps;
  const first = { y: 0, h: row * 1.5 };
  return [
    place("small", { ...first, x: 0, w: w * 0.36 }, namedRoom),
    place("any_triple", { ...first, x: w * 0.36, w: w * 0.28 }, namedRoom),
    place("big", { ...first, x: w * 0.64, w: w * 0.36 }, namedRoom),
    ...doubles(rows(w, 6, at(1, 1), row)),
    ...triples(rows(w, 6, at(2, 2), row)),
    ...totals(rows(w, 7, at(3, 3), row)),
    ...combos(rows(w, 5, at(5, 4), row)),
    ...numbers(rows(w, 3, at(8, 5), row)),
  ];
}

/** How large the dice are in their part of an area, and whether they lie beside each other. */
export function diceIn({ w, h }: Box, count: number, most = 56): { size: number; across: boolean } {
  const gaps = (count - 1) * DICE_GAP;
  const across = Math.min((w - gaps) / count, h);
  const down = Math.min(w, (h - gaps) / count);
  return { size: Math.min(most, Math.max(across, down) - 1), across: across >= down };
}

export const DICE_GAP = 3;
