import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import type { KioskAtDesk } from "../../generated/feed";
import { meter } from "../../money";
import { known, say } from "../../text/say";
import { dayAndTime } from "../../text/when";
import { KioskDialog } from "./KioskDialog";
import type { CashDeskModel } from "./model";

/** The kiosks of the house: what should be in each, and what is the matter with it. */
export function KioskRows({ model, kiosks }: { model: CashDeskModel; kiosks: readonly KioskAtDesk[] }): JSX.Element {
  const chosen = useSignal("");
  const kiosk = kiosks.find((one) => one.kiosk === chosen.value);
  return (
    <>
      {kiosks.map((one) => (
        <li key={one.kiosk}>
          <button type="button" class={`button ${one.alarm ? "held" : ""}`} onClick={() => (chosen.value = one.kiosk)} data-kiosk={one.kiosk}>
            <b>{meter(one.holds)}</b>
            <span>{say("desk.kiosk", { kiosk: one.kiosk, state: kioskState(one) })}</span>
            <i>{one.counted_at ? say("desk.kiosk.counted", { time: dayAndTime(one.counted_at) }) : say("desk.kiosk.uncounted")}</i>
          </button>
        </li>
      ))}
      {kiosk && <KioskDialog model={model} kiosk={kiosk} onClose={() => (chosen.value = "")} />}
    </>
  );
}

/** Whether it takes tickets, or why not. */
export function kioskState({ paying, is_open, shut_until, fault }: KioskAtDesk): string {
  if (paying) return say("desk.kiosk.paying", { amount: meter(paying.amount) });
  if (is_open) return shut_until ? say("desk.kiosk.shut", { time: dayAndTime(shut_until) }) : say("desk.kiosk.open");
  return known(`desk.kiosk.fault.${fault}`) ? say(`desk.kiosk.fault.${fault}`) : say("desk.kiosk.closed");
}
