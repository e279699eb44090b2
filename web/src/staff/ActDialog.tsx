import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Dialog } from "../components/Dialog";
import { toastAnswer } from "../components/toasting";
import type { Approval, Authority, DisplayView, Effect, Refused, Seat } from "../generated/feed";
import { known, say } from "../text/say";
import { ActFields } from "./ActFields";
import { isWeighed, type Act, type Filled, type Hands } from "./acts";
import { ApprovalFields, NOBODY } from "./ApprovalFields";
import { EffectStep } from "./EffectStep";
import { roundsFor } from "./rounds";
import "./staff.css";

interface Props {
  act: Act;
  /** The table or terminal it is done to. */
  target: string;
  table: DisplayView;
  seats: readonly Seat[];
  hands: Hands;
  onClose: () => void;
  /** What has to be seen while the form is filled in. */
  children?: ComponentChildren;
}

function empty(act: Act, table: DisplayView, seats: readonly Seat[]): Filled {
  const wager = { terminal: seats[0]?.terminal ?? "", bet: table.bets[0]?.code ?? "", amount: 0 };
  const fresh = { reason: "", rounds: -1, cards: [], dice: [], number: -1, limits: table.limits, now: false, ground: "disruption", forfeit: [], rule: "", upheld: false, about: "outcome", said: "", how: "", batch: "", cut: 0, end: 0, set: "", seal: "" } as const;
  return { ...fresh, ...wager, table: table.table, round: roundsFor(act, table)[0] ?? 0 };
}

/** What was shown to whoever decides; `changed`: it is not what he was shown before. */
interface Shown {
  effect: Effect;
  changed: boolean;
}

/**
 * Asks for what an act needs, and does it once.
 *
 * What moves money takes two steps: the server says what it would do, and only what was shown is done.  Should the floor
 * have gone on meanwhile, nothing is done and the new effect is shown instead.
 */
export function ActDialog({ act, target, table, seats, hands, onClose, children }: Props): JSX.Element {
  const filled = useSignal<Filled>(empty(act, table, seats));
  const authority = useSignal<Authority>(NOBODY);
  const approval = useSignal<Approval | null>(null);
  const shown = useSignal<Shown | null>(null);
  const waiting = useSignal(false);
  // A second touch may come before the screen has been drawn again: a key that is drawn closed is not enough.
  const busy = useRef(false);
  const command = () => act.command(target, filled.value);
  const weighed = isWeighed(act, command());
  const given = (): Authority | null => (authority.value.person ? authority.value : null);
  useEffect(() => {
    void hands.approval(command()).then((found) => (approval.value = found));
  }, []);

  const once = async (work: () => Promise<void>): Promise<void> => {
    if (busy.current) return;
    busy.current = waiting.value = true;
    await work().finally(() => (busy.current = waiting.value = false));
  };
  const refused = (answer: Refused): void => {
    toastAnswer(answer);
    // A wrong PIN is keyed anew, not put right digit by digit.
    if (answer.code === "SECOND_PERSON_NEEDED") authority.value = { ...authority.value, pin: "" };
  };
  const show = async (changed: boolean): Promise<void> => {
    const answer = await hands.weigh(command(), given());
    shown.value = answer.type === "weighed" ? { effect: answer.effect, changed } : null;
    if (answer.type === "refusal") refused(answer);
  };
  const perform = async (seen: string): Promise<void> => {
    const answer = await hands.attempt(command(), given(), seen);
    if (answer.type === "ack") return onClose();
    if (hasChanged(answer)) return show(true);
    shown.value = null;
    refused(answer);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void once(() => (weighed ? show(false) : perform(act.seen ?? "")));
  };
  const wide = shown.value === null && act.fields.length > 0;
  return (
    <Dialog title={`${say(`act.${act.name}`)} · ${target}`} onClose={onClose} wide={wide}>
      {shown.value ? (
        <EffectStep
          act={act}
          {...shown.value}
          waiting={waiting.value}
          moving={table.phase === "wagering" && !table.suspended}
          back={() => (shown.value = null)}
          perform={(seen) => void once(() => perform(seen))}
        />
      ) : (
        <>
          {known(`act.${act.name}.words`) && <p class="act-words">{say(`act.${act.name}.words`)}</p>}
          {children}
          <form class="act-form" onSubmit={submit} data-testid="act-form">
            <div class="act-fields">
              <ActFields act={act} table={table} seats={seats} filled={filled.value} fill={(part) => (filled.value = { ...filled.value, ...part })} />
            </div>
            <ApprovalFields approval={approval.value} authority={authority.value} give={(one) => (authority.value = one)} />
            <div class="dialog-buttons">
              <button type="button" class="button" onClick={onClose}>
                {say("cancel")}
              </button>
              <FirstKey act={act} weighed={weighed} waiting={waiting.value} />
            </div>
          </form>
        </>
      )}
    </Dialog>
  );
}

/** What is done at once says so; what is weighed first promises no more than to show it. */
function FirstKey({ act, weighed, waiting }: { act: Act; weighed: boolean; waiting: boolean }): JSX.Element {
  return weighed ? (
    <button class="button gold" disabled={waiting} data-testid="act-show">
      {say("act.show")}
    </button>
  ) : (
    <button class={`button ${act.tone ?? "gold"}`} disabled={waiting} data-testid="act-do">
      {say(`act.${act.name}`)}
    </button>
  );
}

/** Whether it is to be looked at again: it would do something else, or what was shown no longer counts. */
function hasChanged(answer: Refused): boolean {
  return answer.data["why"] === "changed_meanwhile" || answer.data["why"] === "effect_not_seen";
}
