import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Toasts } from "../../components/Toasts";
import { gameOf } from "../../games/find";
import type { DealerView, DisplayView } from "../../generated/feed";
import { ActDialog } from "../../staff/ActDialog";
import * as acts from "../../staff/acts";
import { MoreActs, MoreKey } from "../../staff/MoreActs";
import type { StaffModel } from "../../staff/model";
import { OnBets } from "../../staff/OnBets";
import { Seats, SeatTally } from "../../staff/Seats";
import { StaffShell } from "../../staff/StaffShell";
import { resultHeldUp } from "../../table/moment";
import { PhaseStrip } from "../../table/PhaseStrip";
import { SidePanel } from "../../table/SidePanel";
import { Notices, Sign } from "../../table/Sign";
import { betName, say } from "../../text/say";
import { DealerKeys } from "./DealerKeys";
import "./dealer.css";

/** Acts that stop, correct or close a table; the person or another with his PIN must have the power. */
const SUPERVISION: readonly acts.Act[] = [
  acts.SUSPEND,
  acts.VOID,
  acts.KEY_CARD,
  acts.DUMMY,
  acts.DUMMY_CARDS,
  acts.ACTUAL_OUTCOME,
  acts.MALFUNCTION,
];
const MORE: readonly acts.Act[] = [acts.INVALIDATE, acts.DISPENSE, acts.CHANGE_SHOE, acts.VOID_SHOE, acts.LIMITS, acts.CLOSE];

export function DealerStation({ model }: { model: StaffModel<DealerView> }): JSX.Element {
  const own = model.own.value;
  const table = model.table.value;
  return <StaffShell model={model}>{own && table && <Screen model={model} own={own} table={table} />}</StaffShell>;
}

interface Props {
  model: StaffModel<DealerView>;
  own: DealerView;
  table: DisplayView;
}

function Screen({ model, own, table }: Props): JSX.Element {
  const { Stage } = gameOf(table);
  return (
    <main class="dealer-main">
      <section class="dealer-now">
        <div class="now-strip">
          <PhaseStrip table={table} />
          <Toasts />
        </div>
        <Entered table={table} own={own} />
      </section>
      <section class="dealer-hands">
        <Stage table={table} held={resultHeldUp(table)} />
      </section>
      <section class="dealer-keys panel">
        <DealerKeys model={model} own={own} table={table} />
      </section>
      <section class="dealer-seats panel">
        <h3 class="label seats-title">
          {say("seats.title")}
          <SeatTally seats={own.seats} />
        </h3>
        <Seats seats={own.seats} />
      </section>
      <aside class="dealer-side panel">
        <Notices table={table} />
        <OnBets sums={own.on_bets} />
        <h3 class="label">{say("sign.title")}</h3>
        <Sign limits={table.limits} />
        <SidePanel table={table} />
      </aside>
      <Supervision model={model} own={own} table={table} />
    </main>
  );
}

/** What the dealer has pressed and must look at once more before it pays. */
function Entered({ table, own }: { table: DisplayView; own: DealerView }): JSX.Element | null {
  if (own.result_by_agm) return <p class="dealer-warning">{say("dealer.result_by_agm")}</p>;
  if (own.carried.length > 0) return <p class="dealer-warning">{say("dealer.carried", { cards: own.carried.join(" ") })}</p>;
  // What was entered stays with the round after its settlement: then there is nothing left to confirm.
  if (!table.entered || table.phase !== "result_pending") return null;
  return (
    <p class={`dealer-entered ${table.entered}`} data-testid="entered">
      {say("dealer.entered", { result: betName(table.entered) })}
    </p>
  );
}

function Supervision({ model, own, table }: Props): JSX.Element {
  const open = useSignal<acts.Act | "more" | null>(null);
  const close = (): void => void (open.value = null);
  const key = (act: acts.Act): JSX.Element => (
    <button type="button" class="button" onClick={() => (open.value = act)} data-act={act.name} key={act.name}>
      {say(`act.${act.name}`)}
    </button>
  );
  return (
    <>
      <nav class="supervision" aria-label={say("supervision.title")}>
        {SUPERVISION.map(key)}
        <MoreKey target={table.table} open={() => (open.value = "more")} />
      </nav>
      {open.value === "more" && (
        <MoreActs target={table.table} onClose={close}>
          {MORE.map(key)}
        </MoreActs>
      )}
      {open.value && open.value !== "more" && (
        <ActDialog act={open.value} target={table.table} table={table} seats={own.seats} perform={model.perform} onClose={close} />
      )}
    </>
  );
}
