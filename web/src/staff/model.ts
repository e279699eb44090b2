import { computed, signal } from "@preact/signals";
import { toast, toastAnswer } from "../components/toasting";
import { standOf, whileSame } from "../components/truth";
import type { Feed } from "../feed/feed";
import type { Answer } from "../feed/unanswered";
import type { Approval, Approvers, Authority, DealerView, DisplayView, Refused, TableView, Weighed } from "../generated/feed";
import { post } from "../http";
import type { TerminalLog } from "../log/terminal-log";
import { say } from "../text/say";
import type { StaffCommand } from "./acts";

/** The floor could not be asked: as when it has no room for a command, try again. */
const NO_ANSWER: Refused = { type: "refusal", number: 0, code: "BUSY", clause: "", data: {} };

/** A station of staff: its table's public half and its own half. */
export class StaffModel<V extends DealerView | TableView> {
  /** The table somebody has picked, where he works at several; "" for the first. */
  private readonly picked = signal("");

  /** What is his of each table, in the order in which they stand. */
  readonly all = computed<readonly V[]>(() => {
    const names = this.feed.topics.names().filter((topic) => topic.startsWith(`${this.kind}:`));
    return names.flatMap((name) => this.feed.topics.view<V>(name) ?? []);
  });

  /** The table in front of him. */
  readonly own = computed<V | null>(() => this.all.value.find(({ table }) => table === this.picked.value) ?? this.all.value[0] ?? null);

  readonly table = computed<DisplayView | null>(() => {
    const own = this.own.value;
    return own ? this.display(own) : null;
  });

  constructor(
    readonly feed: Feed<StaffCommand>,
    readonly log: TerminalLog,
    private readonly kind: "dealer" | "table",
  ) {}

  /** The public half of a table. */
  display({ table }: V): DisplayView | null {
    return this.feed.topics.view<DisplayView>(`display:${table}`);
  }

  /** Turn to another table. */
  turnTo(table: string): void {
    this.log.note("touch", { table });
    this.picked.value = table;
  }

  private readonly stand = computed(() => standOf(this.table.value));

  /** Do something and say how it went; true when it was done. */
  readonly perform = async (command: StaffCommand, authority: Authority | null = null, seen = ""): Promise<boolean> => {
    const answer = await this.attempt(command, authority, seen);
    toastAnswer(answer, whileSame(this.stand));
    return answer.type === "ack";
  };

  /** Do something, if it still does what was seen; whoever asks says how it went. */
  readonly attempt = async (command: StaffCommand, authority: Authority | null, seen = ""): Promise<Answer> => {
    this.log.note("touch", { key: command.type });
    const answer = await this.feed.ask(command, authority, seen);
    if (answer.type === "ack" && authority) toast("good", say("toast.done"));
    return answer;
  };

  /** Ask what something would do, with the powers it would be done with.  Nothing is done. */
  readonly weigh = (command: StaffCommand, authority: Authority | null): Promise<Weighed | Refused> => {
    this.log.note("asked", { key: command.type });
    return this.question<Weighed>("api/weigh", command, authority);
  };

  /** Ask whose PIN would let something be done; where that cannot be said now the floor judges the act itself. */
  readonly approval = async (command: StaffCommand): Promise<Approval> => {
    const answer = await this.question<Approvers>("api/approvers", command, null);
    return answer.type === "approvers" ? answer.approval : { alone: true, persons: [] };
  };

  private async question<T extends { type: string }>(path: string, command: StaffCommand, authority: Authority | null): Promise<T | Refused> {
    const reply = await post<T | Refused>(path, { boot: this.feed.boot, number: 0, command, authority }).catch(() => null);
    return reply?.ok ? reply.body : NO_ANSWER;
  }
}
