import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import { toast } from "../../components/toasting";
import type { Agreed, CashDeskView, CashdeskCommand, OpenCase } from "../../generated/feed";
import { meter } from "../../money";
import { say } from "../../text/say";
import { clockTime, dayAndTime, dayOf } from "../../text/when";
import { KioskRows } from "./KioskRows";
import type { CashDeskModel } from "./model";
import { ReasonForm } from "./ReasonForm";
import { UncollectedRows } from "./UncollectedRows";

interface Props {
  model: CashDeskModel;
  desk: CashDeskView;
}

/** Money that comes in, or a voucher that is made: asked once before it is done. */
interface Asked {
  command: CashdeskCommand;
  words: string;
  /** A case by which somebody owes: it may also be given up. */
  owed?: OpenCase;
}

/** Vouchers nobody has paid, cases that are open, and what is demanded back.  Tickets are not listed: they are brought. */
export function WaitingPanel({ model, desk }: Props): JSX.Element {
  const asked = useSignal<Asked | null>(null);
  const close = (): void => void (asked.value = null);
  const perform = async ({ command, words }: Asked): Promise<void> => {
    if (await model.perform(command)) toast("good", words);
    close();
  };
  const waiting = [desk.owed, desk.agreed, desk.cases, desk.demanded, desk.drops, desk.credits];
  const nothing = waiting.every((some) => some.length === 0);
  return (
    <section class="desk-waiting panel" aria-label={say("desk.waiting")} data-testid="waiting">
      <h2>{say("desk.waiting")}</h2>
      {nothing && <p class="desk-none">{say("desk.waiting.none")}</p>}
      <ul>
        {desk.owed.filter(({ due }) => due === 0).map((one) => (
          <li key={one.voucher}>
            <button type="button" class={`button ${one.held ? "held" : ""}`} onClick={() => void model.look(one.voucher)} data-voucher={one.voucher}>
              <b>{meter(one.amount)}</b>
              <span>{say(one.held ? "desk.row.held" : "desk.row.voucher", { terminal: one.terminal })}</span>
              <i>{dayAndTime(one.since)}</i>
            </button>
          </li>
        ))}
        {desk.cases.map((one) => (
          <li key={one.case}>
            <button
              type="button"
              class="button"
              onClick={() => (asked.value = { command: { type: "SettleCase", case: one.case }, words: one.amount > 0 ? say("desk.case.due", { amount: meter(one.amount), terminal: one.terminal }) : say("desk.case.owed", { amount: meter(-one.cash), terminal: one.terminal }), ...(one.amount < 0 && { owed: one }) })}
              data-case={one.case}
            >
              <b>{meter(Math.abs(one.amount))}</b>
              <span>{say(one.amount > 0 ? "desk.row.due_to" : "desk.row.owed_by", { terminal: one.terminal })}</span>
              <i>{say("desk.row.round", { table: one.table, n: one.round })}</i>
            </button>
          </li>
        ))}
        {desk.demanded.map((one) => (
          <li key={one.number}>
            <button type="button" class="button" onClick={() => (asked.value = { command: { type: "TakeBack", number: one.number }, words: say("desk.case.back", { amount: meter(one.cash), terminal: one.terminal }) })} data-demanded={one.number}>
              <b>{meter(one.amount)}</b>
              <span>{say("desk.row.demanded", { terminal: one.terminal })}</span>
              <i>…{one.number.slice(-4)}</i>
            </button>
          </li>
        ))}
        <UncollectedRows model={model} desk={desk} />
        <KioskRows model={model} kiosks={desk.kiosks} />
      </ul>
      <AgreedDays model={model} agreed={desk.agreed} />
      {asked.value && (
        <Dialog title={say("desk.sure")} onClose={close}>
          <p class="act-words">{asked.value.words}</p>
          <div class="dialog-buttons">
            <button type="button" class="button" onClick={close}>
              {say("cancel")}
            </button>
            {asked.value.owed && <WriteOff model={model} owed={asked.value.owed} done={close} />}
            <button type="button" class="button gold" onClick={() => asked.value && void perform(asked.value)} data-testid="sure">
              {say(asked.value.owed ? "desk.take_in" : "desk.sure.yes")}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

/** What somebody owes is given up by two persons, one of them an AGM. */
function WriteOff({ model, owed, done }: { model: CashDeskModel; owed: OpenCase; done: () => void }): JSX.Element {
  const words = say("desk.write_off.words", { amount: meter(-owed.amount), terminal: owed.terminal });
  return <ReasonForm model={model} act="write_off" words={words} common={["reason.cannot_be_found"]} command={(reason) => ({ type: "WriteOffCase", case: owed.case, reason })} done={done} />;
}

/** What was put off, by the day on which it is agreed. */
function AgreedDays({ model, agreed }: { model: CashDeskModel; agreed: readonly Agreed[] }): JSX.Element | null {
  if (agreed.length === 0) return null;
  const days = [...new Set(agreed.map(({ due }) => dayOf(due)))];
  return (
    <section class="desk-agreed" data-testid="agreed">
      <h3>{say("desk.agreed")}</h3>
      {days.map((day) => (
        <div data-day={day} key={day}>
          <h4>{day}</h4>
          <ul>
            {agreed
              .filter(({ due }) => dayOf(due) === day)
              .map((one) => (
                <li key={one.number}>
                  <button type="button" class={`button ${one.overdue ? "late" : ""}`} onClick={() => void model.look(one.number)} data-agreed={one.number}>
                    <b>{meter(one.amount)}</b>
                    <span>{[one.terminal, `…${one.number.slice(-4)}`].filter(Boolean).join(" · ")}</span>
                    <i>{say(one.overdue ? "desk.agreed.overdue" : "desk.agreed.at", { time: clockTime(one.due) })}</i>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
