import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { engineNow } from "../../clock";
import { Dialog } from "../../components/Dialog";
import type { SlipView } from "../../generated/feed";
import { ReasonField } from "../../staff/ReasonField";
import { say } from "../../text/say";
import type { CashDeskModel } from "./model";

const HOUR_US = 3_600_000_000;
const HOURS = [1, 4, 24, 48, 72] as const;

/** Payment that waits for more verification until a time agreed with the player. */
export function DeferForm({ model, slip }: { model: CashDeskModel; slip: SlipView }): JSX.Element {
  const isOpen = useSignal(false);
  const hours = useSignal<number>(24);
  const reason = useSignal("");
  const close = (): void => void (isOpen.value = false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const until = Math.round(engineNow() + hours.value * HOUR_US);
    if (await model.perform({ type: "DeferPayment", number: slip.number, until, reason: reason.value })) close();
  };
  return (
    <>
      <button type="button" class="button" onClick={() => (isOpen.value = true)} data-act="defer">
        {say("desk.defer")}
      </button>
      {isOpen.value && (
        <Dialog title={say("desk.defer")} onClose={close}>
          <p class="act-words">{say("desk.defer.words")}</p>
          <form class="act-form" onSubmit={(event) => void submit(event)}>
            <label class="field">
              <span class="label">{say("desk.defer.until")}</span>
              <select name="hours" value={String(hours.value)} onChange={(event) => (hours.value = Number(event.currentTarget.value))}>
                {HOURS.map((one) => (
                  <option value={String(one)} key={one}>
                    {say("desk.hours", { n: one })}
                  </option>
                ))}
              </select>
            </label>
            <ReasonField common={["reason.verification"]} value={reason.value} change={(said) => (reason.value = said)} />
            <div class="dialog-buttons">
              <button type="button" class="button" onClick={close}>
                {say("cancel")}
              </button>
              <button type="submit" class="button gold">
                {say("desk.defer")}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
