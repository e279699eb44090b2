import { computed } from "@preact/signals";
import { toast, toastAnswer } from "../components/toasting";
import type { Feed } from "../feed/feed";
import type { Authority, DealerView, DisplayView, TableView } from "../generated/feed";
import type { TerminalLog } from "../log/terminal-log";
import { say } from "../text/say";
import type { StaffCommand } from "./acts";

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

  /** Do something and say how it went; true when it was done. */
  readonly perform = async (command: StaffCommand, authority: Authority | null = null): Promise<boolean> => {
    this.log.note("touch", { key: command.type });
    const answer = await this.feed.ask(command, authority);
    toastAnswer(answer, { clauses: true });
    if (answer.type === "ack" && authority) toast("good", say("toast.done"));
    return answer.type === "ack";
  };
}
