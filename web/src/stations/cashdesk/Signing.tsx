import type { JSX } from "preact";
import { signal, useSignal } from "@preact/signals";
import type { SlipView, Terms } from "../../generated/feed";
import { meter } from "../../money";
import { PaperKey } from "../../paper/PaperKey";
import { SignaturePad } from "../../paper/SignaturePad";
import type { Stroke } from "../../paper/strokes";
import { say } from "../../text/say";
import { language } from "../../text/spoken";
import type { CashDeskModel } from "./model";
import { SignDialog } from "./SignDialog";

const KEPT = "openfelt.signs";
const WAYS = ["screen", "paper"] as const;
type Way = (typeof WAYS)[number];

/** Where players sign at this desk: as last time; at first on the screen where it can be touched. */
const signs = signal<Way>(WAYS.find((way) => way === globalThis.localStorage?.getItem(KEPT)) ?? (globalThis.matchMedia?.("(any-pointer: coarse)").matches ? "screen" : "paper"));

interface Props {
  model: CashDeskModel;
  slip: SlipView;
  terms: Terms;
  /** What was signed on the screen; nothing where it was paper. */
  strokes: readonly Stroke[];
  signed: boolean;
  sign: (signed: boolean, strokes: readonly Stroke[]) => void;
}

/** The player checks the amount and signs: on this screen, or on paper, as house and cashier have it. */
export function Signing({ model, slip, terms, strokes, signed, sign }: Props): JSX.Element {
  const choose = (way: Way): void => {
    localStorage.setItem(KEPT, (signs.value = way));
    sign(false, []);
  };
  return (
    <>
      <div class="desk-paper" role="radiogroup" aria-label={say("desk.signs")}>
        {WAYS.map((way) => (
          <button type="button" class="button" role="radio" aria-checked={signs.value === way} onClick={() => choose(way)} data-signs={way} key={way}>
            {say(`desk.signs.${way}`)}
          </button>
        ))}
        {signs.value === "paper" && <PaperKey label="desk.print" act="print" prints draw={() => model.draw({ number: slip.number, paper: "form", terms, language: language.value })} />}
        <VoucherKey model={model} number={slip.number} />
      </div>
      {signs.value === "screen" ? (
        <OnScreen model={model} slip={slip} terms={terms} strokes={strokes} sign={sign} />
      ) : (
        <label class="check">
          <input type="checkbox" name="signed" checked={signed} onChange={(event) => sign(event.currentTarget.checked, [])} />
          <span>{say("desk.signed", { amount: meter(slip.amount) })}</span>
        </label>
      )}
    </>
  );
}

function OnScreen({ model, slip, terms, strokes, sign }: Omit<Props, "signed">): JSX.Element {
  const open = useSignal(false);
  const close = (): void => void (open.value = false);
  const done = strokes.length > 0;
  return (
    <div class={`desk-signed ${done ? "done" : ""}`} data-testid="signed" data-signed={done}>
      {done && <SignaturePad label={say("desk.sign.done", { amount: meter(slip.amount) })} strokes={strokes} />}
      <div>
        {done && <p>{say("desk.sign.done", { amount: meter(slip.amount) })}</p>}
        <button type="button" class="button" onClick={() => (open.value = true)} data-act="sign">
          {say(done ? "desk.sign.again" : "desk.sign")}
        </button>
      </div>
      {open.value && (
        <SignDialog
          model={model}
          slip={slip}
          terms={terms}
          onClose={close}
          signed={(next) => {
            sign(true, next);
            close();
          }}
        />
      )}
    </div>
  );
}

/** The voucher itself, as it is on paper. */
export function VoucherKey({ model, number }: { model: CashDeskModel; number: string }): JSX.Element {
  return <PaperKey label="desk.on_paper" act="on_paper" prints draw={() => model.draw({ number, paper: "slip" })} />;
}
