import type { JSX } from "preact";
import { beat, engineNow } from "../../clock";
import type { Alarm } from "../../generated/feed";
import { meter } from "../../money";
import { deviceName, say } from "../../text/say";
import type { PitModel } from "./model";

/** What has to be seen to, the newest first, and what of it is heard. */
export function AlarmStrip({ model }: { model: PitModel }): JSX.Element {
  const alarms = model.alarms.value;
  const loud = alarms.filter((alarm) => !model.hush.isHeard(alarm));
  return (
    <aside class={`alarm-strip panel ${loud.length > 0 ? "loud" : ""}`} aria-label={say("pit.alarms")}>
      <header class="alarm-head">
        <h2>
          {say("pit.alarms")} <b data-testid="alarm-count">{alarms.length}</b>
        </h2>
        {loud.length > 1 && (
          <button type="button" class="button" onClick={() => model.hush.hear(alarms)} data-testid="hear-all">
            {say("pit.hear_all")}
          </button>
        )}
        <Sound model={model} />
      </header>
      {alarms.length === 0 && <p class="alarm-none">{say("pit.quiet")}</p>}
      <ol class="alarm-list" aria-live="assertive">
        {alarms.map((alarm) => (
          <Row alarm={alarm} heard={model.hush.isHeard(alarm)} hear={() => model.hush.hear([alarm])} key={alarm.id} />
        ))}
      </ol>
    </aside>
  );
}

/** Whether anybody can hear it: said in words, for silence says nothing. */
function Sound({ model }: { model: PitModel }): JSX.Element {
  const { bell, hush } = model;
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

const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function Row({ alarm, heard, hear }: { alarm: Alarm; heard: boolean; hear: () => void }): JSX.Element {
  return (
    <li class={`alarm ${alarm.urgent ? "urgent" : "ordinary"} ${heard ? "heard" : ""}`} data-alarm={alarm.kind} data-heard={heard}>
      <div class="alarm-what">
        <strong>{what(alarm)}</strong>
        <Since since={alarm.since} />
      </div>
      <p class="alarm-where">{where(alarm)}</p>
      <p class="alarm-do">{say(`alarm.${alarm.kind}.do`)}</p>
      {heard ? (
        <span class="alarm-heard">{say("pit.heard")}</span>
      ) : (
        <button type="button" class="button" onClick={hear} data-testid="hear">
          {say("pit.hear")}
        </button>
      )}
    </li>
  );
}

function what({ kind, about, amount, count }: Alarm): string {
  switch (kind) {
    case "suspended":
      return say(`suspended.${about}`);
    case "warning":
      return say(`warning.${about}`, { n: count });
    case "task_overdue":
      return say("alarm.task_overdue", { task: say(`task.${about}`) });
    default:
      return say(`alarm.${kind}`, { amount: meter(amount), n: count });
  }
}

/** The place in a few words; whom a warning is about keeps his name. */
function where({ table, terminal, seat, about, who, kind }: Alarm): string {
  const device = kind === "device_silent" || kind === "device_away" ? deviceName(about).device : "";
  const at = seat > 0 ? say("pit.seat", { terminal, seat }) : terminal;
  return [table, at, device, who].filter(Boolean).join(" · ");
}

function Since({ since }: { since: number }): JSX.Element {
  beat.value;
  const seconds = Math.max(0, Math.floor((engineNow() - since) / 1_000_000));
  const time = new Date(since / 1_000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  return (
    <span class="alarm-since">
      <b>{seconds < 3_600 ? minutes(seconds) : say("pit.hours", { n: Math.floor(seconds / 3_600) })}</b> {say("pit.since", { time })}
    </span>
  );
}
