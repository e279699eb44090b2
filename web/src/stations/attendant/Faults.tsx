import type { JSX } from "preact";
import { alarmWhat, alarmWhere } from "../../components/alarm-words";
import { Since } from "../../components/Since";
import type { Alarm } from "../../generated/feed";
import { say } from "../../text/say";
import type { AttendantModel } from "./model";

/** What fails at terminals: which one to open, and what to look for.  It goes by itself once it works. */
export function Faults({ model, faults }: { model: AttendantModel; faults: readonly Alarm[] }): JSX.Element | null {
  if (faults.length === 0) return null;
  return (
    <section class="attendant-faults" aria-label={say("attendant.faults")} data-testid="faults">
      <h3>{say("attendant.faults")}</h3>
      <ul>
        {faults.map((fault) => (
          <li class={`fault panel ${fault.urgent ? "urgent" : ""}`} data-fault={fault.kind} key={fault.id}>
            <header>
              <strong>{alarmWhat(fault)}</strong>
              <Since since={fault.since} />
            </header>
            <p>{alarmWhere(fault)}</p>
            <p class="fault-do">{say(`alarm.${fault.kind}.do`)}</p>
            {!model.hush.isHeard(fault) && (
              <button type="button" class="button" onClick={() => model.hush.hear([fault])} data-act="hear">
                {say("pit.hear")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
