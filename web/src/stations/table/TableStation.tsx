import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { refusalText, toast } from "../../components/toasting";
import { Toasts } from "../../components/Toasts";
import { gameOf } from "../../games/find";
import type { DisplayView, Seat, TableView } from "../../generated/feed";
import { meter } from "../../money";
import { ActDialog } from "../../staff/ActDialog";
import * as acts from "../../staff/acts";
import { MoreActs, MoreKey } from "../../staff/MoreActs";
import type { StaffModel } from "../../staff/model";
import { OnBets } from "../../staff/OnBets";
import { seatState } from "../../staff/Seats";
import { StaffShell } from "../../staff/StaffShell";
import { resultHeldUp } from "../../table/moment";
import { PhaseStrip, roundText } from "../../table/PhaseStrip";
import { SidePanel } from "../../table/SidePanel";
import { Notices, Sign } from "../../table/Sign";
import { say } from "../../text/say";
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
  act: acts.Act | "more";
  target: string;
}

type Opens = (act: Open["act"]) => void;
type Powered = readonly [acts.Act, string];

function Screen({ model, own, table }: Props): JSX.Element {
  const open = useSignal<Open | null>(null);
  const opens = (act: Open["act"], target: string): void => void (open.value = { act, target });
  const close = (): void => void (open.value = null);
  return (
    <main class="table-main">
      <section class="table-now">
        <div class="now-strip">
          <PhaseStrip table={table} line={statusLine(table)} />
          <Toasts />
        </div>
        <Outcome table={table} />
      </section>
      <Powers own={own} table={table} open={(act) => opens(act, table.table)} />
      <section class="table-terminals panel">
        <Terminals own={own} open={opens} />
      </section>
      <aside class="table-side panel">
        <Notices table={table} />
        <Orders own={own} />
        <OnBets sums={own.on_bets} />
        <h3 class="label">{say("sign.title")}</h3>
        <Sign limits={table.limits} />
        <SidePanel table={table} />
      </aside>
      {open.value?.act === "more" && (
        <MoreActs target={open.value.target} onClose={close}>
          <More own={own} table={table} target={open.value.target} open={opens} />
        </MoreActs>
      )}
      {open.value && open.value.act !== "more" && (
        <ActDialog act={open.value.act} target={open.value.target} table={table} seats={own.seats} perform={model.perform} onClose={close} />
      )}
    </main>
  );
}

function statusLine(table: DisplayView): string {
  const round = roundText(table);
  return table.shooter_seat > 0 ? `${round} · ${say("shooter.seat", { seat: table.shooter_seat })}` : round;
}

function Outcome({ table }: { table: DisplayView }): JSX.Element {
  const { Stage } = gameOf(table);
  return (
    <div class="table-outcome">
      <Stage table={table} held={resultHeldUp(table)} />
    </div>
  );
}

function powersOf({ may }: TableView): readonly Powered[] {
  return [
    [acts.SUSPEND, may.suspend],
    [acts.RESUME, may.resume],
    [acts.VOID, may.void],
    [acts.ACTUAL_OUTCOME, may.correct],
    [acts.MALFUNCTION, may.malfunction],
    [acts.LIMITS, may.change_limits],
    [acts.CLOSE, may.close],
  ];
}

/** Cards and a dealer need remedies that dice do not. */
function rarePowersOf({ may }: TableView, table: DisplayView): readonly Powered[] {
  const always: Powered = [acts.INVALIDATE, may.invalidate];
  if (table.game === "sic bo") return [always];
  return [always, [acts.DISPENSE, may.dispense], [acts.CHANGE_SHOE, may.change_shoe], [acts.VOID_SHOE, may.void_shoe]];
}

function Powers({ own, table, open }: { own: TableView; table: DisplayView; open: Opens }): JSX.Element {
  const rare = rarePowersOf(own, table);
  const shown = rare.length === 1 ? [...powersOf(own), ...rare] : powersOf(own);
  return (
    <nav class="powers" aria-label={say("supervision.title")}>
      {shown.map(([act, why]) => (
        <Power act={act} why={why} table={table} open={open} key={act.name} />
      ))}
      {rare.length > 1 && <MoreKey target={table.table} open={() => open("more")} />}
    </nav>
  );
}

/** What waits behind the key of the table, or of one of its terminals. */
function More({ own, table, target, open }: Omit<Props, "model"> & { target: string; open: (act: acts.Act, target: string) => void }): JSX.Element {
  const powers: readonly Powered[] = target === table.table ? rarePowersOf(own, table) : TERMINAL_MORE;
  return (
    <>
      {powers.map(([act, why]) => (
        <Power act={act} why={why} table={table} open={(chosen) => open(chosen, target)} key={act.name} />
      ))}
    </>
  );
}

/** The floor says for each terminal whether it may be done there. */
const TERMINAL_MORE: readonly Powered[] = [
  [acts.VOID_WAGERS, ""],
  [acts.DIRECT_AWAY, ""],
];

/** A closed power says why, and still opens where another person's PIN could help. */
function Power({ act, why, table, open }: { act: acts.Act; why: string; table: DisplayView; open: (act: acts.Act) => void }): JSX.Element {
  const touch = (): void => {
    if (why) toast("plain", refusalText(why), table.clauses[why] ?? "");
    if (!why || why === "ROLE_MAY_NOT") open(act);
  };
  const tone = act === acts.RESUME ? "gold" : act.danger ? "danger" : "";
  return (
    <button type="button" class={`button power ${why ? "" : tone}`} aria-disabled={why !== ""} onClick={touch} data-act={act.name}>
      {say(`act.${act.name}`)}
    </button>
  );
}

function Terminals({ own, open }: { own: TableView; open: (act: Open["act"], terminal: string) => void }): JSX.Element {
  const money = new Map(own.money.map((one) => [one.terminal, one]));
  return (
    <table class="terminals">
      <thead>
        <tr>
          <th>{say("terminals.seat")}</th>
          <th>{say("terminals.terminal")}</th>
          <th>{say("terminals.state")}</th>
          <th class="number">{say("meter.credit")}</th>
          <th class="number">{say("terminals.paying_out")}</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {own.seats.map((seat) => (
          <tr key={seat.terminal} data-terminal={seat.terminal}>
            <td>{seat.seat}</td>
            <td>{seat.terminal}</td>
            <td class={`state ${seatState(seat)}`}>
              {say(`seat.${seatState(seat)}`)}
              {seat.called && <em>{say("seat.called")}</em>}
            </td>
            <td class="number">{meter(money.get(seat.terminal)?.credit ?? 0)}</td>
            <td class="number">{meter(money.get(seat.terminal)?.paying_out ?? 0)}</td>
            <td class="terminal-acts">
              {actsFor(seat).map((act) => (
                <button type="button" class="button" onClick={() => open(act, seat.terminal)} key={act.name}>
                  {say(`act.${act.name}`)}
                </button>
              ))}
              <MoreKey target={seat.terminal} open={() => open("more", seat.terminal)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function actsFor(seat: Seat): acts.Act[] {
  return seat.out_of_service || seat.excluded ? [acts.RETURN] : [acts.FAULTY, acts.EXCLUDE];
}

function Orders({ own }: { own: TableView }): JSX.Element | null {
  if (own.orders.length === 0) return null;
  return (
    <>
      <h3 class="label">{say("orders.title")}</h3>
      <ul class="orders">
        {own.orders.map((order, index) => (
          <li key={index}>
            {order.kind} · {order.device}
          </li>
        ))}
      </ul>
    </>
  );
}
