import { computed, effect, signal, untracked } from "@preact/signals";
import { toast, toastAnswer } from "../../components/toasting";
import { standOf, whileSame } from "../../components/truth";
import type { Feed } from "../../feed/feed";
import type { Answer } from "../../feed/unanswered";
import type { DisplayView, Drawn, Play, PlayerCommand, PlayerView, ReportShown, Sheet } from "../../generated/feed";
import { get } from "../../http";
import type { TerminalLog } from "../../log/terminal-log";
import type { Cents } from "../../money";
import { isOverdue } from "../../table/moment";
import { showsPast } from "../../table/past";
import { refusalText } from "../../text/refusal";
import { say } from "../../text/say";
import { guestLeaves } from "../../text/spoken";
import { isOpen } from "./chips-shown";
import { showsPicture } from "./Picture";
import { Sitting } from "./sitting";
import { Sounds } from "./sounds";
import { Undo } from "./undo";

/** A player terminal: what it was told, which table is in front, which chip is in hand, and what a touch asks for. */
export class PlayerModel {
  readonly chosen = signal<Cents>(0);
  /** Whether a touch takes the chip in hand off a wager instead of laying it. */
  readonly takes = signal(false);
  /** The bet a player has asked about; "" for none. */
  readonly explained = signal("");
  /** The table last bet on; "" while there is none. */
  readonly lastBet = signal("");
  readonly undo = new Undo();
  readonly sitting = new Sitting();
  private stakes: Readonly<Record<string, number>> = {};
  private readonly picked = signal("");
  private account: PlayerView["account"] = "closed";

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
    readonly sounds = new Sounds(),
  ) {
    effect(() => this.catchUp());
    effect(() => this.sayReturned());
    effect(() => this.noteBets());
    this.sounds.follow(
      () => this.table(this.front.value),
      () => this.play(this.front.value),
    );
    this.sitting.follow(this.terminal, () => untracked(() => this.undo.forget()));
    effect(() => this.seeOut());
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
    this.explained.value = "";
  }

  /** Lay a chip: on a bet that consists of others, one on each of them. */
  stage(table: DisplayView, bet: string, chip: Cents): void {
    this.log.note("touch", { bet, chip });
    const amount = chip * piecesOf(table, bet);
    if (amount === 0) return;
    this.sounds.play("chip");
    this.lay(table, { type: "StageWager", table: table.table, round: table.round, bet, amount });
  }

  move(table: DisplayView, bet: string, to: string): void {
    this.log.note("touch", { bet, to });
    this.lay(table, { type: "MoveWager", table: table.table, round: table.round, bet, to, amount: 0 });
  }

  takeBack(table: DisplayView, bet: string): void {
    this.log.note("touch", { bet, to: null });
    this.lay(table, { type: "CancelWager", table: table.table, round: table.round, bet });
  }

  /** Take the chip in hand off a wager; where no more than that lies there, all of it. */
  takeDown(table: DisplayView, bet: string, lies: Cents): void {
    const amount = this.chosen.value * piecesOf(table, bet);
    if (amount >= lies) return this.takeBack(table, bet);
    this.log.note("touch", { bet, taken: amount });
    this.lay(table, { type: "TakeDown", table: table.table, round: table.round, bet, amount });
  }

  press(key: "ClearLayout" | "RepeatLayout" | "DoubleLayout", table: DisplayView): void {
    this.log.note("touch", { key });
    this.lay(table, { type: key, table: table.table, round: table.round });
  }

  /** From here on nothing of it can be taken back. */
  confirmWagers(table: DisplayView): void {
    this.log.note("touch", { key: "ConfirmWagers" });
    this.undo.forget(table.table);
    this.tell({ type: "ConfirmWagers", table: table.table, round: table.round });
  }

  /** Have it lie again as it did before the last touch. */
  takeBackLast(table: DisplayView, play: Play): void {
    this.log.note("touch", { key: "Undo" });
    for (const command of this.undo.back(table, play, this.feed.unanswered.list.peek())) this.tell(command);
  }

  shoot(table: DisplayView): void {
    this.log.note("touch", { key: "Shoot" });
    this.tell({ type: "Shoot", table: table.table });
  }

  /** Show what a bet needs, what it pays and costs. */
  explain(bet: string): void {
    this.log.note("touch", { explain: bet });
    this.explained.value = bet;
  }

  /** Lay what still may lie behind every line wager that stands on its number. */
  layOdds(table: DisplayView, caps: Play["caps"]): void {
    this.log.note("touch", { key: "odds" });
    this.remember(table);
    for (const { bet, room: amount } of caps) {
      if (amount > 0) this.tell({ type: "StageWager", table: table.table, round: table.round, bet, amount });
    }
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

  /** Say that a result is wrong, or that something does not work: a supervisor decides it. */
  object(table: string, about: "outcome" | "malfunction", round: number): void {
    this.log.note("touch", { key: "RaiseObjection", table });
    this.tell({ type: "RaiseObjection", table, about, round });
  }

  /** The guest has read a line that told him of his money. */
  acknowledge(line: number): void {
    this.log.note("touch", { key: "AcknowledgeNews", line });
    this.tell({ type: "AcknowledgeNews", line });
  }

  /** Tell what the screen showed: nobody touched anything, so nothing is said of the answer. */
  report(shown: ReportShown): Promise<Answer> {
    return this.feed.ask(shown);
  }

  insertNote(amount: Cents): void {
    this.feed.demo("note_acceptor", String(amount));
  }

  insertTicket(number: string): void {
    this.feed.demo("ticket_reader", number);
  }

  /** Chips may be laid by a touch, by repeating or by doubling: where more lies than before, somebody has bet. */
  private noteBets(): void {
    const play = this.terminal.value?.play ?? {};
    const stakes = Object.fromEntries(Object.entries(play).map(([name, { staked }]) => [name, staked]));
    const raised = Object.keys(stakes).find((name) => stakes[name]! > (this.stakes[name] ?? 0));
    this.stakes = stakes;
    if (raised) this.lastBet.value = raised;
  }

  /** The next guest has bet nowhere yet, and finds the page as the house has it. */
  private forget(): void {
    guestLeaves();
    this.lastBet.value = "";
    this.sounds.reset();
    showsPast.value = true;
    showsPicture.value = true;
  }

  /** On a demo floor: the ticket that was printed here last, which nobody has in his hand. */
  insertLastTicket(): void {
    this.feed.demo("ticket_reader", "");
  }

  /** The ticket that was printed here and is not acknowledged yet, as it is on paper. */
  async drawTicket(): Promise<Sheet | null> {
    this.log.note("touch", { key: "on_paper" });
    const reply = await get<Drawn>("api/ticket").catch(() => null);
    return reply?.ok ? reply.body.sheet : null;
  }

  private sayReturned(): void {
    const back = this.feed.returned.value;
    // Said once, in the language of the moment: another language later is no reason to say it again.
    if (back) untracked(() => toast("bad", say(`returned.${back.item}`, { why: refusalText(back.code, back.data) })));
  }

  private seeOut(): void {
    const account = this.terminal.value?.account ?? this.account;
    if (account === "closed" && this.account !== "closed") this.forget();
    this.account = account;
  }

  /** Change what lies on a table: this can be taken back. */
  private lay(table: DisplayView, command: PlayerCommand): void {
    this.remember(table);
    this.tell(command);
  }

  private remember(table: DisplayView): void {
    this.undo.remember(table, this.play(table.table), this.feed.unanswered.list.peek());
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

/** A table that is closed has nothing to play for. */
export function canBePicked({ phase }: DisplayView): boolean {
  return phase !== "closed_table";
}

function piecesOf(table: DisplayView, bet: string): number {
  return table.bets.find(({ code }) => code === bet)?.pieces.length || 1;
}
