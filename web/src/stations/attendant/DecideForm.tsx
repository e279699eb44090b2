import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import type { Approval, AttendantCommand, Authority, Disputable } from "../../generated/feed";
import { ApprovalFields, NOBODY } from "../../staff/ApprovalFields";
import { DISPUTE_REASONS, DisputeFields, type DisputeAbout } from "../../staff/DisputeFields";
import { ReasonField } from "../../staff/ReasonField";
import { UpheldField } from "../../staff/RemedyFields";
import { roleName, say } from "../../text/say";
import type { AttendantModel } from "./model";

interface Props {
  model: AttendantModel;
  places: readonly Disputable[];
  /** Where it was opened from, "" for none. */
  terminal: string;
  onClose: () => void;
}

/** A dispute as it is decided first: where, what the player says, and how whoever may has decided. */
export function DecideForm({ model, places, terminal, onClose }: Props): JSX.Element {
  const at = useSignal(Math.max(0, places.findIndex((one) => one.terminal === terminal)));
  const filled = useSignal<{ about: DisputeAbout; said: string; upheld: boolean; reason: string }>({ about: "outcome", said: "", upheld: false, reason: "" });
  const approval = useSignal<Approval | null>(null);
  const authority = useSignal<Authority>(NOBODY);
  const place = places[at.value] ?? places[0]!;
  const command = (): AttendantCommand => ({ type: "DecideDispute", table: place.table, terminal: place.terminal, ...filled.value });
  const fill = (part: Partial<typeof filled.value>): void => void (filled.value = { ...filled.value, ...part });
  useEffect(() => {
    authority.value = NOBODY;
    void model.approval(command()).then((found) => (approval.value = found));
  }, [at.value]);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (await model.perform(command(), authority.value.person ? authority.value : null)) return onClose();
    authority.value = { ...authority.value, pin: "" };
  };
  return (
    <Dialog title={say("act.dispute")} onClose={onClose}>
      <p class="act-words">{say("act.dispute.words")}</p>
      <form class="act-form" onSubmit={(event) => void submit(event)} data-testid="decide-form">
        <label class="field">
          <span class="label">{say("terminals.terminal")}</span>
          <select name="place" value={String(at.value)} onChange={(event) => (at.value = Number(event.currentTarget.value))}>
            {places.map((one, index) => (
              <option value={String(index)} key={`${one.terminal} ${one.table}`}>
                {one.terminal} · {one.table}
              </option>
            ))}
          </select>
        </label>
        {!place.alone && <p class="dispute-waits">{say("dispute.decides", { roles: place.decides.map(roleName).join(say("list.between")) })}</p>}
        <DisputeFields about={filled.value.about} said={filled.value.said} fill={fill} />
        <UpheldField no="dispute.no" upheld={filled.value.upheld} change={(upheld) => fill({ upheld })} />
        <ReasonField common={DISPUTE_REASONS} value={filled.value.reason} change={(reason) => fill({ reason })} />
        <ApprovalFields approval={approval.value} authority={authority.value} give={(one) => (authority.value = one)} />
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={onClose}>
            {say("cancel")}
          </button>
          <button type="submit" class="button gold" data-testid="decide-do">
            {say("dispute.decide")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
