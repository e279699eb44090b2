import { computed, signal } from "@preact/signals";
import { Bell } from "../../components/bell";
import { Hush, keyOf } from "../../components/hush";
import { Ringer } from "../../components/ringer";
import { toastAnswer } from "../../components/toasting";
import type { Feed } from "../../feed/feed";
import type { Approval, Approvers, AttendantCommand, AttendantView, Authority, DisplayView, Job, Refused } from "../../generated/feed";
import { post } from "../../http";
import type { TerminalLog } from "../../log/terminal-log";

const LOOKS_EVERY_MS = 250;

/** An attendant's telephone: what has to be seen to in his pit, and what of it is heard. */
export class AttendantModel {
  readonly table = signal<DisplayView | null>(null);
  readonly bell = new Bell();
  readonly hush = new Hush("attendant");

  readonly own = computed<AttendantView | null>(() => {
    const name = this.feed.topics.names().find((topic) => topic.startsWith("attendant:"));
    return name ? this.feed.topics.view<AttendantView>(name) : null;
  });

  private readonly ringer = new Ringer();

  constructor(
    readonly feed: Feed<AttendantCommand>,
    readonly log: TerminalLog,
  ) {
    setInterval(() => this.listen(performance.now()), LOOKS_EVERY_MS);
  }

  /** Do something and say why if it was refused; true when it was done. */
  readonly perform = async (command: AttendantCommand, authority: Authority | null = null): Promise<boolean> => {
    this.log.note("touch", { key: command.type });
    const answer = await this.feed.ask(command, authority);
    toastAnswer(answer);
    return answer.type === "ack";
  };

  /** Whose PIN would let it be done, if anybody's is needed. */
  readonly approval = async (command: AttendantCommand): Promise<Approval> => {
    const body = { boot: this.feed.boot, number: 0, command, authority: null };
    const reply = await post<Approvers | Refused>("api/approvers", body).catch(() => null);
    return reply?.ok && reply.body.type === "approvers" ? reply.body.approval : { alone: true, persons: [] };
  };

  /** Ring for what nobody sees to: whoever takes a job, or hears a fault, makes it silent. */
  private listen(now: number): void {
    this.hush.letGo();
    const own = this.own.value;
    if (own && this.feed.connection.value === "live") this.hush.forget(own.faults);
    const isSilent = this.hush.muted.value || !this.bell.allowed.value || this.feed.locked.value;
    const ring = this.ringer.next(isSilent || !own ? [] : loudOf(own, this.hush), now);
    if (ring) this.bell.ring(ring);
  }
}

function loudOf(own: AttendantView, hush: Hush): { key: string; urgent: boolean }[] {
  const jobs = own.jobs.filter(({ by }) => !by).map((job) => ({ key: jobKey(job), urgent: job.overdue }));
  const faults = own.faults.filter((fault) => !hush.isHeard(fault)).map((fault) => ({ key: keyOf(fault), urgent: fault.urgent }));
  return [...jobs, ...faults];
}

/** One occurrence of a job: who calls again has another. */
export const jobKey = ({ kind, about, since }: Job): string => `${kind} ${about} ${since}`;
