import type { JSX } from "preact";
import { beat, engineNow } from "../clock";
import { say } from "../text/say";
import { clockTime } from "../text/when";
import "./since.css";

export const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** For how long something is so, and since when. */
export function Since({ since }: { since: number }): JSX.Element {
  beat.value;
  const seconds = Math.max(0, Math.floor((engineNow() - since) / 1_000_000));
  return (
    <span class="alarm-since">
      <b>{seconds < 3_600 ? minutes(seconds) : say("pit.hours", { n: Math.floor(seconds / 3_600) })}</b> {say("pit.since", { time: clockTime(since) })}
    </span>
  );
}
