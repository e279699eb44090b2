import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import type { Approval, Authority, CashdeskCommand } from "../../generated/feed";
import { ApprovalFields, NOBODY } from "../../staff/ApprovalFields";
import { ReasonField } from "../../staff/ReasonField";
import { say, type TextKey } from "../../text/say";
import type { CashDeskModel } from "./model";

interface Props {
  model: CashDeskModel;
  /** The key that opens it, named so in tests. */
  act: "release" | "hold" | "demand" | "write_off" | "agreed_end";
  words?: string;
  common: readonly TextKey[];
  command: (reason: string) => CashdeskCommand;
  done?: () => void;
}

/** An act that has to say why: by the cashier, or by whoever may with his own PIN. */
export function ReasonForm({ model, act, words = say(`desk.${act}.words`), common, command, done }: Props): JSX.Element {
  const approval = useSignal<Approval | null>(null);
  const authority = useSignal<Authority>(NOBODY);
  const reason = useSignal("");
  const close = (): void => void (approval.value = null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (await model.perform(command(reason.value), authority.value.person ? authority.value : null)) {
      close();
      return done?.();
    }
    authority.value = { ...authority.value, pin: "" };
  };
  return (
    <>
      <button type="button" class="button" onClick={() => void model.approval(command("")).then((found) => (approval.value = found))} data-act={act}>
        {say(`desk.${act}`)}
      </button>
      {approval.value && (
        <Dialog title={say(`desk.${act}`)} onClose={close} wide>
          <p class="act-words">{words}</p>
          <form class="act-form" onSubmit={(event) => void submit(event)}>
            <ReasonField common={common} value={reason.value} change={(said) => (reason.value = said)} />
            <ApprovalFields approval={approval.value} authority={authority.value} give={(one) => (authority.value = one)} />
            <div class="dialog-buttons">
              <button type="button" class="button" onClick={close}>
                {say("cancel")}
              </button>
              <button type="submit" class="button gold">
                {say(`desk.${act}`)}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
