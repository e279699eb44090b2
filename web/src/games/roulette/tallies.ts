import type { Result } from "../../generated/feed";
import { colourOf } from "./wheel";

/** What players count of past numbers.  It says nothing about the next one. */

export function numbersIn(results: readonly Result[]): number[] {
  return results.filter((result) => !result.void && result.number >= 0).map((result) => result.number);
}

export interface Pair {
  /** Bets whose names say what is counted. */
  bets: readonly [string, string];
  times: readonly [number, number];
}

/** The halves of the layout; the zero is in none of them. */
export function pairsOf(numbers: readonly number[]): Pair[] {
  const played = numbers.filter((number) => number > 0);
  const pair = (first: string, second: string, isFirst: (number: number) => boolean): Pair => {
    const times = played.filter(isFirst).length;
    return { bets: [first, second], times: [times, played.length - times] };
  };
  return [
    pair("red", "black", (number) => colourOf(number) === "red"),
    pair("even", "odd", (number) => number % 2 === 0),
    pair("low", "high", (number) => number <= 18),
  ];
}

/** How often each dozen and each row came. */
export function thirdsOf(numbers: readonly number[]): { family: "dozen" | "row"; times: readonly number[] }[] {
  const played = numbers.filter((number) => number > 0);
  const counted = (third: (number: number) => number): number[] => [1, 2, 3].map((wanted) => played.filter((number) => third(number) === wanted).length);
  return [
    { family: "dozen", times: counted((number) => Math.ceil(number / 12)) },
    { family: "row", times: counted((number) => ((number - 1) % 3) + 1) },
  ];
}

export interface Often {
  number: number;
  times: number;
}

/** The numbers that came most and least often; of equals the one that came last is hotter. */
export function hotAndCold(numbers: readonly number[], count: number): { hot: Often[]; cold: Often[] } {
  const all = Array.from({ length: 37 }, (_, number) => ({
    number,
    times: numbers.filter((one) => one === number).length,
    last: numbers.lastIndexOf(number),
  }));
  all.sort((a, b) => b.times - a.times || b.last - a.last || a.number - b.number);
  const often = ({ number, times }: Often): Often => ({ number, times });
  return { hot: all.filter(({ times }) => times > 0).slice(0, count).map(often), cold: all.slice(-count).reverse().map(often) };
}
