import { computed, effect, signal } from "@preact/signals";
import { toastAnswer } from "../../components/toasting";
import type { Feed } from "../../feed/feed";
import type { Approval, Approvers, Authority, CashDeskView, CashdeskCommand, DisplayView, Drawn, Key, Refused, Sheet, SignatureKept, Slip, SlipView, Terms, Wanted } from "../../generated/feed";
import { post } from "../../http";
import { written, type Stroke } from "../../paper/strokes";
import { language } from "../../text/spoken";
import type { TerminalLog } from "../../log/terminal-log";

/** What is said of a ticket over which the casino's ticketing host has the say. */
const OF_THE_HOST: ReadonlySet<unknown> = new Set(["ask_host", "host_asked", "host_said"]);
export const isOfTheHost = (data: Readonly<Record<string, unknown>>): boolean => OF_THE_HOST.has(data["why"]);
const LOOK_AGAIN_MS = 1000;
const LOOKS_MAX = 20;

const NO_ANSWER: Refused = { type: "refusal", number: 0, code: "BUSY", clause: "", data: {} };

/** A cash desk: the drawer of whoever is signed in, and the slip that lies on the desk. */
export class CashDeskModel {
  readonly table = signal<DisplayView | null>(null);
  /** The slip that was brought last, as it stood when it was looked up. */
  readonly slip = signal<SlipView | null>(null);
  /** A ticket of another machine: the ticketing host has to say what it is good for. */
  readonly hosted = signal<{ number: string; refused: Refused } | null>(null);
  /** The number that was looked up last, and how often it was looked at again while the host was asked. */
  private looked = { number: "", again: 0 };

  readonly desk = computed<CashDeskView | null>(() => {
    const name = this.feed.topics.names().find((topic) => topic.startsWith("cashdesk:"));
    return name ? this.feed.topics.view<CashDeskView>(name) : null;
  });

  /** Whether a drawer is open: only then is anything paid. */
  readonly isOpen = computed(() => (this.desk.value?.drawer?.counted ?? 0) < 0);

  private readonly cashier = computed(() => this.feed.signed.value?.person ?? "");

  constructor(
    readonly feed: Feed<CashdeskCommand>,
    readonly log: TerminalLog,
  ) {
    // What was brought to the cashier before is not for whoever takes over: his drawer is another.
    effect(() => {
      if (this.cashier.value) this.slip.value = this.hosted.value = null;
    });
  }

  key(act: string): Key | undefined {
    return this.desk.value?.acts.find((key) => key.act === act);
  }

  /** Look a slip up; whoever brought none of ours is told so. */
  async look(number: string, again = 0): Promise<void> {
    this.looked = { number, again };
    const answer = await this.question<Slip>("api/slip", { number });
    if (this.looked.number !== number) return;
    const isHosts = answer.type === "refusal" && isOfTheHost(answer.data);
    this.slip.value = answer.type === "slip" ? answer.slip : null;
    this.hosted.value = isHosts ? { number, refused: answer } : null;
    if (answer.type === "refusal" && !isHosts) toastAnswer(answer);
    const { why } = answer.type === "slip" ? answer.slip.data : answer.data;
    if (why === "host_asked" && again < LOOKS_MAX) setTimeout(() => void this.lookAgain(number, again), LOOK_AGAIN_MS);
  }

  /** See whether the ticketing host has answered, as long as its ticket lies on the desk. */
  private async lookAgain(number: string, again: number): Promise<void> {
    if (this.looked.number === number && this.looked.again === again) await this.look(number, again + 1);
  }

  /** Do something, say why if it was refused, and see what has become of the slip; true when it was done. */
  async perform(command: CashdeskCommand, authority: Authority | null = null, number = this.slip.value?.number ?? ""): Promise<boolean> {
    this.log.note("touch", { key: command.type });
    const answer = await this.feed.ask(command, authority);
    toastAnswer(answer);
    if (number) await this.look(number);
    return answer.type === "ack";
  }

  /** Whose PIN would let it be done, if anybody's is needed. */
  async approval(command: CashdeskCommand): Promise<Approval> {
    const body = { boot: this.feed.boot, number: 0, command, authority: null };
    const answer = await this.question<Approvers>("api/approvers", body);
    return answer.type === "approvers" ? answer.approval : { alone: true, persons: [] };
  }

  /** What stands on a slip that was brought, or on the form it is paid with. */
  async draw(wanted: Wanted): Promise<Sheet | null> {
    const answer = await this.question<Drawn>("api/paper", wanted);
    if (answer.type === "refusal") toastAnswer(answer);
    return answer.type === "paper" ? answer.sheet : null;
  }

  /** Have kept what the player has signed for a payment on these terms; null where that was refused. */
  async keep(number: string, { asked, form, identity }: Terms, strokes: readonly Stroke[]): Promise<string | null> {
    const body = { number, strokes: written(strokes), terms: { asked, form, identity }, language: language.value };
    const answer = await this.question<SignatureKept>("api/signature", body);
    if (answer.type === "refusal") toastAnswer(answer);
    return answer.type === "signed" ? answer.signature : null;
  }

  private async question<T extends { type: string }>(path: string, body: unknown): Promise<T | Refused> {
    const reply = await post<T | Refused>(path, body).catch(() => null);
    return reply?.ok ? reply.body : NO_ANSWER;
  }
}
