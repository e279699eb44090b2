import type { Box } from "./props";

/**
 * How an area shares its room: what is printed on it, its odds, and a place of their own for the chips, so that no
 * pile hides what it lies on.  A cloth is drawn in the pixels of its screen; nothing here is ever scaled down.
 */
export interface Room {
  print: Box;
  odds: Box;
  chips: Box;
}

/** No word on a cloth is smaller, in pixels. */
export const SMALLEST = 12;
const EDGE = 4;
/** A line of odds with the air around it. */
export const LINE = 16;

/** Printed above, chips below it, odds at the foot; `part` of the height between is for the print. */
export function stacked({ x, y, w, h }: Box, part = 0.42, lines = 1): Room {
  const foot = LINE * lines;
  const inner = h - foot - 2 * EDGE;
  const print = { x: x + EDGE, y: y + EDGE, w: w - 2 * EDGE, h: inner * part };
  return {
    print,
    chips: { x: x + EDGE, y: print.y + print.h, w: w - 2 * EDGE, h: inner - print.h },
    odds: { x: x + EDGE, y: y + h - foot - EDGE / 2, w: w - 2 * EDGE, h: foot },
  };
}

/** Printed on the left, chips on the right, odds along the foot. */
export function beside({ x, y, w, h }: Box, part = 0.5): Room {
  const inner = { w: w - 2 * EDGE, h: h - LINE - 2 * EDGE };
  const print = { x: x + EDGE, y: y + EDGE, w: inner.w * part, h: inner.h };
  return {
    print,
    chips: { x: print.x + print.w, y: y + EDGE / 2, w: inner.w - print.w, h: inner.h },
    odds: { x: x + EDGE, y: y + h - LINE - EDGE / 2, w: inner.w, h: LINE },
  };
}

/** Printed above its odds on the left, chips on the right from top to foot. */
export function halved({ x, y, w, h }: Box, part = 0.6): Room {
  const left = (w - 2 * EDGE) * part;
  return {
    print: { x: x + EDGE, y: y + EDGE, w: left, h: h - LINE - 2 * EDGE },
    odds: { x: x + EDGE, y: y + h - LINE - EDGE / 2, w: left, h: LINE },
    chips: { x: x + EDGE + left, y: y + EDGE / 2, w: w - 2 * EDGE - left, h: h - EDGE },
  };
}

/** Printed on the left, odds one under the other in the middle, chips on the right. */
export function inThree({ x, y, w, h }: Box): Room {
  const inner = w - 2 * EDGE;
  const part = (from: number, to: number): Box => ({ x: x + EDGE + inner * from, y: y + EDGE, w: inner * (to - from), h: h - 2 * EDGE });
  return { print: part(0, 0.23), odds: part(0.23, 0.615), chips: part(0.615, 1) };
}

/** How wide a text is, in heights of its letters: enough to choose a size by. */
export function ems(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 1.02 : /[ilI.,: ]/.test(letter) ? 0.42 : /\d/.test(letter) ? 0.66 : 0.62), 0);
}

/** A line of names is so many times as high as its letters, and its letters stand so far under its upper edge. */
export const NAME_LINE = 1.34;
export const NAME_BASE = 1.08;

/** The largest letters a line may have in a room, up to a height that looks well. */
export function letters(text: string, { w, h }: Pick<Box, "w" | "h">, most: number): number {
  return Math.max(SMALLEST, Math.min(most, w / ems(text), h));
}

/** A pile with its rims, its lock and its height is so much wider and higher than its chips. */
const PILE_WIDE = 1.12;
const PILE_HIGH = 1.26;

/** How large chips lie in a room, and where their middle is. */
export function pileIn({ x, y, w, h }: Box, most: number): { size: number; x: number; y: number } {
  const size = Math.min(most, w / PILE_WIDE, h / PILE_HIGH);
  return { size, x: x + w / 2, y: y + h / 2 + size * 0.08 };
}
