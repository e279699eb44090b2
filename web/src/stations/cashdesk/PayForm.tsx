import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { toast } from "../../components/toasting";
import type { Approval, Authority, CashdeskCommand, SlipView, Terms } from "../../generated/feed";
import { meter } from "../../money";
import { ApprovalFields, NOBODY } from "../../staff/ApprovalFields";
import type { Stroke } from "../../paper/strokes";
import { say } from "../../text/say";
import type { CashDeskModel } from "./model";
import { DeferForm } from "./DeferForm";
import { Signing } from "./Signing";

interface Props {
  model: CashDeskModel;
  slip: SlipView;
}

/** A form leaves nothing open. */
type Filled = Required<Terms>;

const FORMS: readonly Filled["form"][] = ["cash", "cheque", "transfer"];
const PAPERS: readonly Filled["identity"][] = ["", "passport", "licence", "photo_card"];

/** How a slip is paid: what the player asked for and gets, his signature, who he is, and who else is there. */
export function PayForm({ model, slip }: Props): JSX.Element {
  const terms = useSignal<Filled>({ asked: "cash", form: "cash", signed: false, identity: "", signature: "" });
  const strokes = useSignal<readonly Stroke[]>([]);
  const approval = useSignal<Approval | null>(null);
  const authority = useSignal<Authority>(NOBODY);
  const waiting = useSignal(false);
  const change = (part: Partial<Filled>): void => {
    // What he has signed says these terms: for others he signs again.
    if (strokes.value.length) part = { ...part, signed: false };
    strokes.value = [];
    terms.value = { ...terms.value, ...part };
  };
  const command = (given: Filled): CashdeskCommand =>
    slip.kind === "ticket" ? { type: "RedeemTicket", number: slip.number, terms: given } : { type: "PayHandPay", voucher: slip.number, terms: given };
  useEffect(() => {
    // Asked as if all the rest were done: then only the other cashier is missing.
    if (slip.takes_two) void model.approval(command({ asked: "cash", form: "cheque", signed: true, identity: "passport", signature: "" })).then((found) => (approval.value = found));
  }, []);
  const { asked, form, signed, identity } = terms.value;
  const lacks = (slip.takes_form && !signed) || (slip.takes_identity && !identity);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (lacks || waiting.value) return;
    waiting.value = true;
    const signature = strokes.value.length ? await model.keep(slip.number, terms.value, strokes.value) : "";
    if (signature === null) return void (waiting.value = false);
    const done = await model.perform(command({ ...terms.value, signature }), authority.value.person ? authority.value : null);
    if (done) toast("good", form === "cash" ? say("desk.done.cash", { amount: meter(slip.cash) }) : say(`desk.done.${form}`, { amount: meter(slip.amount) }));
    else authority.value = { ...authority.value, pin: "" };
    waiting.value = false;
  };
  return (
    <form class="desk-pay" onSubmit={(event) => void submit(event)} data-testid="pay-form">
      <div class="desk-terms">
        <Choice name="asked" label={say("desk.asked")} value={asked} options={FORMS} change={(one) => change({ asked: one as Filled["asked"] })} />
        <Choice name="form" label={say("desk.form")} value={form} options={FORMS} change={(one) => change({ form: one as Filled["form"] })} />
        <Choice
          name="identity"
          label={say(slip.takes_identity ? "desk.identity.needed" : "desk.identity")}
          value={identity}
          options={PAPERS}
          required={slip.takes_identity}
          change={(one) => change({ identity: one as Filled["identity"] })}
        />
      </div>
      {slip.takes_form && (
        <Signing
          model={model}
          slip={slip}
          terms={terms.value}
          strokes={strokes.value}
          signed={signed}
          sign={(isSigned, next) => {
            strokes.value = next;
            terms.value = { ...terms.value, signed: isSigned };
          }}
        />
      )}
      <ApprovalFields approval={approval.value} authority={authority.value} give={(one) => (authority.value = one)} />
      <div class="desk-keys">
        <button type="submit" class="button gold desk-do" disabled={lacks || waiting.value} data-testid="pay">
          {form === "cash" ? say("desk.pay", { amount: meter(slip.cash) }) : say(`desk.pay.${form}`, { amount: meter(slip.amount) })}
        </button>
        {slip.may_wait && <DeferForm model={model} slip={slip} />}
      </div>
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  options: readonly string[];
  required?: boolean;
  change: (value: string) => void;
}

function Choice({ name, label, value, options, required = false, change }: ChoiceProps): JSX.Element {
  return (
    <label class="field">
      <span class="label">{label}</span>
      <select name={name} value={value} required={required} onChange={(event) => change(event.currentTarget.value)}>
        {options.map((one) => (
          <option value={one} key={one}>
            {say(`desk.${name === "identity" ? "paper" : "way"}.${one || "none"}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
