import type { JSX } from "preact";
import { useSignal, type Signal } from "@preact/signals";
import { cardName } from "../../components/Card";
import { Toasts } from "../../components/Toasts";
import { gameOf } from "../../games/find";
import type { DealerView, DisplayView } from "../../generated/feed";
import { ActDialog } from "../../staff/ActDialog";
import { ActKeys } from "../../staff/ActKeys";
import type { Act } from "../../staff/acts";
import { MoreActs, MoreKey } from "../../staff/MoreActs";
import type { StaffModel } from "../../staff/model";
import { whoApproves } from "../../staff/needs";
import { Seats, SeatTally } from "../../staff/Seats";
import { StaffShell } from "../../staff/StaffShell";
import { WhySuspended } from "../../staff/WhySuspended";
import { momentOf } from "../../table/moment";
import { PhaseStrip } from "../../table/PhaseStrip";
import { SidePanel } from "../../table/SidePanel";
import { Notices, Sign } from "../../table/Sign";
import { betName, say } from "../../text/say";
import { BothTables } from "./BothTables";
import { DealerKeys } from "./DealerKeys";
import { CardThere, EffectPanel } from "./Effect";
import { ShoeProgress } from "./ShoeProgress";
import "./dealer.css";

export function DealerStation({ model }: { model: StaffModel<DealerView> }): JSX.Element {
  const own = model.own.value;
  const table = model.table.value;
  return (
    <StaffShell model={model}>
      <BothTables model={model} />
      {own && table && <Screen model={model} own={own} table={table} key={own.table} />}
    </StaffShell>
  );
}

interface Props {
  model: StaffModel<DealerView>;
  own: DealerView;
  table: DisplayView;
}

/** A form, or the rarer acts to choose from. */
type Open = Act | "more" | null;

/**
 * Both hands, the shoe with the rack of what has left it, and the keys: laid out as the table before the dealer is.
 *
 * Rule: LT 2.2.10; LT Diagram C
 */
function Screen({ model, own, table }: Props): JSX.Element {
  const { Stage } = gameOf(table);
  const open = useSignal<Open>(null);
  const opens = (act: Act): void => void (open.value = act);
  return (
    <main class="dealer-main">
      <section class="dealer-now">
        <div class="now-strip">
          <PhaseStrip table={table} />
          <Toasts />
        </div>
        <Status table={table} own={own} />
      </section>
      <section class="dealer-hands">
        <div class="dealer-stage">
          <Stage table={table} held={momentOf(table).held} moving={table.phase === "tumbling"} />
        </div>
        <ShoeProgress own={own} />
      </section>
      <section class="dealer-keys panel">
        <DealerKeys model={model} own={own} table={table} open={opens} />
      </section>
      <section class="dealer-seats panel">
        <h3 class="label seats-title">
          {say("seats.title")}
          <SeatTally seats={own.seats} />
        </h3>
        <Seats seats={own.seats} />
      </section>
      <div class="dealer-column">
        <EffectPanel model={model} own={own} table={table} open={opens} />
        <aside class="dealer-side panel">
          <Notices table={table} />
          <h3 class="label">{say("sign.title")}</h3>
          <Sign limits={table.limits} />
          <SidePanel table={table} />
        </aside>
      </div>
      <Supervision model={model} own={own} table={table} open={open} />
    </main>
  );
}

/** Why play stands still or what it waits for, and what was pressed and must be looked at once more before it pays. */
function Status({ table, own }: { table: DisplayView; own: DealerView }): JSX.Element {
  if (own.suspension)
    return (
      <div class="dealer-status stands" data-testid="status" data-waits={own.waits}>
        <WhySuspended suspension={own.suspension} />
      </div>
    );
  const [look, text] = statusOf(table, own);
  return (
    <p class={`dealer-status ${look}`} role="status" data-testid="status" data-waits={own.waits}>
      {text && <span {...(look.startsWith("entered") ? { "data-testid": "entered" } : {})}>{text}</span>}
    </p>
  );
}

function statusOf(table: DisplayView, own: DealerView): [look: string, text: string] {
  const result = own.keys.flat().find((key) => key.act === "enter_result");
  if (own.result_by_agm && result) return ["warning", say("dealer.result_by_agm", { who: whoApproves(result) })];
  if (own.waits === "unread") return ["warning", unreadText(own)];
  if (own.carried.length > 0) return ["warning", say("dealer.carried", { cards: own.carried.map(cardName).join(say("list.between")) })];
  if (own.draws && (own.waits === "card" || own.next_act === "draw")) return ["waits", say("dealer.draws", { hand: betName(own.draws), n: cardsOf(table, own.draws) + 1 })];
  if (own.waits) return ["waits", say(`dealer.waits.${own.waits}`)];
  // What was entered stays with the round after its settlement: then there is nothing left to confirm.
  if (!table.entered || table.phase !== "result_pending") return ["", ""];
  const { entered = betName } = gameOf(table);
  return [`entered ${table.entered}`, say("dealer.entered", { result: entered(table.entered) })];
}

function cardsOf({ player, banker }: DisplayView, hand: string): number {
  return (hand === "player" ? player : banker).length;
}

/** Who has to approve a card that is keyed is the server's to say; whoever may alone is told of nobody. */
function unreadText(own: DealerView): string {
  const key = own.acts.find(({ act }) => act === "key_card");
  return key && key.needs.length > 0 ? say("dealer.waits.unread", { who: whoApproves(key) }) : say("dealer.waits.unread.alone");
}

/** What stops, corrects or closes a table: the person, or another with his PIN, must have the power. */
function Supervision({ model, own, table, open }: Props & { open: Signal<Open> }): JSX.Element {
  const opens = (act: Act): void => void (open.value = act);
  const close = (): void => void (open.value = null);
  return (
    <>
      <nav class="supervision" aria-label={say("supervision.title")}>
        <ActKeys keys={own.acts} table={table} open={opens} next={own.next_act} />
        {own.rare_acts.length > 0 && <MoreKey target={table.table} open={() => (open.value = "more")} />}
      </nav>
      {open.value === "more" && (
        <MoreActs target={table.table} onClose={close}>
          <ActKeys keys={own.rare_acts} table={table} open={opens} />
        </MoreActs>
      )}
      {open.value && open.value !== "more" && (
        <ActDialog act={open.value} target={table.table} table={table} seats={own.seats} hands={model} onClose={close}>
          {open.value.name === "key_card" && own.face && <CardThere face={own.face} />}
        </ActDialog>
      )}
    </>
  );
}
