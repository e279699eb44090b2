import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Toasts } from "../../components/Toasts";
import { gameOf } from "../../games/find";
import type { DisplayView, Drawn, Sheet, TableView } from "../../generated/feed";
import { post } from "../../http";
import { PaperKey } from "../../paper/PaperKey";
import { ActDialog } from "../../staff/ActDialog";
import { ActKeys } from "../../staff/ActKeys";
import type { Act } from "../../staff/acts";
import { MoreActs, MoreKey } from "../../staff/MoreActs";
import type { StaffModel } from "../../staff/model";
import { Disputes } from "../../staff/Disputes";
import { OnBets } from "../../staff/OnBets";
import { StaffShell } from "../../staff/StaffShell";
import { momentOf, type Moment } from "../../table/moment";
import { PhaseStrip, roundText } from "../../table/PhaseStrip";
import { SidePanel } from "../../table/SidePanel";
import { Notices, Sign } from "../../table/Sign";
import { deviceName, say } from "../../text/say";
import { language } from "../../text/spoken";
import { PastRounds } from "./PastRounds";
import { Terminals } from "./Terminals";
import { WhySuspended } from "../../staff/WhySuspended";
import "./table.css";

/** The page of whoever is in charge of a table: how it stands, its terminals, stop, go on, void. */
export function TableStation({ model }: { model: StaffModel<TableView> }): JSX.Element {
  const own = model.own.value;
  const table = model.table.value;
  return <StaffShell model={model}>{own && table && <Screen model={model} own={own} table={table} />}</StaffShell>;
}

interface Props {
  model: StaffModel<TableView>;
  own: TableView;
  table: DisplayView;
}

/** A form, or the rarer acts to choose from, for the table or one of its terminals. */
interface Open {
  act: Act | "more";
  target: string;
}

type Opens = (act: Open["act"]) => void;

function Screen({ model, own, table }: Props): JSX.Element {
  const open = useSignal<Open | null>(null);
  const opens = (act: Open["act"], target: string): void => void (open.value = { act, target });
  const close = (): void => void (open.value = null);
  const moment = momentOf(table);
  return (
    <main class="table-main">
      <section class="table-now">
        <div class="now-strip">
          <PhaseStrip table={moment.shown} line={statusLine(table)} />
          <Toasts />
        </div>
        <Outcome {...moment} />
      </section>
      {own.suspension && <WhySuspended suspension={own.suspension} />}
      <Powers own={own} table={table} open={(act) => opens(act, table.table)} />
      <section class="table-terminals panel">
        <Terminals own={own} open={opens} />
      </section>
      <aside class="table-side panel">
        <Notices table={table} />
        <Disputes disputes={own.disputes} hands={model} />
        <Orders own={own} />
        <OnBets sums={own.on_bets} />
        <h3 class="label">{say("sign.title")}</h3>
        <Sign limits={table.limits} />
        <PaperKey label="sign.on_paper" act="on_paper" prints draw={() => drawSign(table.table)} />
        <PastRounds table={moment.shown} />
        <SidePanel table={moment.shown} />
      </aside>
      {open.value?.act === "more" && (
        <MoreActs target={open.value.target} onClose={close}>
          <More own={own} table={table} target={open.value.target} open={opens} />
        </MoreActs>
      )}
      {open.value && open.value.act !== "more" && (
        <ActDialog act={open.value.act} target={open.value.target} table={table} seats={own.seats} hands={model} onClose={close} />
      )}
    </main>
  );
}

/** The sign of the table as it stands now, in the language of the page. */
async function drawSign(table: string): Promise<Sheet | null> {
  const reply = await post<Drawn>("api/sign", { table, language: language.value }).catch(() => null);
  return reply?.ok ? reply.body.sheet : null;
}

function statusLine(table: DisplayView): string {
  const round = roundText(table);
  return table.shooter_seat > 0 ? `${round} · ${say("shooter.seat", { seat: table.shooter_seat })}` : round;
}

function Outcome({ shown, held, moving }: Moment): JSX.Element {
  const { Stage } = gameOf(shown);
  return (
    <div class="table-outcome">
      <Stage table={shown} held={held} moving={moving} />
    </div>
  );
}

function Powers({ own, table, open }: { own: TableView; table: DisplayView; open: Opens }): JSX.Element {
  return (
    <nav class="powers" aria-label={say("supervision.title")}>
      <ActKeys keys={own.acts} table={table} open={open} toned />
      {own.rare_acts.length > 0 && <MoreKey target={table.table} open={() => open("more")} />}
    </nav>
  );
}

/** What waits behind the key of the table, or of one of its terminals. */
function More({ own, table, target, open }: Omit<Props, "model"> & { target: string; open: (act: Act, target: string) => void }): JSX.Element {
  const keys = target === table.table ? own.rare_acts : own.rare_seat_acts;
  return <ActKeys keys={keys} table={table} open={(act) => open(act, target)} toned />;
}

function Orders({ own }: { own: TableView }): JSX.Element | null {
  if (own.orders.length === 0) return null;
  return (
    <>
      <h3 class="label">{say("orders.title")}</h3>
      <ul class="orders">
        {own.orders.map((order, index) => (
          <li key={index} data-order={order.kind}>
            {say("orders.line", { ...deviceName(order.device), wanted: say(`order.${order.kind}`) })}
          </li>
        ))}
      </ul>
    </>
  );
}
