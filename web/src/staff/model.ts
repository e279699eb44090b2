import { computed } from "@preact/signals";
import { toast, toastAnswer, type Holds } from "../components/toasting";
import type { Feed } from "../feed/feed";
import type { Authority, DealerView, DisplayView, TableView } from "../generated/feed";
import type { TerminalLog } from "../log/terminal-log";
import { say } from "../text/say";
import type { StaffCommand } from "./acts";

const SETTLES_MS = 1_000;

/** A station of staff: its table's public half and its own half. */
export class StaffModel<V extends DealerView | TableView> {
  readonly own = computed<V | null>(() => {
    const name = this.feed.topics.names().find((topic) => topic.startsWith(`${this.kind}:`));
    return name ? this.feed.topics.view<V>(name) : null;
  });

  readonly table = computed<DisplayView | null>(() => {
    const own = this.own.value;
    return own ? this.feed.topics.view<DisplayView>(`display:${own.table}`) : null;
  });

  constructor(
    readonly feed: Feed<StaffCommand>,
    readonly log: TerminalLog,
    private readonly kind: "dealer" | "table",
  ) {}

  /** What the table is at: a message about one moment is not true of the next. */
  private readonly moment = computed(() => {
    const { round, phase, suspended } = this.table.value ?? { round: 0, phase: "", suspended: "" };
    return `${round} ${phase} ${suspended}`;
  });

  /** Do something and say how it went; true when it was done. */
  readonly perform = async (command: StaffCommand, authority: Authority | null = null): Promise<boolean> => {
    this.log.note("touch", { key: command.type });
    const answer = await this.feed.ask(command, authority);
    toastAnswer(answer, this.whileNow());
    if (answer.type === "ack" && authority) toast("good", say("toast.done"));
    return answer.type === "ack";
  };

  /** True until the table goes on.  An answer may come before the view it was given on: that change is part of it. */
  private whileNow(): Holds {
    const since = performance.now();
    let then = this.moment.peek();
    return () => {
      const now = this.moment.value;
      if (performance.now() - since < SETTLES_MS) then = now;
      return now === then;
    };
  }
}
