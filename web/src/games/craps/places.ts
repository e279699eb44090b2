import type { Box } from "../../layouts/props";
import type { Size } from "../../layouts/sized";
import { across, down, even, grid } from "./boxes";

/**
 * Where the bets lie: above the numbers what lays against them, below what is on them, the lines under them, and the
 * bets of a single roll beside.  Every bet has its place, and none is smaller than a finger.
 */

export const NUMBERS = [4, 5, 6, 8, 9, 10] as const;

/** How a bet is printed: a wide line, a bar, a cell of the numbers, odds, or dice. */
export type Print = "line" | "bar" | "cell" | "odds" | "dice";

export interface Place {
  bet: string;
  box: Box;
  print: Print;
}

/** The name of a number, where the puck lies too. */
export interface Head {
  number: number;
  box: Box;
}

export interface Arrangement {
  places: readonly Place[];
  heads: readonly Head[];
  /** Where it is said that the dice under it are hops. */
  caption: Box | null;
  /** Where the puck lies while there is no point. */
  off: Box;
  /** The key that turns to the hops and back, where they have no room beside the others. */
  key: Box | null;
}

const HARD = [4, 6, 8, 10];
const FACES = [1, 2, 3, 4, 5, 6];
const HARD_HOPS = FACES.map((face) => `hop:${face}-${face}`);
const EASY_HOPS = FACES.flatMap((a) => FACES.filter((b) => b > a).map((b) => `hop:${a}-${b}`));

/** Above and under the name of a number, two beside each other. */
const AGAINST = [
  ["dont_come", "dont_come_odds"],
  ["lay", "place_lose"],
] as const;
const FOR = [
  ["come", "come_odds"],
  ["place", "buy"],
] as const;

const place = (print: Print, bet: string, box: Box): Place => ({ bet, box, print });
const inCells = (print: Print, bets: readonly string[], boxes: readonly Box[]): Place[] => bets.map((bet, index) => place(print, bet, boxes[index]!));
const onNumbers = (family: string): string[] => NUMBERS.map((number) => `${family}:${number}`);

/** So wide a cell of a number is at least, and so high a row. */
const FINGER = 46;
const BAR = 56;
const GRID_LEAST = BAR + 12 * FINGER;
/** Narrower than this the numbers stand one under the other. */
const NARROW = 600;
/** From here on the numbers leave room for the single rolls beside them. */
const WIDE = GRID_LEAST + 8 + 6 * FINGER;
/** Nine rows under each other, all as high as a finger and the lines higher. */
const TALL = 500;
/** So wide a low cloth has the hops as a third part. */
const VERY_WIDE = 1160;
/** As high as everything under each other: the numbers, the lines, the single rolls, the hops. */
const STACKED = 14 * FINGER;

export function arranged(size: Size, hops: boolean): Arrangement {
  const { w, h } = size;
  const all = { x: 0, y: 0, w, h };
  if (w < NARROW) return narrow(all);
  if (w >= WIDE && h >= TALL) return tall(all);
  if (w >= VERY_WIDE) return veryWide(all);
  if (w >= 950) return low(all, hops);
  return stacked(all, hops);
}

interface Grid {
  places: Place[];
  heads: Head[];
  off: Box;
  key: Box | null;
}

/**
 * Don't Come and the big ones at the left, then a column for each number.
 *
 * The cell beside the names of the numbers is the puck's while there is no point; where a key needs it, the puck lies
 * over Don't Come.
 */
function numbers(box: Box, head: number, keyed = false): Grid {
  const rows = [1, 1, head, 1, 1];
  const [side, ...columns] = across(box, [BAR, ...NUMBERS.map(() => (box.w - BAR) / 6)]);
  const [upper, second, corner, big6, big8] = down(side!, rows);
  const [over, rest] = down({ ...upper!, h: upper!.h + second!.h }, keyed ? [0.62, 1.38] : [0, 2]);
  const bar = rest!;
  const places = [place("bar", "dont_come", bar), place("bar", "big_6", big6!), place("bar", "big_8", big8!)];
  const heads: Head[] = [];
  columns.forEach((column, index) => {
    const number = NUMBERS[index]!;
    const [first, next, middle, third, last] = down(column, rows);
    heads.push({ number, box: middle! });
    const pairs = [...AGAINST, ...FOR];
    [first, next, third, last].forEach((row, at) => places.push(...pair(pairs[at]!, number, row!)));
  });
  return keyed ? { places, heads, off: over!, key: corner! } : { places, heads, off: corner!, key: null };
}

