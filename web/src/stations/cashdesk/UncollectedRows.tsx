import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import { toast } from "../../components/toasting";
import type { Approval, Authority, CashDeskView, CashdeskCommand, CreditWaits, DropToCount } from "../../generated/feed";
import { meter } from "../../money";
import { ApprovalFields, NOBODY } from "../../staff/ApprovalFields";
import { ReasonField } from "../../staff/ReasonField";
import { say } from "../../text/say";
import { dayAndTime } from "../../text/when";
import { AmountDialog } from "./AmountDialog";
import type { CashDeskModel } from "./model";

/** Note stackers to be counted, and credit that was left at the day's end. */
export function UncollectedRows({ model, desk }: { model: CashDeskModel; desk: CashDeskView }): JSX.Element {
  const drop = useSignal("");
  const left = useSignal<CreditWaits | null>(null);
  return (
    <>
      {desk.drops.map((one) => (
        <li key={one.drop}>
          <button type="button" class={`button ${one.counted >= 0 && one.counted !== one.expected ? "held" : ""}`} onClick={() => one.counted < 0 && (drop.value = one.drop)} data-drop={one.drop}>
            <b>{one.counted < 0 ? "?" : meter(one.counted)}</b>
            <span>{say("desk.row.drop", { terminal: one.terminal })}</span>
            <i>{dropWords(one)}</i>
          </button>
        </li>
      ))}
      {desk.credits.map((one) => (
        <li key={`${one.pit}/${one.terminal}`}>
          <button type="button" class="button" onClick={() => (left.value = one)} data-credit-left={one.terminal}>
            <b>{meter(one.amount)}</b>
            <span>{say("desk.row.left", { terminal: one.terminal })}</span>
            <i>{one.pit}</i>
          </button>
        </li>
      ))}
      {drop.value && <AmountDialog model={model} act="count_drop" command={(counted) => ({ type: "CountDrop", drop: drop.value, counted })} onClose={() => (drop.value = "")} />}
      {left.value && <AbandonDialog model={model} left={left.value} onClose={() => (left.value = null)} />}
    </>
  );
}

function dropWords({ since, expected, counted }: DropToCount): string {
  if (counted < 0) return say("desk.row.drop.since", { time: dayAndTime(since) });
  const over = counted - expected;
  return say(over < 0 ? "desk.row.drop.short" : "desk.row.drop.over", { expected: meter(expected), amount: meter(Math.abs(over)) });
}

/** Two cashiers say that nobody comes for it: it leaves the terminal, and is nobody's until somebody does. */
function AbandonDialog({ model, left, onClose }: { model: CashDeskModel; left: CreditWaits; onClose: () => void }): JSX.Element {
  const reason = useSignal("");
  const approval = useSignal<Approval | null>(null);
  const authority = useSignal<Authority>(NOBODY);
  const { pit, terminal, account } = left;
  const command = (): CashdeskCommand => ({ type: "DeclareAbandoned", pit, terminal, account, reason: reason.value });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = approval.value ?? (await model.approval(command()));
    if (!authority.value.person) {
      approval.value = found;
    } else if (await model.perform(command(), authority.value)) {
      toast("good", say("desk.abandon.done", { terminal }));
      onClose();
    } else {
      authority.value = { ...authority.value, pin: "" };
    }
  };
  return (
    <Dialog title={say("desk.abandon")} onClose={onClose} wide>
      <p class="act-words">{say("desk.abandon.words", { terminal, amount: meter(left.amount) })}</p>
      <form class="act-form" onSubmit={(event) => void submit(event)} data-testid="abandon-form">
        <ReasonField common={["reason.abandoned"]} value={reason.value} change={(said) => (reason.value = said)} />
        <ApprovalFields approval={approval.value} authority={authority.value} give={(one) => (authority.value = one)} />
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={onClose}>
            {say("cancel")}
          </button>
          <button type="submit" class="button gold">
            {say("desk.abandon")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
