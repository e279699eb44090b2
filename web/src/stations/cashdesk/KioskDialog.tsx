import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import { toast } from "../../components/toasting";
import type { Approval, Authority, CashdeskCommand, KioskAtDesk } from "../../generated/feed";
import { figure, meter } from "../../money";
import { ApprovalFields, NOBODY } from "../../staff/ApprovalFields";
import { refusalText } from "../../text/refusal";
import { say } from "../../text/say";
import { dayAndTime } from "../../text/when";
import { kioskState } from "./KioskRows";
import type { CashDeskModel } from "./model";

interface Props {
  model: CashDeskModel;
  kiosk: KioskAtDesk;
  onClose: () => void;
}

/** What takes pieces of each cassette; the others are done at a touch. */
const BY_PIECES = ["load_kiosk", "unload_kiosk", "count_kiosk", "came_out"] as const;
type ByPieces = (typeof BY_PIECES)[number];

/** One kiosk: its cassettes, and what can be done with it. */
export function KioskDialog({ model, kiosk, onClose }: Props): JSX.Element {
  const act = useSignal<ByPieces | "">("");
  const press = (name: string, then: () => void): void => {
    const key = kiosk.acts.find((one) => one.act === name);
    // Two cashiers say what came out: that the second is still to come is no reason against it.
    if (!key || key.reason === "" || key.reason === "SECOND_PERSON_NEEDED") then();
    else toast("bad", refusalText(key.reason, key.data));
  };
  const now = (command: CashdeskCommand): void => void model.perform(command);
  return (
    <Dialog title={say("desk.kiosk.title", { kiosk: kiosk.kiosk })} onClose={onClose} wide>
      <p class="act-words" data-testid="kiosk-state">
        {kioskState(kiosk)}
      </p>
      <p class="act-words">
        {kiosk.counted_at > 0 && say(kiosk.over < 0 ? "desk.kiosk.was_short" : "desk.kiosk.was_over", { time: dayAndTime(kiosk.counted_at), amount: meter(Math.abs(kiosk.over)) })}
      </p>
      {act.value ? (
        <PiecesForm model={model} kiosk={kiosk} act={act.value} onDone={() => (act.value = "")} />
      ) : (
        <>
          <Cassettes kiosk={kiosk} />
          <div class="desk-keys">
            {kiosk.paying ? (
              <button type="button" class="button gold" onClick={() => press("came_out", () => (act.value = "came_out"))} data-act="came_out">
                {say("desk.came_out")}
              </button>
            ) : (
              <>
                <button type="button" class="button" onClick={() => press("load_kiosk", () => (act.value = "load_kiosk"))} data-act="load_kiosk">
                  {say("desk.load_kiosk")}
                </button>
                <button type="button" class="button" onClick={() => press("load_kiosk", () => (act.value = "unload_kiosk"))} data-act="unload_kiosk">
                  {say("desk.unload_kiosk")}
                </button>
                <button type="button" class="button" onClick={() => press("count_kiosk", () => (act.value = "count_kiosk"))} data-act="count_kiosk">
                  {say("desk.count_kiosk")}
                </button>
              </>
            )}
            {kiosk.is_open ? (
              <button type="button" class="button" onClick={() => press("close_kiosk", () => now({ type: "CloseKiosk", kiosk: kiosk.kiosk }))} data-act="close_kiosk">
                {say("desk.close_kiosk")}
              </button>
            ) : (
              <button type="button" class="button gold" onClick={() => press("open_kiosk", () => now({ type: "OpenKiosk", kiosk: kiosk.kiosk }))} data-act="open_kiosk">
                {say("desk.open_kiosk")}
              </button>
            )}
          </div>
          <form method="dialog" class="dialog-buttons">
            <button class="button">{say("close")}</button>
          </form>
        </>
      )}
    </Dialog>
  );
}