function pair([left, right]: readonly [string, string], number: number, row: Box): Place[] {
  const [first, second] = across(row, [1, 1]);
  return [left, right].map((family, index) => place(family.endsWith("odds") ? "odds" : "cell", `${family}:${number}`, index ? second! : first!));
}

/** The numbers, a gap, and what lies beside them. */
function apart(all: Box, part: number): Box[] {
  const left = Math.max(GRID_LEAST, all.w * part);
  return across(all, [left, 8, all.w - left - 8]);
}

const SINGLE = ["any_seven", "any_craps", "horn"];
const LETTERS = ["c", "c_and_e", "e"];

/** A line and the odds on it, number by number. */
function line(bet: string, odds: string, box: Box): Place[] {
  const [first, ...cells] = across(box, [box.w - 6 * oddsWide(box), ...NUMBERS.map(() => oddsWide(box))]);
  return [place("line", bet, first!), ...inCells("odds", onNumbers(odds), cells)];
}

const oddsWide = ({ w }: Box): number => Math.max(FINGER, Math.min(66, w * 0.085));

/** The table as it is known: numbers over the lines, the single rolls and hops at the right. */
function tall(all: Box): Arrangement {
  const [left, , right] = apart(all, 0.655);
  const [upper, , come, field, dont, pass] = down(left!, [4.9, 0.14, 1.15, 1, 1, 1]);
  const { places, ...marks } = numbers(upper!, 0.8);
  const [seven, hard, letters, single, caption, hops] = down(right!, [0.9, 2, 0.95, 0.95, 0.32, 4.1]);
  return {
    places: [
      ...places,
      place("line", "come", come!),
      place("line", "field", field!),
      ...line("dont_pass", "dont_odds", dont!),
      ...line("pass_line", "odds", pass!),
      place("line", "any_seven", seven!),
      ...hardways(grid(hard!, 4, 2)),
      ...inCells("bar", LETTERS, across(letters!, even(3))),
      ...inCells("line", ["any_craps", "horn"], across(single!, [1, 1])),
      ...hopsIn(hops!),
    ],
    ...marks,
    caption: caption!,
  };
}

const hardways = (boxes: readonly Box[]): Place[] => inCells("dice", HARD.map((number) => `hard:${number}`), boxes);

/** The hard ones in one row, the easy ones under them. */
function hopsIn(box: Box): Place[] {
  const [hard, easy] = down(box, [1, 3]);
  return [...inCells("dice", HARD_HOPS, across(hard!, even(6))), ...inCells("dice", EASY_HOPS, grid(easy!, 15, 5))];
}

/** Low and wide: the lines stand beside the numbers, the hops behind a key. */
function low(all: Box, hops: boolean): Arrangement {
  const [left, , right] = apart(all, 0.57);
  const { places, ...marks } = numbers(left!, 0.86, true);
  return { places: [...places, ...(hops ? hopsIn(right!) : beside(right!))], ...marks, caption: null };
}

function beside(box: Box): Place[] {
  const [first, second, odds, dontOdds, single, hard] = down(box, [1, 1, 0.9, 0.9, 0.9, 1]);
  return [
    ...inCells("line", ["come", "field"], across(first!, [1, 1])),
    ...inCells("line", ["pass_line", "dont_pass"], across(second!, [1, 1])),
    ...inCells("odds", onNumbers("odds"), across(odds!, even(6))),
    ...inCells("odds", onNumbers("dont_odds"), across(dontOdds!, even(6))),
    ...inCells("bar", [...SINGLE, ...LETTERS], across(single!, [1.2, 1.2, 1.35, 0.9, 1.35, 0.9])),
    ...hardways(across(hard!, even(4))),
  ];
}

function veryWide(all: Box): Arrangement {
  const [left, , rest] = apart(all, 0.5);
  const [middle, , right] = across(rest!, [0.6 * rest!.w, 8, 0.4 * rest!.w - 8]);
  const { places, ...marks } = numbers(left!, 0.86);
  const hops = inCells("dice", [...HARD_HOPS, ...EASY_HOPS], grid(right!, 21, 4));
  return { places: [...places, ...beside(middle!), ...hops], ...marks, caption: null };
}

