import type { JSX } from "preact";
import { beat, engineNow, secondsLeft } from "../clock";
import { say } from "../text/say";
import "./countdown.css";

interface Props {
  /** Engine time the period ends, in microseconds. */
  due: number;
  /** How long the whole period is, for the ring. */
  period: number;
  /** What is left while the timer stands still, in microseconds; null while it runs. */
  frozen?: number | null;
  /** Whether somebody has to be quick before it is over. */
  hurries?: boolean;
}

/** How pressing it is: said by colour and by shape, for not everybody sees the colour. */
function urgency(seconds: number): "calm" | "soon" | "last" {
  if (seconds > 10) return "calm";
  return seconds > 5 ? "soon" : "last";
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const RADIUS = 44;
const ROUND = 2 * Math.PI * RADIUS;
const OCTAGON = "M31.8 6H68.2L94 31.8V68.2L68.2 94H31.8L6 68.2V31.8Z";

export function Countdown({ due, period, frozen = null, hurries = true }: Props): JSX.Element {
  beat.value;
  const now = engineNow();
  const left = frozen ?? Math.max(0, due - now);
  const seconds = frozen === null ? secondsLeft(due, now) : Math.ceil(frozen / 1_000_000);
  const part = period > 0 ? Math.min(1, left / period) : 0;
  const state = frozen !== null ? "frozen" : hurries ? urgency(seconds) : "calm";
  return (
    <div class={`countdown ${state}`} role="timer" aria-label={say("countdown.seconds", { n: seconds })}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        {state === "last" ? (
          <path d={OCTAGON} class="countdown-alarm" />
        ) : (
          <circle cx="50" cy="50" r={RADIUS} class="countdown-track" />
        )}
        {state === "soon" && <circle cx="50" cy="50" r="36" class="countdown-inner" />}
        {state !== "last" && (
          <circle cx="50" cy="50" r={RADIUS} class="countdown-ring" stroke-dasharray={`${ROUND * part} ${ROUND}`} transform="rotate(-90 50 50)" />
        )}
      </svg>
      <span class={`countdown-figure ${seconds > 99 ? "long" : ""}`} data-testid="countdown" data-seconds={seconds}>
        {seconds > 99 ? minutes(seconds) : seconds}
      </span>
    </div>
  );
}