function Cassettes({ kiosk }: { kiosk: KioskAtDesk }): JSX.Element {
  return (
    <dl class="desk-figures kiosk-cassettes">
      {kiosk.values.map((value, place) => (
        <div key={place}>
          <dt>{say("desk.cassette", { n: place + 1, value: figure(value) })}</dt>
          <dd data-cassette={place + 1}>{say("desk.pieces", { n: kiosk.pieces[place] ?? 0, amount: meter(value * (kiosk.pieces[place] ?? 0)) })}</dd>
        </div>
      ))}
      <div class="total">
        <dt>{say("desk.holds")}</dt>
        <dd data-testid="kiosk-holds">{meter(kiosk.holds)}</dd>
      </div>
    </dl>
  );
}

/** How many of each cassette; one act after the other where each has its own. */
function PiecesForm({ model, kiosk, act, onDone }: { model: CashDeskModel; kiosk: KioskAtDesk; act: ByPieces; onDone: () => void }): JSX.Element {
  const said = useSignal<readonly string[]>(kiosk.values.map(() => ""));
  const approval = useSignal<Approval | null>(null);
  const authority = useSignal<Authority>(NOBODY);
  const waiting = useSignal(false);
  const pieces = said.value.map((one) => Number(one || "0"));
  const commands = commandsOf(kiosk, act, pieces);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (waiting.value || commands.length === 0) return;
    waiting.value = true;
    const found = await Promise.all(commands.map((one) => model.approval(one)));
    const needs = found.find((one) => !one.alone);
    if (needs && !authority.value.person) approval.value = needs;
    else if (await performAll(model, commands, found, authority.value)) return onDone();
    else authority.value = { ...authority.value, pin: "" };
    waiting.value = false;
  };
  const key = (place: number, text: string): void => {
    said.value = said.value.map((one, at) => (at === place ? text : one));
    approval.value = null;
  };
  return (
    <form class="act-form" onSubmit={(event) => void submit(event)} data-testid="pieces-form">
      <p class="act-words">{say(`desk.${act}.words`)}</p>
      <div class="kiosk-pieces">
        {kiosk.values.map((value, place) => (
          <label class="field" key={place}>
            <span class="label">
              {say("desk.cassette", { n: place + 1, value: figure(value) })}
              {act === "came_out" && ` ${say("desk.ordered", { n: kiosk.paying?.pieces[place] ?? 0 })}`}
            </span>
            <input name={`pieces-${place + 1}`} type="text" inputMode="numeric" pattern="[0-9]{0,6}" autocomplete="off" autoFocus={place === 0} required={act === "count_kiosk" || act === "came_out"} value={said.value[place]} onInput={(event) => key(place, event.currentTarget.value)} />
          </label>
        ))}
      </div>
      <ApprovalFields approval={approval.value} authority={authority.value} give={(one) => (authority.value = one)} />
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={onDone}>
          {say("cancel")}
        </button>
        <button type="submit" class="button gold" disabled={commands.length === 0 || waiting.value}>
          {say(`desk.${act}`)}
        </button>
      </div>
    </form>
  );
}

function commandsOf({ kiosk, paying }: KioskAtDesk, act: ByPieces, pieces: readonly number[]): readonly CashdeskCommand[] {
  if (act === "count_kiosk") return [{ type: "CountKiosk", kiosk, pieces }];
  if (act === "came_out") return paying ? [{ type: "StateDispensed", kiosk, order: paying.order, pieces, reason: say("desk.came_out.reason") }] : [];
  const sign = act === "load_kiosk" ? 1 : -1;
  return pieces.map((many, place): CashdeskCommand => ({ type: "LoadCassette", kiosk, cassette: place + 1, pieces: sign * many })).filter((_, place) => pieces[place]! > 0);
}

/** Do them one by one; what was done stays done when a later one is refused. */
async function performAll(model: CashDeskModel, commands: readonly CashdeskCommand[], found: readonly Approval[], authority: Authority): Promise<boolean> {
  for (const [place, command] of commands.entries()) {
    if (!(await model.perform(command, found[place]!.alone ? null : authority))) return false;
  }
  return true;
}
