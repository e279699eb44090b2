import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import type { Job } from "../../generated/feed";
import { ReasonField } from "../../staff/ReasonField";
import { say, type TextKey } from "../../text/say";
import type { AttendantModel } from "./model";

/** What it mostly was, by the kind of job. */
const COMMON: Record<string, readonly TextKey[]> = {
  call: ["reason.question", "reason.paper", "reason.note_jam", "reason.by_mistake"],
  hand_pay: ["reason.to_the_desk", "reason.brought"],
};

/** A job is done: what it was stands on record. */
export function DoneForm({ model, job, onClose }: { model: AttendantModel; job: Job; onClose: () => void }): JSX.Element {
  const reason = useSignal("");
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (await model.perform({ type: "CompleteTask", kind: job.kind, about: job.about, reason: reason.value })) onClose();
  };
  return (
    <Dialog title={`${say(`job.${job.kind}`)} · ${job.terminal}`} onClose={onClose}>
      <p class="act-words">{say(`attendant.done.${job.kind}`)}</p>
      <form class="act-form" onSubmit={(event) => void submit(event)} data-testid="done-form">
        <ReasonField common={COMMON[job.kind] ?? []} value={reason.value} change={(said) => (reason.value = said)} />
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={onClose}>
            {say("cancel")}
          </button>
          <button type="submit" class="button gold" data-testid="done-do">
            {say("attendant.done")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
