import type { JSX } from "preact";
import { Toasts } from "../../components/Toasts";
import { StaffShell } from "../../staff/StaffShell";
import { say } from "../../text/say";
import { DrawerPanel } from "./DrawerPanel";
import type { CashDeskModel } from "./model";
import { SlipPanel } from "./SlipPanel";
import { WaitingPanel } from "./WaitingPanel";
import "./cashdesk.css";

/** Whoever brings a slip stands on the left; the cashier's own drawer and who still waits on the right. */
export function CashDeskStation({ model }: { model: CashDeskModel }): JSX.Element {
  const desk = model.desk.value;
  return (
    <StaffShell model={model} title={say("desk.title")}>
      {desk && (
        <main class="desk-main">
          <section class="desk-slip" aria-label={say("desk.slip")}>
            <div class="desk-said">
              <Toasts />
            </div>
            <SlipPanel model={model} desk={desk} />
          </section>
          <DrawerPanel model={model} desk={desk} />
          <WaitingPanel model={model} desk={desk} />
        </main>
      )}
    </StaffShell>
  );
}
