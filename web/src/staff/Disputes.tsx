import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import type { Approval, AttendantCommand, Authority, DisputeView } from "../generated/feed";
import { refusalText } from "../text/refusal";
import { reasonText, roleName, say } from "../text/say";
import { dayAndTime } from "../text/when";
import { DisputeDialog, type Ending } from "./DisputeDialog";
import "./disputes.css";

export type DisputeCommand = Extract<AttendantCommand, { type: "AskReview" | "ReviewDispute" | "CloseDispute" | "DecideDispute" }>;

/** How a form about a dispute reaches the floor. */
export interface DisputeHands {
  perform: (command: DisputeCommand, authority?: Authority | null) => Promise<boolean>;
  approval: (command: DisputeCommand) => Promise<Approval>;
}

const WAYS: Record<string, readonly Ending[]> = { decided: ["satisfied", "ask_review", "unsatisfied"], review: ["review"], reviewed: ["satisfied", "unsatisfied"] };
const ACT_OF: Record<Ending, string> = { satisfied: "close", unsatisfied: "close", ask_review: "ask_review", review: "review" };

/** Disputes that are open: what the player said, how it stands decided, and what can be done. */
export function Disputes({ disputes, hands }: { disputes: readonly DisputeView[]; hands: DisputeHands }): JSX.Element | null {
  const asked = useSignal<{ dispute: number; way: Ending } | null>(null);
  const shown = disputes.find(({ dispute }) => dispute === asked.value?.dispute);
  if (disputes.length === 0) return null;
  return (
    <section class="disputes" aria-label={say("dispute.open")} data-testid="disputes">
      <h3>{say("dispute.open")}</h3>
      {disputes.map((one) => (
        <Dispute dispute={one} open={(way) => (asked.value = { dispute: one.dispute, way })} key={one.dispute} />
      ))}
      {shown && asked.value && <DisputeDialog dispute={shown} way={asked.value.way} hands={hands} onClose={() => (asked.value = null)} />}
    </section>
  );
}

function Dispute({ dispute, open }: { dispute: DisputeView; open: (way: Ending) => void }): JSX.Element {
  const { table, terminal, seat, about, said, upheld, reason, stage, since, decided_by, reviewed_by } = dispute;
  const roles = dispute.reviews.map(roleName).join(say("list.between"));
  return (
    <article class={`dispute ${stage}`} data-dispute={dispute.dispute} data-stage={stage}>
      <header>
        <b>{say("dispute.number", { n: dispute.dispute })}</b>
        <span>{[table, say("pit.seat", { terminal, seat })].join(" · ")}</span>
        <i>{dayAndTime(since)}</i>
      </header>
      <p class="dispute-said">
        <b>{say(`dispute.about.${about}`)}</b> {said}
      </p>
      <p>
        {say(upheld ? "dispute.for" : "dispute.against", { name: reviewed_by || decided_by })} {reasonText(reason)}
      </p>
      {stage === "review" && <p class="dispute-waits">{say("dispute.waits", { roles })}</p>}
      <div class="dispute-keys">
        {WAYS[stage]!.map((way) => {
          const key = dispute.acts.find(({ act }) => act === ACT_OF[way]);
          const shut = key !== undefined && key.reason !== "" && key.needs.length === 0 && key.reason !== "SECOND_PERSON_NEEDED" && key.reason !== "ROLE_MAY_NOT";
          return (
            <button type="button" class="button" aria-disabled={shut} title={shut ? refusalText(key.reason, key.data) : ""} onClick={() => !shut && open(way)} data-way={way} key={way}>
              {say(`dispute.${way}`)}
            </button>
          );
        })}
      </div>
    </article>
  );
}
