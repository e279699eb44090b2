import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { CashDeskView, Refused, SlipView } from "../../generated/feed";
import { meter } from "../../money";
import { slipNumber } from "../../paper/number";
import { refusalText } from "../../text/refusal";
import { known, placeName, roleName, say } from "../../text/say";
import { dayAndTime } from "../../text/when";
import { isOfTheHost, type CashDeskModel } from "./model";
import { HostForm } from "./HostForm";
import { PayForm } from "./PayForm";
import { ReasonForm } from "./ReasonForm";
import { VoucherKey } from "./Signing";

interface Props {
  model: CashDeskModel;
  desk: CashDeskView;
}

/** A slip by scanner or by keyboard: what it is good for, and either how it is paid or why it is not. */
export function SlipPanel({ model, desk }: Props): JSX.Element {
  const slip = model.slip.value;
  const hosted = model.hosted.value;
  return (
    <>
      <Scan model={model} />
      {slip && <Slip model={model} desk={desk} slip={slip} key={slip.number} />}
      {hosted && <Hosted model={model} number={hosted.number} refused={hosted.refused} key={hosted.number} />}
      {!slip && !hosted && <p class="desk-none panel">{say("desk.scan.words")}</p>}
    </>
  );
}

/** A ticket of another machine: nothing is known of it until the ticketing host was asked. */
function Hosted({ model, number, refused }: { model: CashDeskModel; number: string; refused: Refused }): JSX.Element {
  return (
    <article class="desk-card panel shut" data-testid="hosted">
      <header>
        <h2>{say("desk.ticket")}</h2>
        <b class="desk-stand">{say("desk.stand.shut")}</b>
      </header>
      <dl class="desk-facts">
        <Fact name={say("desk.number")}>{number}</Fact>
      </dl>
      <HostForm model={model} number={number} code={refused.code} data={refused.data} />
    </article>
  );
}

/** A scanner types like a keyboard: whatever is keyed while no form is open goes here. */
function Scan({ model }: { model: CashDeskModel }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const number = useSignal("");
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const busy = document.querySelector("dialog[open]") || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (!busy && /^[0-9A-Za-z]$/.test(event.key)) field.current?.focus();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const brought = slipNumber(number.value);
    number.value = "";
    if (brought) void model.look(brought);
  };
  return (
    <form class="desk-scan panel" onSubmit={submit} data-testid="scan">
      <label class="field">
        <span class="label">{say("desk.scan")}</span>
        <input ref={field} name="slip" type="text" autocomplete="off" autoFocus maxLength={64} value={number.value} onInput={(event) => (number.value = event.currentTarget.value)} />
      </label>
      <button type="submit" class="button">
        {say("desk.look")}
      </button>
    </form>
  );
}

function Slip({ model, desk, slip }: Props & { slip: SlipView }): JSX.Element {
  const isPaid = slip.paid_at > 0 || slip.state === "paid" || slip.state === "redeemed";
  const isDemanded = desk.demanded.some(({ number }) => number === slip.number);
  const isForeign = slip.scheme === "HOST";
  const stand = isPaid ? "paid" : slip.state === "held" || slip.state === "unclaimed" ? "held" : slip.reason ? "shut" : "payable";
  return (
    <article class={`desk-card panel ${stand}`} data-testid="slip" data-stand={stand}>
      <header>
        <h2>{say(`desk.${slip.kind}`)}</h2>
        <b class="desk-stand">{say(`desk.stand.${stand}`)}</b>
      </header>
      <p class="desk-amount" data-testid="slip-amount">
        {meter(slip.amount)}
      </p>
      {slip.cash !== slip.amount && !isPaid && <p class="desk-cash">{say("desk.in_cash", { amount: meter(slip.cash) })}</p>}
      <dl class="desk-facts">
        <Fact name={say("desk.number")}>{slip.number}</Fact>
        <Fact name={say("desk.made_at")}>{isForeign ? say("desk.place.host") : [slip.terminal, slip.pit].filter(Boolean).join(" · ")}</Fact>
        {slip.since > 0 && <Fact name={say(isForeign ? "desk.ours_since" : "desk.made")}>{dayAndTime(slip.since)}</Fact>}
        {slip.due > 0 && <Fact name={say("desk.due")}>{dayAndTime(slip.due)}</Fact>}
        {isPaid && slip.paid_at > 0 && <Fact name={say("desk.paid_at")}>{dayAndTime(slip.paid_at)}</Fact>}
        {isPaid && slip.where && <Fact name={say("desk.paid_where")}>{placeName(slip.where)}</Fact>}
      </dl>
      {slip.kind === "voucher" && stand !== "payable" && <VoucherKey model={model} number={slip.number} />}
      {stand === "held" && (
        <div class="desk-blocked" role="alert">
          <b>{say(slip.state === "held" ? "desk.held" : "desk.unclaimed")}</b>
          <span>{say("desk.held.who", { roles: slip.releases.map(roleName).join(say("list.between")) })}</span>
          <ReasonForm model={model} act="release" common={["reason.determined"]} command={(reason) => ({ type: "HoldTicket", number: slip.number, held: false, reason })} />
        </div>
      )}
      {stand === "shut" && isOfTheHost(slip.data) && <HostForm model={model} number={slip.number} code={slip.reason} data={slip.data} />}
      {stand === "shut" && !isOfTheHost(slip.data) && (
        <p class="desk-blocked" role="alert">
          {known(`refusal.${slip.reason}`) ? refusalText(slip.reason, slip.data) : slip.reason}
        </p>
      )}
      {stand === "payable" && <PayForm model={model} slip={slip} />}
      <div class="desk-keys desk-rare">
        {slip.due > 0 && <ReasonForm model={model} act="agreed_end" common={["reason.did_not_come", "reason.verification"]} command={(reason) => ({ type: "CompleteTask", kind: "payment", about: slip.number, reason })} />}
        {slip.may_wait && stand === "payable" && <ReasonForm model={model} act="hold" common={["reason.investigation"]} command={(reason) => ({ type: "HoldTicket", number: slip.number, held: true, reason })} />}
        {slip.may_wait && isPaid && !isDemanded && <ReasonForm model={model} act="demand" common={["reason.not_entitled", "reason.investigation"]} command={(reason) => ({ type: "DemandReturn", number: slip.number, reason })} />}
      </div>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
