import type { Box } from "../../layouts/props";

/**
 * Where the bets lie on the cloth: three rows of twelve beside the zero, chips on lines and corners between them.
 *
 * Everything is placed lying down, along and across; on an upright screen the cloth is turned, the zero on top.
 */

export interface Place {
  bet: string;
  box: Box;
  /** A field has a printed ground; on a line there is only room for a chip. */
  on: "field" | "line";
}

export interface Turned {
  upright: boolean;
  /** How long the cloth is from the zero to the rows, and how far across. */
  along: number;
  across: number;
}

/** A finger finds a line between two numbers in so many pixels, and the number in what they leave. */
const LINE_LEAST = 24;
const LINE_MOST = 26;
const COLUMNS = 14;
/** How high the rows of outside bets are beside a row of numbers: a finger finds either on the lowest cloth. */
const DOZEN = 0.95;
const HALF = 0.9;

interface Cloth extends Turned {
  /** One number: along and across. */
  step: number;
  row: number;
  dozen: number;
  half: number;
  line: number;
}

function measured(turned: Turned): Cloth {
  const { along, across } = turned;
  // Rows of numbers, and the two rows of outside bets, which have names on them.
  const row = across / (3 + DOZEN + HALF);
  const step = along / COLUMNS;
  const line = Math.max(LINE_LEAST, Math.min(LINE_MOST, row - LINE_MOST, step - LINE_MOST));
  return { ...turned, step, row, line, dozen: row * DOZEN, half: row * HALF };
}

/** A box of the lying cloth as it lies on the screen. */
function turn({ upright, across }: Turned, u: number, v: number, du: number, dv: number): Box {
  return upright ? { x: across - v - dv, y: u, w: dv, h: du } : { x: u, y: v, w: du, h: dv };
}

/** Twelve streets of three, from the zero on; the third number of each lies in the first row. */
const STREETS = Array.from({ length: 12 }, (_, index) => index);
const rowOf = (number: number): number => 2 - ((number - 1) % 3);
const streetOf = (number: number): number => Math.floor((number - 1) / 3);
const NUMBERS = Array.from({ length: 36 }, (_, index) => index + 1);

/** Fields first, then lines, then the points where lines meet: what is smaller lies on top. */
export function placesOf(turned: Turned): Place[] {
  const cloth = measured(turned);
  return [...fields(cloth), ...lines(cloth), ...points(cloth)];
}

function fields(cloth: Cloth): Place[] {
  const { step, row, dozen, half, along } = cloth;
  const field = (bet: string, u: number, v: number, du: number, dv: number): Place => ({ bet, box: turn(cloth, u, v, du, dv), on: "field" });
  const halves = ["low", "even", "red", "black", "odd", "high"];
  return [
    field("straight:0", 0, 0, step, 3 * row),
    ...NUMBERS.map((number) => field(`straight:${number}`, step * (1 + streetOf(number)), row * rowOf(number), step, row)),
    ...[1, 2, 3].map((number) => field(`row:${number}`, along - step, row * (3 - number), step, row)),
    ...[1, 2, 3].map((number, index) => field(`dozen:${number}`, step * (1 + 4 * index), 3 * row, 4 * step, dozen)),
    ...halves.map((bet, index) => field(bet, step * (1 + 2 * index), 3 * row + dozen, 2 * step, half)),
  ];
}

function lines(cloth: Cloth): Place[] {
  const { step, row, line: wide } = cloth;
  const between = (bet: string, u: number, v: number): Place => ({ bet, box: turn(cloth, u - wide / 2, v + wide / 2, wide, row - wide), on: "line" });
  const over = (bet: string, u: number, v: number): Place => ({ bet, box: turn(cloth, u + wide / 2, v - wide / 2, step - wide, wide), on: "line" });
  return [
    ...[1, 2, 3].map((number) => between(`split:0-${number}`, step, row * rowOf(number))),
    ...NUMBERS.filter((number) => number <= 33).map((number) => between(`split:${number}-${number + 3}`, step * (2 + streetOf(number)), row * rowOf(number))),
    ...NUMBERS.filter((number) => number % 3 !== 0).map((number) => over(`split:${number}-${number + 1}`, step * (1 + streetOf(number)), row * rowOf(number))),
    ...STREETS.map((street) => over(`street:${[1, 2, 3].map((place) => 3 * street + place).join("-")}`, step * (1 + street), 3 * row)),
  ];
}

function points(cloth: Cloth): Place[] {
  const { step, row, line: wide } = cloth;
  const point = (bet: string, u: number, v: number): Place => ({ bet, box: turn(cloth, u - wide / 2, v - wide / 2, wide, wide), on: "line" });
  return [
    point("street:0-2-3", step, row),
    point("street:0-1-2", step, 2 * row),
    point("corner:0-1-2-3", step, 3 * row),
    ...NUMBERS.filter((number) => number <= 32 && number % 3 !== 0).map((number) =>
      point(`corner:${[0, 1, 3, 4].map((more) => number + more).join("-")}`, step * (2 + streetOf(number)), row * rowOf(number)),
    ),
    ...STREETS.slice(0, 11).map((street) => point(`six_line:${3 * street + 1}-${3 * street + 6}`, step * (2 + street), 3 * row)),
  ];
}

/** The numbers that a bet names in its code; outside bets name none. */
export function numbersOf(bet: string): number[] {
  const [family = "", named = ""] = bet.split(":");
  const numbers = named === "" ? [] : named.split("-").map(Number);
  if (family !== "six_line") return ["straight", "split", "street", "corner"].includes(family) ? numbers : [];
  const [first = 0] = numbers;
  return Array.from({ length: 6 }, (_, index) => first + index);
}
