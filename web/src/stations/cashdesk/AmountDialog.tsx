import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import type { Approval, Authority, CashdeskCommand } from "../../generated/feed";
import { ApprovalFields, NOBODY } from "../../staff/ApprovalFields";
import { centsOf } from "../../staff/LimitsFields";
import { say } from "../../text/say";
import type { CashDeskModel } from "./model";

interface Props {
  model: CashDeskModel;
  act: string;
  command: (amount: number) => CashdeskCommand;
  onClose: () => void;
}

/** Asks for an amount of cash, and for another cashier where the house wants one to count it too. */
export function AmountDialog({ model, act, command, onClose }: Props): JSX.Element {
  const text = useSignal("");
  const approval = useSignal<Approval | null>(null);
  const authority = useSignal<Authority>(NOBODY);
  const waiting = useSignal(false);
  const amount = centsOf(text.value);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (amount < 0 || waiting.value) return;
    waiting.value = true;
    const found = await model.approval(command(amount));
    if (!found.alone && !authority.value.person) approval.value = found;
    else if (await model.perform(command(amount), found.alone ? null : authority.value)) return onClose();
    else authority.value = { ...authority.value, pin: "" };
    waiting.value = false;
  };
  return (
    <Dialog title={say(`desk.${act}`)} onClose={onClose} wide={approval.value !== null}>
      <p class="act-words">{say(`desk.${act}.words`)}</p>
      <form class="act-form" onSubmit={(event) => void submit(event)} data-testid="amount-form">
        <label class="field">
          <span class="label">{say("desk.amount")}</span>
          <input
            name="amount"
            type="text"
            inputMode="decimal"
            autocomplete="off"
            autoFocus
            required
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
              approval.value = null;
            }}
          />
          {text.value !== "" && amount < 0 && <span class="field-error">{say("desk.amount.wrong")}</span>}
        </label>
        <ApprovalFields approval={approval.value} authority={authority.value} give={(one) => (authority.value = one)} />
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={onClose}>
            {say("cancel")}
          </button>
          <button type="submit" class="button gold" disabled={amount < 0 || waiting.value}>
            {say(`desk.${act}`)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
