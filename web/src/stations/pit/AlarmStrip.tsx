import type { JSX } from "preact";
import { alarmWhat, alarmWhere } from "../../components/alarm-words";
import { Since } from "../../components/Since";
import { SoundSwitch } from "../../components/SoundSwitch";
import type { Alarm } from "../../generated/feed";
import { say } from "../../text/say";
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
        <SoundSwitch bell={model.bell} hush={model.hush} />
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

function Row({ alarm, heard, hear }: { alarm: Alarm; heard: boolean; hear: () => void }): JSX.Element {
  return (
    <li class={`alarm ${alarm.urgent ? "urgent" : "ordinary"} ${heard ? "heard" : ""}`} data-alarm={alarm.kind} data-heard={heard}>
      <div class="alarm-what">
        <strong>{alarmWhat(alarm)}</strong>
        <Since since={alarm.since} />
      </div>
      <p class="alarm-where">{alarmWhere(alarm)}</p>
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
