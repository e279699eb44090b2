import type { Size } from "../../layouts/sized";
import { ems, SMALLEST } from "../../layouts/room";

/** A line of letters is so many times as high as they are. */
export const LINE_HIGH = 1.28;

/** Letters are measured before the font is there: some are wider than most. */
const SURELY = 1.1;

export interface Lines {
  lines: readonly string[];
  size: number;
}

/** The largest letters in which a text stands in a room, broken between words where that makes them larger. */
export function fitted(text: string, { w, h }: Size, most: number, lines = 2): Lines {
  const words = text.split(" ");
  const ways = Array.from({ length: Math.min(lines, words.length) }, (_, index) => broken(words, index + 1));
  const sized = ways.map((way) => ({ lines: way, size: sizeOf(way, { w, h }, most) }));
  const best = sized.reduce((best, one) => (one.size > best.size ? one : best));
  return { ...best, size: Math.max(SMALLEST, best.size) };
}

function sizeOf(lines: readonly string[], { w, h }: Size, most: number): number {
  const widest = Math.max(...lines.map(ems)) * SURELY;
  return Math.min(most, w / widest, h / lines.length / LINE_HIGH);
}

/** Words in so many lines, the widest as narrow as can be. */
function broken(words: readonly string[], lines: number): string[] {
  if (lines === 1) return [words.join(" ")];
  let best: string[] = [];
  for (let first = 1; first <= words.length - lines + 1; first += 1) {
    const way = [words.slice(0, first).join(" "), ...broken(words.slice(first), lines - 1)];
    if (!best.length || widestOf(way) < widestOf(best)) best = way;
  }
  return best;
}

const widestOf = (lines: readonly string[]): number => Math.max(...lines.map(ems));
