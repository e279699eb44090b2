import type { JSX } from "preact";
import { refusalText, type Data } from "../../text/refusal";
import { say } from "../../text/say";
import type { CashDeskModel } from "./model";

interface Props {
  model: CashDeskModel;
  number: string;
  code: string;
  data: Data;
}

/** What the casino's ticketing host has said of a ticket, and the key that asks it. */
export function HostForm({ model, number, code, data }: Props): JSX.Element {
  const isAsked = data["why"] === "host_asked";
  return (
    <div class="desk-blocked" role="alert" data-testid="host" data-why={data["why"]}>
      <b>{refusalText(code, data)}</b>
      {isAsked ? (
        <span>{say("desk.asking_host")}</span>
      ) : (
        <button type="button" class="button gold" onClick={() => void model.perform({ type: "ClaimTicket", number }, null, number)} data-act="ask_host">
          {say("desk.ask_host")}
        </button>
      )}
    </div>
  );
}
