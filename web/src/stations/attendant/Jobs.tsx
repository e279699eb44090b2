import type { JSX } from "preact";
import { Since } from "../../components/Since";
import type { Job } from "../../generated/feed";
import { meter } from "../../money";
import { say } from "../../text/say";
import { jobKey, type AttendantModel } from "./model";

interface Props {
  model: AttendantModel;
  jobs: readonly Job[];
  done: (job: Job) => void;
  dispute: (job: Job) => void;
}

/** What he does himself, then who waits, the longest first: whoever goes says so, and says what it was when it is done. */
export function Jobs({ model, jobs, done, dispute }: Props): JSX.Element {
  if (jobs.length === 0) return <p class="attendant-none panel">{say("attendant.quiet")}</p>;
  return (
    <ol class="attendant-jobs" aria-live="assertive">
      {jobs.map((job) => (
        <Row job={job} model={model} done={() => done(job)} dispute={() => dispute(job)} key={jobKey(job)} />
      ))}
    </ol>
  );
}

function Row({ job, model, done, dispute }: { job: Job; model: AttendantModel; done: () => void; dispute: () => void }): JSX.Element {
  const { kind, about, table, terminal, seat, since, overdue, by, mine, amount, slip } = job;
  const stand = mine ? "mine" : by ? "taken" : overdue ? "overdue" : "waits";
  return (
    <li class={`job panel ${stand}`} data-job={kind} data-terminal={terminal} data-stand={stand}>
      <header>
        <strong>{say(`job.${kind}`)}</strong>
        <Since since={since} />
      </header>
      <p class="job-where">{[say("pit.seat", { terminal, seat }), table].join(" · ")}</p>
      {amount > 0 && <p class="job-amount">{say("attendant.amount", { amount: meter(amount), slip })}</p>}
      <p>{say(stand === "taken" ? "attendant.taken" : `attendant.${stand}`, { name: by })}</p>
      <div class="job-keys">
        {!mine && (
          <button type="button" class={`button ${by ? "" : "gold"}`} onClick={() => void model.perform({ type: "TakeTask", kind, about })} data-act="take">
            {say(by ? "attendant.take_over" : "attendant.take")}
          </button>
        )}
        {mine && (
          <button type="button" class="button gold" onClick={done} data-act="done">
            {say("attendant.done")}
          </button>
        )}
        {kind === "call" && (
          <button type="button" class="button" onClick={dispute} data-act="job-dispute">
            {say("attendant.job_dispute")}
          </button>
        )}
      </div>
    </li>
  );
}
