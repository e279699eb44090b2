import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Dialog } from "../components/Dialog";
import type { Approval, Authority, DisputeView } from "../generated/feed";
import { roleName, say } from "../text/say";
import { ApprovalFields, NOBODY } from "./ApprovalFields";
import { DISPUTE_REASONS } from "./DisputeFields";
import type { DisputeCommand, DisputeHands } from "./Disputes";
import { ReasonField } from "./ReasonField";
import { UpheldField } from "./RemedyFields";

export type Ending = "satisfied" | "unsatisfied" | "ask_review" | "review";

interface Props {
  dispute: DisputeView;
  way: Ending;
  hands: DisputeHands;
  onClose: () => void;
}

/** What is next in a dispute: handed on, decided again, or closed; whoever is not satisfied is told where to go first. */
export function DisputeDialog({ dispute, way, hands, onClose }: Props): JSX.Element {
  const upheld = useSignal(dispute.upheld);
  const reason = useSignal("");
  const advised = useSignal(false);
  const approval = useSignal<Approval | null>(null);
  const authority = useSignal<Authority>(NOBODY);
  const waiting = useSignal(false);
  const named = { table: dispute.table, dispute: dispute.dispute };
  const command = (): DisputeCommand => {
    if (way === "ask_review") return { type: "AskReview", ...named };
    if (way === "review") return { type: "ReviewDispute", ...named, upheld: upheld.value, reason: reason.value };
    return { type: "CloseDispute", ...named, satisfied: way === "satisfied", advised: advised.value };
  };
  useEffect(() => {
    void hands.approval(command()).then((found) => (approval.value = found));
  }, []);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (waiting.value) return;
    waiting.value = true;
    if (await hands.perform(command(), authority.value.person ? authority.value : null)) onClose();
    authority.value = { ...authority.value, pin: "" };
    waiting.value = false;
  };
  const hears = dispute.hears.map(roleName).join(say("list.between"));
  return (
    <Dialog title={`${say(`dispute.${way}`)} · ${say("dispute.number", { n: dispute.dispute })}`} onClose={onClose}>
      <p class="act-words">{say(`dispute.${way}.words`, { roles: dispute.reviews.map(roleName).join(say("list.between")) })}</p>
      <form class="act-form" onSubmit={(event) => void submit(event)} data-testid="dispute-form">
        {way === "review" && (
          <>
            <UpheldField no="dispute.no" upheld={upheld.value} change={(one) => (upheld.value = one)} />
            <ReasonField common={DISPUTE_REASONS} value={reason.value} change={(said) => (reason.value = said)} />
          </>
        )}
        {way === "unsatisfied" && hears && (
          <label class="check">
            <input type="checkbox" name="advised" required checked={advised.value} onChange={(event) => (advised.value = event.currentTarget.checked)} />
            <span>{say("dispute.advised", { roles: hears })}</span>
          </label>
        )}
        <ApprovalFields approval={approval.value} authority={authority.value} give={(one) => (authority.value = one)} />
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={onClose}>
            {say("cancel")}
          </button>
          <button type="submit" class="button gold" disabled={waiting.value} data-testid="dispute-do">
            {say(`dispute.${way}`)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