/** Everything over the whole width; where it is low, too, the hops behind a key. */
function stacked(all: Box, hops: boolean): Arrangement {
  const fits = all.h >= STACKED;
  const [upper, , lower] = down(all, fits ? [4.9, 0.16, 7.4] : [4.95, 0.16, 3]);
  const { places, ...marks } = numbers(upper!, 0.95, !fits);
  if (fits) return { places: [...places, ...under(lower!)], ...marks, caption: null };
  const turned = hops ? inCells("dice", [...HARD_HOPS, ...EASY_HOPS], grid(lower!, 21, 7)) : pressed(lower!);
  return { places: [...places, ...turned], ...marks, caption: null };
}

/** Three rows for all but the hops. */
function pressed(box: Box): Place[] {
  const [lines, odds, single] = down(box, even(3));
  return [
    ...inCells("line", ["pass_line", "dont_pass", "come", "field"], across(lines!, even(4))),
    ...inCells("odds", [...onNumbers("odds"), ...onNumbers("dont_odds")], across(odds!, even(12))),
    ...inCells("bar", [...SINGLE, ...LETTERS], across({ ...single!, w: single!.w * 0.6 }, [1.05, 1.05, 1.1, 0.9, 1.1, 0.9])),
    ...hardways(across({ ...single!, x: single!.x + single!.w * 0.6, w: single!.w * 0.4 }, even(4))),
  ];
}

function under(box: Box): Place[] {
  const [first, dont, pass, single, hard, hops] = down(box, [1, 1, 1, 0.9, 1, 2.9]);
  return [
    ...inCells("line", ["come", "field"], across(first!, [1, 1])),
    ...line("dont_pass", "dont_odds", dont!),
    ...line("pass_line", "odds", pass!),
    ...inCells("bar", [...SINGLE, ...LETTERS], across(single!, [1.2, 1.2, 1.35, 0.9, 1.35, 0.9])),
    ...hardways(across(hard!, even(4))),
    ...inCells("dice", [...HARD_HOPS, ...EASY_HOPS], grid(hops!, 21, 7)),
  ];
}

/** On a telephone: the lines first, a row of two for each number, then single rolls and hops. */
function narrow(all: Box): Arrangement {
  const row = all.h / 31.2;
  const [lines, , rows, , rest] = down(all, [7 * row, 0.2 * row, 12.6 * row, 0.2 * row, 11.2 * row]);
  const [pass, odds, dont, dontOdds, come, middle] = down(lines!, [1.1, 1, 1.1, 1, 1.1, 1.2]);
  const [dontCome, off, big6, big8] = across(middle!, [1.6, 0.6, 1, 1]);
  const heads: Head[] = [];
  const cells = down(rows!, even(6)).flatMap((band, index) => {
    const number = NUMBERS[index]!;
    const [head, ...columns] = across(band, [58, ...even(4).map(() => (band.w - 58) / 4)]);
    heads.push({ number, box: head! });
    const halves = columns.map((column) => down({ ...column, y: column.y + 1, h: column.h - 4 }, [1, 1]));
    return [...FOR, ...AGAINST].flatMap(([above, below], at) =>
      [above, below].map((family, part) => place(family.endsWith("odds") ? "odds" : "cell", `${family}:${number}`, halves[at]![part]!)),
    );
  });
  const [single, letters, hard, caption, hops] = down(rest!, [1.1, 1.1, 1.4, 0.5, 7.1]);
  return {
    places: [
      place("line", "pass_line", pass!),
      ...inCells("odds", onNumbers("odds"), across(odds!, even(6))),
      place("line", "dont_pass", dont!),
      ...inCells("odds", onNumbers("dont_odds"), across(dontOdds!, even(6))),
      ...inCells("line", ["come", "field"], across(come!, [1, 1])),
      place("line", "dont_come", dontCome!),
      ...inCells("bar", ["big_6", "big_8"], [big6!, big8!]),
      ...cells,
      ...inCells("bar", SINGLE, across(single!, even(3))),
      ...inCells("bar", LETTERS, across(letters!, even(3))),
      ...hardways(across(hard!, even(4))),
      ...inCells("dice", [...HARD_HOPS, ...EASY_HOPS], grid(hops!, 21, 4)),
    ],
    heads,
    caption: caption!,
    off: off!,
    key: null,
  };
}
