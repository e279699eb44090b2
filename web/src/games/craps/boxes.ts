import type { Box } from "../../layouts/props";

/** A box cut into parts beside each other, each as wide as its weight. */
export function across({ x, y, w, h }: Box, weights: readonly number[]): Box[] {
  return cut(weights, w).map(([from, long]) => ({ x: x + from, y, w: long, h }));
}

/** A box cut into parts one under the other, each as high as its weight. */
export function down({ x, y, w, h }: Box, weights: readonly number[]): Box[] {
  return cut(weights, h).map(([from, long]) => ({ x, y: y + from, w, h: long }));
}

export const even = (count: number): number[] => Array.from({ length: count }, () => 1);

/** Rows of so many parts each, one after the other; the last may have fewer, all as wide as the others. */
export function grid(box: Box, count: number, columns: number): Box[] {
  return down(box, even(Math.ceil(count / columns)))
    .flatMap((row) => across(row, even(columns)))
    .slice(0, count);
}

function cut(weights: readonly number[], long: number): [number, number][] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let from = 0;
  return weights.map((weight) => {
    const part = (long * weight) / sum;
    from += part;
    return [from - part, part];
  });
}
