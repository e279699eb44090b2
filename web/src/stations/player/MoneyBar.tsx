import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { firstOf, rackFor } from "../../chips";
import { ChipRack } from "../../components/ChipRack";
import { Toasts } from "../../components/Toasts";
import { toast } from "../../components/toasting";
import type { DisplayView, Play, PlayerView } from "../../generated/feed";
import { house } from "../../house";
import { centsOf, meter } from "../../money";
import { momentOf } from "../../table/moment";
import { say, type TextKey } from "../../text/say";
import { CashOutKey } from "./CashOutKey";
import { isOpen, isPaid, pendingAmount } from "./chips-shown";
import { Key } from "./Key";
import { MoneyIn } from "./MoneyIn";
import type { PlayerModel } from "./model";
import type { OnScreen } from "./reporter";
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
  const { limits: { minimum, maximum, differential }, step } = table;
  const chips = rackFor(minimum, maximum || differential || 0, step);
  useEffect(() => {
    if (!chips.some((chip) => chip.cents === model.chosen.value)) model.chosen.value = firstOf(chips, minimum);
  }, [table.table, minimum, maximum, step]);
  return (
    <footer class="money-bar">
      <Meters {...props} />
      <div class="rack-place">
        <ChipRack
          chips={chips}
          chosen={model.chosen}
          credit={view.account === "closed" ? null : view.credit}
          disabled={!isOpen(table) || Boolean(table.suspended)}
          onDrop={(cents, bet) => model.stage(table, bet, cents)}
        />
      </div>
      <Keys {...props} />
      <div class="money-keys">
        <MoneyIn model={model} view={view} table={table} />
        <CashOutKey model={model} view={view} table={table} />
        {/* Rule: LT Diagram A:3; LT Diagram B:3 */}
        <Key table={table} label={view.called ? "key.called" : "key.call"} why="" press={() => model.service("CallAttendant")} id="call" pressed={view.called} />
      </div>
      <div class="message-line">
        {view.collect && <b role="status" data-testid="collect">{say("notice.collect")}</b>}
        <ServiceLine model={model} view={view} table={table} />
        <Toasts />
      </div>
    </footer>
  );
}

function Meters({ model, view, table, play }: Props): JSX.Element {
  const pending = pendingAmount(table, model.feed.unanswered.list.value);
  const { credit, win, moved } = useMeters(view, table, play);
  return (
    <div class="meters">
      {/* Rule: LT Diagram A:8; LT Diagram B:8 */}
      <Meter name="meter.credit" amount={credit} id="credit" moved={moved} />
      <Meter name="meter.staked" amount={view.staked} id="staked" />
      {/* Rule: LT Diagram A:7; LT Diagram B:7 */}
      {table.confirm_step && <Meter name="meter.confirmed" amount={view.confirmed} id="confirmed" />}
      {/* Rule: LT 4.4; SB 3.6; SB 3.6.1 */}
      <Meter name="meter.win" amount={win} id="win" />
      <span class="meter-pending" data-testid="pending" aria-live="polite">
        {pending > 0 ? say("meter.pending", { amount: meter(pending) }) : ""}
      </span>
    </div>
  );
}

/** Dice rest before they pay: the meters wait for those that still roll here, and no longer. */
function useMeters(view: PlayerView, table: DisplayView, play: Play): Pick<PlayerView, "credit" | "win" | "moved"> {
  const shown = useRef(view);
  const rolls = isPaid(table, play) && momentOf(table).moving;
  if (!rolls || shown.current.terminal !== view.terminal) shown.current = view;
  return shown.current;
}

/** What stands on the credit meter, in the very figures a player reads. */
export function creditOnScreen(): OnScreen | null {
  const drawn = document.querySelector<HTMLElement>("[data-testid=credit]");
  return drawn && { credit: centsOf(drawn.textContent), moved: Number(drawn.dataset["moved"]) };
}

function Meter({ name, amount, id, moved }: { name: TextKey; amount: number; id: string; moved?: number }): JSX.Element {
  return (
    <div class={`meter ${id}`}>
      <span class="label">
        {say(name)}
        {id === "credit" && <i class="currency">{house.value.currency}</i>}
      </span>
      <b data-testid={id} data-cents={amount} data-moved={moved}>{meter(amount)}</b>
    </div>
  );
}

function Keys({ model, table, play }: Props): JSX.Element {
  const { may } = play;
  const takes = model.takes.value;
  // What stands can be taken down where nothing loose lies, too.
  const takeable = takes || play.standing.some(({ down }) => down === "");
  // Nobody shall wonder in the next period why his touch lays nothing.
  useEffect(() => void (model.takes.value = false), [table.table, table.round, isOpen(table)]);
  return (
    <div class="keys">
      <Key table={table} label="key.take_down" why={takeable ? "" : may.clear} data={may.data["clear"]} press={() => (model.takes.value = !takes)} id="take-down" pressed={takes} />
      <UndoKey model={model} table={table} play={play} />
      <Key table={table} label="key.clear" why={may.clear} data={may.data["clear"]} press={() => model.press("ClearLayout", table)} id="clear" />
      <Key table={table} label="key.repeat" why={may.repeat} data={may.data["repeat"]} press={() => model.press("RepeatLayout", table)} id="repeat" />
      <Key table={table} label="key.double" why={may.double} data={may.data["double"]} press={() => model.press("DoubleLayout", table)} id="double" />
      {table.chances.length > 0 && <Key table={table} label="key.odds" why={may.odds} data={may.data["odds"]} press={() => model.layOdds(table, play.caps)} id="odds" gold />}
      {table.confirm_step && (
        <Key table={table} label="key.confirm" why={may.confirm} data={may.data["confirm"]} press={() => model.confirmWagers(table)} id="confirm" gold />
      )}
    </div>
  );
}

/** One touch brings back what lay there before the last one; there is a word for it where it is read out, and a sign where it is seen. */
function UndoKey({ model, table, play }: Omit<Props, "view">): JSX.Element {
  const knows = model.undo.knows(table);
  const touch = (): void => (knows ? model.takeBackLast(table, play) : toast("plain", say("undo.nothing")));
  return (
    <button type="button" class="button key undo-key" aria-label={say("key.undo")} aria-disabled={!knows} onClick={touch} data-testid="undo">
      <svg viewBox="0 0 32 24" aria-hidden="true">
        <path d="M11 3L4 9.5L11 16M5 9.5H19A6 6 0 0 1 19 21.5H12" />
      </svg>
    </button>
  );
}
