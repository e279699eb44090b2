import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import type { DisplayView, PlayerView } from "../../generated/feed";
import { figure, meter } from "../../money";
import { say } from "../../text/say";
import type { PlayerModel } from "./model";

/**
 * How money comes in.  On a live floor notes and tickets go into the devices beside the screen, so this is only a
 * hint; on a demo floor the devices are virtual and are reached by hand here.
 */
export function MoneyIn({ model, view, table }: { model: PlayerModel; view: PlayerView; table: DisplayView }): JSX.Element {
  const open = useSignal(false);
  return (
    <>
      <button type="button" class="button key" onClick={() => (open.value = true)} data-testid="money-in">
        {say("key.money_in")}
      </button>
      {open.value && (
        <Dialog title={say("money_in.title")} onClose={() => (open.value = false)}>
          {table.demo ? <VirtualDevices model={model} view={view} takesTickets={table.takes_tickets} close={() => (open.value = false)} /> : <p>{say("money_in.live")}</p>}
          <form method="dialog" class="dialog-buttons">
            <button class="button">{say("close")}</button>
          </form>
        </Dialog>
      )}
    </>
  );
}

interface DeviceProps {
  model: PlayerModel;
  view: PlayerView;
  takesTickets: boolean;
  close: () => void;
}

/** Notes go in one after the other: five notes are five touches. */
function VirtualDevices({ model, view, takesTickets, close }: DeviceProps): JSX.Element {
  const number = useSignal("");
  const returned = model.feed.returned.value;
  const before = useRef(returned);
  // Why something came back is said on the page behind.
  useEffect(() => void (returned !== before.current && close()), [returned]);
  const insertTicket = (event: SubmitEvent): void => {
    event.preventDefault();
    model.insertTicket(number.value.replaceAll(/\D/g, ""));
    close();
  };
  const putBack = (): void => {
    model.insertLastTicket();
    close();
  };
  return (
    <>
      <p>{say("money_in.demo")}</p>
      <p class="money-in-credit">
        {say("meter.credit")} <b data-testid="credit-in">{meter(view.credit)}</b>
      </p>
      <div class="notes">
        {view.notes.map((amount) => (
          <button type="button" class="note" onClick={() => model.insertNote(amount)} data-note={amount} key={amount}>
            {figure(amount)}
          </button>
        ))}
      </div>
      {takesTickets && view.last_ticket?.state === "printed" && (
        <button type="button" class="button" onClick={putBack} data-testid="last-ticket">
          {say("money_in.last_ticket", { digits: view.last_ticket.digits, amount: meter(view.last_ticket.amount) })}
        </button>
      )}
      {takesTickets && (
        <form class="ticket-form" onSubmit={insertTicket}>
          <label class="field">
            <span class="label">{say("money_in.ticket")}</span>
            <input inputMode="numeric" required autocomplete="off" maxLength={24} value={number.value} onInput={(event) => (number.value = event.currentTarget.value)} data-testid="ticket-number" />
          </label>
          <button class="button" data-testid="insert-ticket">{say("money_in.insert_ticket")}</button>
        </form>
      )}
    </>
  );
}
