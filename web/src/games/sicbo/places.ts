import type { Box } from "../../layouts/props";

/** Where the bets of sic bo lie, on a table's wide cloth and on the tall one of a telephone. */

export interface Place {
  bet: string;
  box: Box;
  dice: readonly number[];
}

/** How the areas of a family are drawn, in units of the cloth. */
export interface Look {
  /** The height of a name's letters, or the edge of a die. */
  size: number;
  /** Where a name stands under the upper edge; dice stand in the middle. */
  top?: number;
  /** Dice lie beside each other, or above. */
  across?: boolean;
  odds: number;
  /** Where the odds stand over the lower edge; beside the die, one under the other, where this is missing. */
  foot?: number;
  chip: number;
  chipAt: readonly [number, number];
}

export interface Family {
  look: Look;
  places: readonly Place[];
}

export interface Cloth {
  viewBox: string;
  named: readonly Family[];
  diced: readonly Family[];
}

const FACES = [1, 2, 3, 4, 5, 6] as const;
const PAIRS = FACES.flatMap((a) => FACES.filter((b) => b > a).map((b) => [a, b] as const));
const TOTALS = Array.from({ length: 14 }, (_, index) => index + 4);

const place = (bet: string, box: Box, dice: readonly number[] = []): Place => ({ bet, box, dice });

type Boxes = (index: number) => Box;

const outside = (small: Box, big: Box): Place[] => [place("small", small), place("big", big)];
const doubles = (box: Boxes): Place[] => FACES.map((face, index) => place(`double:${face}`, box(index), [face, face]));
const triples = (box: Boxes): Place[] => FACES.map((face, index) => place(`triple:${face}`, box(index), [face, face, face]));
const totals = (box: Boxes): Place[] => TOTALS.map((total, index) => place(`total:${total}`, box(index)));
const combos = (box: Boxes): Place[] => PAIRS.map(([a, b], index) => place(`combo:${a}-${b}`, box(index), [a, b]));
const numbers = (box: Boxes): Place[] => FACES.map((face, index) => place(`number:${face}`, box(index), [face]));

/** Boxes side by side over the whole width, in as many rows as it takes. */
const rows = (width: number, count: number, y: number, h: number): Boxes => (index) => ({
  x: (width / count) * (index % count),
  y: y + h * Math.floor(index / count),
  w: width / count,
  h,
});

const UPPER = 196;

/** The classic layout: small and big outside, doubles and triples between, totals, pairs of faces, faces. */
export const WIDE: Cloth = {
  viewBox: "-4 -4 1008 548",
  named: [
    {
      look: { size: 40, top: 52, odds: 19, foot: 18, chip: 82, chipAt: [0.5, 0.62] },
      places: outside({ x: 0, y: 0, w: 168, h: UPPER }, { x: 832, y: 0, w: 168, h: UPPER }),
    },
    {
      look: { size: 24, top: 40, odds: 17, foot: 18, chip: 64, chipAt: [0.5, 0.6] },
      places: [place("any_triple", { x: 452, y: 0, w: 96, h: UPPER })],
    },
    { look: { size: 42, top: 62, odds: 14, foot: 9, chip: 52, chipAt: [0.5, 0.45] }, places: totals(rows(1000, 14, 202, 112)) },
  ],
  diced: [
    {
      look: { size: 46, odds: 13.5, foot: 9, chip: 52, chipAt: [0.5, 0.44] },
      places: doubles((index) => ({ x: (index < 3 ? 170 : 640) + (index % 3) * 63.3, y: 0, w: 63.3, h: UPPER })),
    },
    {
      look: { size: 23, across: true, odds: 13, foot: 12, chip: 46, chipAt: [0.5, 0.45] },
      places: triples((index) => ({ x: index < 3 ? 362 : 550, y: (index % 3) * (UPPER / 3), w: 88, h: UPPER / 3 })),
    },
    { look: { size: 38, odds: 13.5, foot: 9, chip: 52, chipAt: [0.5, 0.44] }, places: combos(rows(1000, 15, 320, 112)) },
    { look: { size: 62, odds: 13.5, foot: 9, chip: 56, chipAt: [0.78, 0.42] }, places: numbers(rows(1000, 6, 438, 102)) },
  ],
};

/** The same families one under the other: none narrower than a finger where the page is. */
export const TALL: Cloth = {
  viewBox: "-2 -2 404 654",
  named: [
    {
      look: { size: 27, top: 32, odds: 13, foot: 10, chip: 44, chipAt: [0.5, 0.55] },
      places: outside({ x: 0, y: 0, w: 145, h: 92 }, { x: 255, y: 0, w: 145, h: 92 }),
    },
    {
      look: { size: 19, top: 28, odds: 13, foot: 10, chip: 44, chipAt: [0.5, 0.55] },
      places: [place("any_triple", { x: 145, y: 0, w: 110, h: 92 })],
    },
    { look: { size: 25, top: 29, odds: 13, foot: 10, chip: 38, chipAt: [0.5, 0.42] }, places: totals(rows(400, 7, 228, 58)) },
  ],
  diced: [
    { look: { size: 25, across: true, odds: 13, foot: 10, chip: 38, chipAt: [0.5, 0.4] }, places: doubles(rows(400, 6, 96, 66)) },
    { look: { size: 17, across: true, odds: 13, foot: 10, chip: 38, chipAt: [0.5, 0.4] }, places: triples(rows(400, 6, 166, 58)) },
    { look: { size: 23, across: true, odds: 13, foot: 9, chip: 38, chipAt: [0.5, 0.4] }, places: combos(rows(400, 5, 348, 58)) },
    { look: { size: 44, odds: 13, chip: 42, chipAt: [0.3, 0.5] }, places: numbers(rows(400, 3, 526, 62)) },
  ],
};
