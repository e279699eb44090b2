import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { rackFor } from "../../chips";
import { ChipRack } from "../../components/ChipRack";
import { Toasts } from "../../components/Toasts";
import { toast } from "../../components/toasting";
import { useTruth } from "../../components/truth";
import type { DisplayView, Play, PlayerView } from "../../generated/feed";
import { meter } from "../../money";
import { momentOf } from "../../table/moment";
import { refusalText, type Data } from "../../text/refusal";
import { say, type TextKey } from "../../text/say";
import { isOpen, isPaid, pendingAmount } from "./chips-shown";
import { MoneyIn } from "./MoneyIn";
import type { PlayerModel } from "./model";
import { ServiceLine } from "./ServiceLine";

interface Props {
  model: PlayerModel;
  view: PlayerView;
  table: DisplayView;
  play: Play;
}

/** The player's edge of the table: meters, chips, keys. */
export function MoneyBar(props: Props): JSX.Element {
  const { model, view, table } = props;
  const { minimum, maximum, unit } = table.limits;
  const chips = rackFor(minimum, maximum || table.limits.differential || 0, unit);
  useEffect(() => {
    if (!chips.some((chip) => chip.cents === model.chosen.value)) model.chosen.value = chips[0]?.cents ?? 0;
  }, [table.table, minimum, maximum, unit]);
  return (
    <footer class="money-bar">
      <Meters {...props} />
      <div class="rack-place">
        <ChipRack
          chips={chips}
          chosen={model.chosen}
          disabled={!isOpen(table) || Boolean(table.suspended)}
          onDrop={(cents, bet) => model.stage(table, bet, cents)}
        />
      </div>
      <Keys {...props} />
      <div class="money-keys">
        <MoneyIn model={model} view={view} table={table} />
        <Key label="key.cash_out" why={view.cash_out} data={view.cash_out_data} press={() => model.cashOut()} id="cash-out" />
        <Key label={view.called ? "key.called" : "key.call"} why="" press={() => model.service("CallAttendant")} id="call" pressed={view.called} />
      </div>
      <div class="message-line">
        {view.collect && <b role="status" data-testid="collect">{say("notice.collect")}</b>}
        <ServiceLine model={model} view={view} />
        <Toasts />
      </div>
    </footer>
  );
}

function Meters({ model, view, table, play }: Props): JSX.Element {
  const pending = pendingAmount(table, model.feed.unanswered.list.value);
  const { credit, win } = useMeters(view, table, play);
  return (
    <div class="meters">
      <Meter name="meter.credit" amount={credit} id="credit" />
      <Meter name="meter.staked" amount={view.staked} id="staked" />
      <Meter name="meter.win" amount={win} id="win" />
      <span class="meter-pending" data-testid="pending" aria-live="polite">
        {pending > 0 ? say("meter.pending", { amount: meter(pending) }) : ""}
      </span>
    </div>
  );
}

/** Dice rest before they pay: the meters wait for those that still roll here, and no longer. */
function useMeters(view: PlayerView, table: DisplayView, play: Play): Pick<PlayerView, "credit" | "win"> {
  const shown = useRef(view);
  const rolls = isPaid(table, play) && momentOf(table).moving;
  if (!rolls || shown.current.terminal !== view.terminal) shown.current = view;
  return shown.current;
}

function Meter({ name, amount, id }: { name: TextKey; amount: number; id: string }): JSX.Element {
  return (
    <div class={`meter ${id}`}>
      <span class="label">{say(name)}</span>
      <b data-testid={id} data-cents={amount}>{meter(amount)}</b>
    </div>
  );
}

function Keys({ model, table, play }: Props): JSX.Element {
  const { may } = play;
  const takes = model.takes.value;
  // Nobody shall wonder in the next period why his touch lays nothing.
  useEffect(() => void (model.takes.value = false), [table.table, table.round, isOpen(table)]);
  return (
    <div class="keys">
      <Key label="key.take_down" why={takes ? "" : may.clear} data={may.data["clear"]} press={() => (model.takes.value = !takes)} id="take-down" pressed={takes} />
      <Key label="key.clear" why={may.clear} data={may.data["clear"]} press={() => model.press("ClearLayout", table)} id="clear" />
      <Key label="key.repeat" why={may.repeat} data={may.data["repeat"]} press={() => model.press("RepeatLayout", table)} id="repeat" />
      <Key label="key.double" why={may.double} data={may.data["double"]} press={() => model.press("DoubleLayout", table)} id="double" />
      {table.confirm_step && (
        <Key label="key.confirm" why={may.confirm} data={may.data["confirm"]} press={() => model.press("ConfirmWagers", table)} id="confirm" gold />
      )}
    </div>
  );
}

interface KeyProps {
  label: TextKey;
  /** The refusal the server would give now, or "". */
  why: string;
  /** What that refusal would say besides its code. */
  data?: Data | undefined;
  press: () => void;
  id: string;
  gold?: boolean;
  /** For a key that stays down. */
  pressed?: boolean;
}

/** A key that is closed says why when it is touched; whether it is closed is the server's word. */
function Key({ label, why, data, press, id, gold = false, pressed }: KeyProps): JSX.Element {
  const bounces = useSignal(false);
  const truth = useTruth(why, data);
  const touch = (): void => {
    if (why) return toast("plain", refusalText(why, data), "", truth());
    if (bounces.value) return;
    // One touch, one command: a finger that bounces is not two wishes.
    bounces.value = true;
    setTimeout(() => (bounces.value = false), 300);
    press();
  };
  return (
    <button type="button" class={`button key ${gold ? "gold" : ""}`} aria-disabled={why !== ""} aria-pressed={pressed} onClick={touch} data-testid={id}>
      {say(label)}
    </button>
  );
}
