import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Toasts } from "../../components/Toasts";
import { gameOf } from "../../games/find";
import type { DealerView, DisplayView } from "../../generated/feed";
import { ActDialog } from "../../staff/ActDialog";
import { ActKeys } from "../../staff/ActKeys";
import type { Act } from "../../staff/acts";
import { MoreActs, MoreKey } from "../../staff/MoreActs";
import type { StaffModel } from "../../staff/model";
import { OnBets } from "../../staff/OnBets";
import { Seats, SeatTally } from "../../staff/Seats";
import { StaffShell } from "../../staff/StaffShell";
import { momentOf } from "../../table/moment";
import { PhaseStrip } from "../../table/PhaseStrip";
import { SidePanel } from "../../table/SidePanel";
import { Notices, Sign } from "../../table/Sign";
import { betName, say } from "../../text/say";
import { DealerKeys } from "./DealerKeys";
import "./dealer.css";

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
        <Stage table={table} held={momentOf(table).held} />
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

/** What stops, corrects or closes a table: the person, or another with his PIN, must have the power. */
function Supervision({ model, own, table }: Props): JSX.Element {
  const open = useSignal<Act | "more" | null>(null);
  const opens = (act: Act): void => void (open.value = act);
  const close = (): void => void (open.value = null);
  return (
    <>
      <nav class="supervision" aria-label={say("supervision.title")}>
        <ActKeys keys={own.acts} table={table} open={opens} />
        {own.rare_acts.length > 0 && <MoreKey target={table.table} open={() => (open.value = "more")} />}
      </nav>
      {open.value === "more" && (
        <MoreActs target={table.table} onClose={close}>
          <ActKeys keys={own.rare_acts} table={table} open={opens} />
        </MoreActs>
      )}
      {open.value && open.value !== "more" && (
        <ActDialog act={open.value} target={table.table} table={table} seats={own.seats} perform={model.perform} onClose={close} />
      )}
    </>
  );
}
