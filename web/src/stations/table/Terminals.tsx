import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import type { Key, Seat, SeatMoney, SeatReport, SeatWager, TableView } from "../../generated/feed";
import { meter } from "../../money";
import { formOf, type Act } from "../../staff/acts";
import { MoreKey } from "../../staff/MoreActs";
import { seatState } from "../../staff/Seats";
import { betName, say } from "../../text/say";

type Opens = (act: Act | "more", terminal: string) => void;

const NOTHING: Omit<SeatMoney, "terminal"> = { credit: 0, paying_out: 0, wagers: [] };

/** Every terminal of the table with its money; a touch on a row shows what it has on which bet, and how far that has got. */
export function Terminals({ own, open }: { own: TableView; open: Opens }): JSX.Element {
  const shown = useSignal<ReadonlySet<string>>(new Set());
  const money = new Map(own.money.map((one) => [one.terminal, one]));
  const toggle = (terminal: string): void => {
    shown.value = shown.value.has(terminal) ? new Set([...shown.value].filter((one) => one !== terminal)) : new Set([...shown.value, terminal]);
  };
  return (
    <table class="terminals">
      <thead>
        <tr>
          <th>{say("terminals.seat")}</th>
          <th>{say("terminals.state")}</th>
          <th class="number">{say("meter.credit")}</th>
          <th class="number">{say("terminals.on_table")}</th>
          <th class="number">{say("terminals.paying_out")}</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {own.seats.map((seat) => (
          <Terminal
            seat={seat}
            report={own.reports.find(({ terminal }) => terminal === seat.terminal) ?? null}
            money={money.get(seat.terminal) ?? { terminal: seat.terminal, ...NOTHING }}
            acts={own.seat_acts.filter((key) => seat.acts.includes(key.act))}
            expanded={shown.value.has(seat.terminal)}
            toggle={() => toggle(seat.terminal)}
            open={open}
            key={seat.terminal}
          />
        ))}
      </tbody>
    </table>
  );
}

interface Props {
  seat: Seat;
  money: SeatMoney;
  report: SeatReport | null;
  acts: readonly Key[];
  expanded: boolean;
  toggle: () => void;
  open: Opens;
}

function Terminal({ seat, money, report, acts, expanded, toggle, open }: Props): JSX.Element {
  const { terminal } = seat;
  return (
    <>
      <tr data-terminal={terminal}>
        <td>
          <button type="button" class="button quiet seat-key" onClick={toggle} aria-expanded={expanded} data-testid="wagers-of">
            <b>{seat.seat}</b> {terminal}
          </button>
        </td>
        <td class={`state ${seatState(seat)}`}>
          {say(`seat.${seatState(seat)}`)}
          {seat.called && <em>{say("seat.called")}</em>}
          {seat.objection && <em data-objects={seat.objection.about}>{say(`seat.objects.${seat.objection.about}`, { n: seat.objection.round })}</em>}
          {seat.fault && <em data-fault={seat.fault}>{say(`fault.${seat.fault}`)}</em>}
          {seat.collect && <em>{say("seat.collect")}</em>}
        </td>
        <td class="number">{meter(money.credit)}</td>
        <td class="number">{meter(total(money.wagers))}</td>
        <td class="number">{meter(money.paying_out)}</td>
        <td>
          <div class="terminal-acts">
            {acts.map((key) => (
              <button type="button" class="button" onClick={() => open(formOf(key), terminal)} key={key.act}>
                {say(`act.${key.act}`)}
              </button>
            ))}
            <MoreKey target={terminal} open={() => open("more", terminal)} />
          </div>
        </td>
      </tr>
      {expanded && (
        <tr class="seat-wagers" data-wagers={terminal}>
          <td colSpan={6}>
            {money.wagers.length > 0 ? <Wagers wagers={money.wagers} /> : say("wagers.none")}
            {report && <Shown report={report} />}
          </td>
        </tr>
      )}
    </>
  );
}

function Wagers({ wagers }: { wagers: readonly SeatWager[] }): JSX.Element {
  return (
    <ul>
      {wagers.map(({ bet, amount, state }) => (
        <li class={state} data-wager={bet} data-state={state} key={bet}>
          <span>{betName(bet)}</span>
          <b>{meter(amount)}</b>
          <i>{say(`wager.${state}`)}</i>
        </li>
      ))}
    </ul>
  );
}

/** What a terminal that failed showed itself, to be held against what is so. */
function Shown({ report: { round, credit, wagers } }: { report: SeatReport }): JSX.Element {
  return (
    <div class="seat-shown" data-testid="seat-shown">
      <b>{say("shown.title", { n: round })}</b>
      <ul>
        <li>
          <span>{say("meter.credit")}</span>
          <b>{meter(credit)}</b>
        </li>
        {Object.entries(wagers ?? {}).map(([bet, amount]) => (
          <li key={bet}>
            <span>{betName(bet)}</span>
            <b>{meter(amount)}</b>
          </li>
        ))}
      </ul>
      {wagers === null && <i>{say("shown.unseen")}</i>}
    </div>
  );
}

const total = (wagers: readonly SeatWager[]): number => wagers.reduce((sum, one) => sum + one.amount, 0);
