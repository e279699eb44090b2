import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { LanguageSwitch } from "../../components/Chrome";
import { Dialog } from "../../components/Dialog";
import type { Sheet, SlipView, Terms } from "../../generated/feed";
import { meter } from "../../money";
import { Paper } from "../../paper/Paper";
import { SignaturePad } from "../../paper/SignaturePad";
import { isEnough, type Stroke } from "../../paper/strokes";
import { say } from "../../text/say";
import { language } from "../../text/spoken";
import type { CashDeskModel } from "./model";

interface Props {
  model: CashDeskModel;
  slip: SlipView;
  terms: Terms;
  signed: (strokes: readonly Stroke[]) => void;
  onClose: () => void;
}

/**
 * The form of a payment as it is on paper, in the player's language, and a pad beside it: he checks and signs.
 *
 * Rule: LT 9.1; SB 5.1; AC 4.1
 */
export function SignDialog({ model, slip, terms, signed, onClose }: Props): JSX.Element {
  const sheet = useSignal<Sheet | null>(null);
  const strokes = useSignal<readonly Stroke[]>([]);
  const spoken = language.value;
  useEffect(() => {
    void model.draw({ number: slip.number, paper: "form", terms, language: spoken }).then((drawn) => (sheet.value = drawn));
  }, [spoken]);
  const amount = meter(slip.amount);
  return (
    <Dialog title={say("desk.sign.title")} onClose={onClose} wide>
      <div class="desk-sign" data-testid="sign">
        {sheet.value ? <Paper sheet={{ ...sheet.value, lines: sheet.value.lines.filter((line) => line.type !== "signature") }} /> : <span class="spinner" aria-hidden="true" />}
        <div class="desk-sign-pad">
          <p>{say("desk.sign.here")}</p>
          <SignaturePad label={say("desk.sign.here")} strokes={strokes.value} change={(next) => (strokes.value = next)} />
          <div class="desk-keys">
            <LanguageSwitch />
            <button type="button" class="button" disabled={strokes.value.length === 0} onClick={() => (strokes.value = [])} data-act="sign_clear">
              {say("desk.sign.clear")}
            </button>
          </div>
        </div>
      </div>
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={onClose}>
          {say("cancel")}
        </button>
        <button type="button" class="button gold" disabled={!sheet.value || !isEnough(strokes.value)} onClick={() => signed(strokes.value)} data-testid="sign-do">
          {say("desk.sign.do", { amount })}
        </button>
      </div>
    </Dialog>
  );
}
