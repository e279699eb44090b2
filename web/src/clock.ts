import { signal } from "@preact/signals";

/**
 * Engine time on the screen.
 *
 * Every frame of the feed carries the engine's time in microseconds; between frames the page's own steady clock
 * runs on from there.  The wall clock of the terminal is never asked: it may be wrong or be set while we play.
 */
let offset = 0;
let known = false;
let last = 0;

/** The floor's time may go half a percent slower for a while, and no two steady clocks run quite alike. */
const DRIFT = 0.01;

export function hearEngineTime(micros: number, heardAt: number = performance.now()): void {
  const candidate = micros / 1000 - heardAt;
  // A frame that was late on the way shows an earlier time; the frame that travelled fastest is nearest the truth,
  // but not for ever.  A clear step (another server, a sleeping page) is believed at once.
  const least = offset - (heardAt - last) * DRIFT;
  offset = !known || offset - candidate > 2000 ? candidate : Math.max(candidate, least);
  last = heardAt;
  known = true;
}

export function engineNow(at: number = performance.now()): number {
  return (at + offset) * 1000;
}

export function forgetEngineTime(): void {
  known = false;
}

/** Beats some times a second; whoever draws a countdown reads it. */
export const beat = signal(0);

/** Seconds left, rounded up: 0 is shown when it is over and not before. */
export function secondsLeft(due: number, now: number): number {
  return Math.max(0, Math.ceil((due - now) / 1_000_000));
}

/** A tenth of a second is enough for a countdown; drawing every frame would keep a terminal's processor busy for nothing. */
export function startBeating(): void {
  setInterval(() => (beat.value += 1), 100);
}
