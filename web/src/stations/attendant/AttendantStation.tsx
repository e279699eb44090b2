import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { SoundSwitch } from "../../components/SoundSwitch";
import { Toasts } from "../../components/Toasts";
import { Disputes } from "../../staff/Disputes";
import { StaffShell } from "../../staff/StaffShell";
import { say } from "../../text/say";
import { DecideForm } from "./DecideForm";
import { DoneForm } from "./DoneForm";
import { Faults } from "./Faults";
import { Jobs } from "./Jobs";
import type { AttendantModel } from "./model";
import "./attendant.css";

/** A telephone in a hand: who waits comes first, then what fails, then what is disputed. */
export function AttendantStation({ model }: { model: AttendantModel }): JSX.Element {
  const done = useSignal("");
  const disputes = useSignal<string | null>(null);
  const own = model.own.value;
  const job = own?.jobs.find(({ kind, about }) => `${kind} ${about}` === done.value);
  return (
    <StaffShell model={model} title={own ? say("attendant.title", { pit: own.pit }) : ""}>
      {own && (
        <main class="attendant-main">
          <div class="attendant-head">
            <h2>{say("attendant.jobs", { n: own.jobs.length })}</h2>
            <SoundSwitch bell={model.bell} hush={model.hush} />
          </div>
          <div class="attendant-said">
            <Toasts />
          </div>
          <Jobs model={model} jobs={own.jobs} done={(one) => (done.value = `${one.kind} ${one.about}`)} dispute={(one) => (disputes.value = one.terminal)} />
          <Faults model={model} faults={own.faults} />
          <Disputes disputes={own.disputes} hands={model} />
          {own.disputable.length > 0 && (
            <button type="button" class="button attendant-wide" onClick={() => (disputes.value = "")} data-act="dispute">
              {say("attendant.dispute")}
            </button>
          )}
          {job && <DoneForm model={model} job={job} onClose={() => (done.value = "")} />}
          {disputes.value !== null && <DecideForm model={model} places={own.disputable} terminal={disputes.value} onClose={() => (disputes.value = null)} />}
        </main>
      )}
    </StaffShell>
  );
}
