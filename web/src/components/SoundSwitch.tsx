import type { JSX } from "preact";
import { beat } from "../clock";
import { say } from "../text/say";
import type { Bell } from "./bell";
import type { Hush } from "./hush";
import { minutes } from "./Since";

/** Whether anybody can hear it: said in words, for silence says nothing. */
export function SoundSwitch({ bell, hush }: { bell: Bell; hush: Hush }): JSX.Element {
  if (!bell.allowed.value) {
    return (
      <button type="button" class="button gold" onClick={() => bell.allow()} data-testid="allow-sound" data-sound="off">
        {say("pit.allow")}
      </button>
    );
  }
  beat.value;
  if (!hush.muted.value) {
    return (
      <button type="button" class="button quiet" onClick={() => hush.mute()} data-testid="mute" data-sound="on">
        {say("pit.mute")}
      </button>
    );
  }
  const left = Math.max(0, Math.ceil((hush.mutedUntil.value - Date.now()) / 1_000));
  return (
    <button type="button" class="button danger" onClick={() => hush.unmute()} data-testid="unmute" data-sound="muted">
      {say("pit.muted", { time: minutes(left) })}
    </button>
  );
}
