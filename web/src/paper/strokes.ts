/** What a hand writes on a pad of 1000 by 400, and how that is said: `x,y x,y;x,y x,y`, a stroke after the other. */

export const WIDTH = 1000;
export const HEIGHT = 400;
/** Less than that is a slip of the finger; the server says the same. */
const LEAST = 150;
/** What the server takes. */
const LONGEST = 6000;
/** Points nearer than that say nothing more of a hand. */
const STEP = 5;

export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

/** Where something is on a pad that stands there on the screen. */
export function onPad(at: { clientX: number; clientY: number }, pad: { left: number; top: number; width: number; height: number }): Point {
  return [inside((at.clientX - pad.left) / pad.width, WIDTH), inside((at.clientY - pad.top) / pad.height, HEIGHT)];
}

function inside(part: number, all: number): number {
  return Math.min(Math.max(Math.round(part * all), 0), all - 1);
}

/** A stroke that has gone on to a point. */
export function goneOn(stroke: Stroke, to: Point): Stroke {
  const last = stroke.at(-1);
  return last && distance(last, to) < STEP ? stroke : [...stroke, to];
}

function distance([x, y]: Point, [toX, toY]: Point): number {
  return Math.abs(x - toX) + Math.abs(y - toY);
}

/** Whether that may be somebody's name. */
export function isEnough(strokes: readonly Stroke[]): boolean {
  const lengths = thinned(strokes).map((stroke) => stroke.reduce((sum, point, place) => sum + distance(stroke[Math.max(place - 1, 0)]!, point), 0));
  return lengths.reduce((sum, one) => sum + one, 0) >= LEAST;
}

/** The strokes as they are kept. */
export function written(strokes: readonly Stroke[]): string {
  return said(thinned(strokes));
}

function said(strokes: readonly Stroke[]): string {
  return strokes.map((stroke) => stroke.map((point) => point.join(",")).join(" ")).join(";");
}

/** Whoever writes on and on keeps every second point, as often as it takes; where a stroke begins and ends stays. */
function thinned(strokes: readonly Stroke[]): readonly Stroke[] {
  let kept = strokes;
  while (said(kept).length > LONGEST && kept.some(({ length }) => length > 2)) {
    kept = kept.map((stroke) => stroke.filter((_, place) => place % 2 === 0 || place === stroke.length - 1));
  }
  return said(kept).length > LONGEST ? kept.slice(0, LONGEST / 20) : kept;
}

/** A stroke as SVG draws it; one point is a dot. */
export function drawn(stroke: Stroke): string {
  return `M${stroke.join("L")}L${stroke.at(-1)?.join(",") ?? ""}`;
}
