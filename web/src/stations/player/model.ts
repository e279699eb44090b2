import { computed, effect, signal, untracked } from "@preact/signals";
import { toast, toastAnswer } from "../../components/toasting";
import { standOf, whileSame } from "../../components/truth";
import type { Feed } from "../../feed/feed";
import type { Answer } from "../../feed/unanswered";
import type { DisplayView, Play, PlayerCommand, PlayerView } from "../../generated/feed";
import type { TerminalLog } from "../../log/terminal-log";
import type { Cents } from "../../money";
import { isOverdue } from "../../table/moment";
import { refusalText } from "../../text/refusal";
import { say } from "../../text/say";
import { isOpen } from "./chips-shown";

/** A player terminal: what it was told, which table is in front, which chip is in hand, and what a touch asks for. */
export class PlayerModel {
  readonly chosen = signal<Cents>(0);
  /** Whether a touch takes the chip in hand off a wager instead of laying it. */
  readonly takes = signal(false);
  private readonly picked = signal("");

  readonly terminal = computed<PlayerView | null>(() => {
    const name = this.feed.topics.names().find((topic) => topic.startsWith("player:"));
    return name ? this.feed.topics.view<PlayerView>(name) : null;
  });

  /** The table in front: the one picked, as long as the terminal is linked to it. */
  readonly front = computed<string>(() => {
    const tables = this.terminal.value?.tables ?? [];
    return tables.includes(this.picked.value) ? this.picked.value : (tables[0] ?? "");
  });

  private readonly stand = computed(() => standOf(this.table(this.front.value)));

  constructor(
    readonly feed: Feed<PlayerCommand>,
    readonly log: TerminalLog,
  ) {
    effect(() => this.catchUp());
    effect(() => this.sayReturned());
  }

  table(name: string): DisplayView | null {
    return this.feed.topics.view<DisplayView>(`display:${name}`);
  }

  play(name: string): Play | null {
    return this.terminal.value?.play[name] ?? null;
  }

  bringToFront(name: string): void {
    this.log.note("touch", { table: name });
    this.picked.value = name;
    this.takes.value = false;
  }

  /** Lay a chip: on a bet that consists of others, one on each of them. */
  stage(table: DisplayView, bet: string, chip: Cents): void {
    this.log.note("touch", { bet, chip });
    const amount = chip * piecesOf(table, bet);
    if (amount > 0) this.tell({ type: "StageWager", table: table.table, round: table.round, bet, amount });
  }

  move(table: DisplayView, bet: string, to: string): void {
    this.log.note("touch", { bet, to });
    this.tell({ type: "MoveWager", table: table.table, round: table.round, bet, to, amount: 0 });
  }

  takeBack(table: DisplayView, bet: string): void {
    this.log.note("touch", { bet, to: null });
    this.tell({ type: "CancelWager", table: table.table, round: table.round, bet });
  }

  /** Take the chip in hand off a wager; where no more than that lies there, all of it. */
  takeDown(table: DisplayView, bet: string, lies: Cents): void {
    const amount = this.chosen.value * piecesOf(table, bet);
    if (amount >= lies) return this.takeBack(table, bet);
    this.log.note("touch", { bet, taken: amount });
    this.tell({ type: "TakeDown", table: table.table, round: table.round, bet, amount });
  }

  press(key: "ConfirmWagers" | "ClearLayout" | "RepeatLayout" | "DoubleLayout", table: DisplayView): void {
    this.log.note("touch", { key });
    this.tell({ type: key, table: table.table, round: table.round });
  }

  shoot(table: DisplayView): void {
    this.log.note("touch", { key: "Shoot" });
    this.tell({ type: "Shoot", table: table.table });
  }

  /** The line under the chips tells what becomes of the ticket. */
  cashOut(): void {
    this.log.note("touch", { key: "CashOut" });
    this.tell({ type: "CashOut" });
  }

  /** Call an attendant, or take the call back; the line under the chips says that one is on the way. */
  service(type: "CallAttendant" | "WithdrawCall"): void {
    this.log.note("touch", { key: type });
    this.tell({ type });
  }

  /** The guest has read a line that told him of his money. */
  acknowledge(line: number): void {
    this.log.note("touch", { key: "AcknowledgeNews", line });
    this.tell({ type: "AcknowledgeNews", line });
  }

  insertNote(amount: Cents): void {
    this.feed.demo("note_acceptor", String(amount));
  }

  insertTicket(number: string): void {
    this.feed.demo("ticket_reader", number);
  }

  private sayReturned(): void {
    const back = this.feed.returned.value;
    // Said once, in the language of the moment: another language later is no reason to say it again.
    if (back) untracked(() => toast("bad", say(`returned.${back.item}`, { why: refusalText(back.code, back.data) })));
  }

  private tell(command: PlayerCommand): void {
    void this.feed.ask(command).then(this.answered);
  }

  private readonly answered = (answer: Answer): void => toastAnswer(answer, whileSame(this.stand));

  /**
   * See that the two halves of the screen tell the same story.
   *
   * The table's half and the terminal's half are numbered apart.  If one of them lost its last frame before a
   * quiet time, no later number would show the gap; so where they disagree for longer than a frame takes, the
   * half that lags is asked for again.
   */
  private catchUp(): void {
    const view = this.terminal.value;
    if (!view || this.feed.connection.value !== "live") return;
    for (const name of view.tables) {
      const lagging = this.lagging(view, name);
      if (!lagging) continue;
      const version = this.feed.topics.version(lagging);
      setTimeout(() => {
        const still = this.terminal.peek();
        if (still && this.lagging(still, name) === lagging && this.feed.topics.version(lagging) === version) this.feed.resync(lagging);
      }, 400);
    }
  }

  private lagging(view: PlayerView, name: string): string | null {
    const table = this.table(name);
    const play = view.play[name];
    if (!table || !play) return null;
    if (isOverdue(table, 1_500_000)) return `display:${name}`;
    const closed = !isOpen(table);
    if (closed && (play.spots.length > 0 || play.may.stage === "")) return `player:${view.terminal}`;
    if (play.round > table.round) return `display:${name}`;
    if (play.round < table.round) return `player:${view.terminal}`;
    return !closed && play.may.stage === "WAGERING_IS_CLOSED" ? `display:${name}` : null;
  }
}

function piecesOf(table: DisplayView, bet: string): number {
  return table.bets.find(({ code }) => code === bet)?.pieces.length || 1;
}
