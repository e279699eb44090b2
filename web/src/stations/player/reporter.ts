import { effect, untracked } from "@preact/signals";
import { beat } from "../../clock";
import type { Answer } from "../../feed/unanswered";
import type { DisplayView, Play, ReportShown } from "../../generated/feed";
import { pageStorage } from "../../log/unstored";
import type { Cents } from "../../money";
import { isOpen } from "./chips-shown";
import type { PlayerModel } from "./model";

/** A round as this screen has shown it: its closed layout, and whether it was away while it was played. */
interface Watched {
  round: number;
  wagers: Record<string, Cents> | null;
  interrupted: boolean;
}

/** A meter as it stands on the screen, and the count of its changes that was drawn with it. */
export interface OnScreen {
  credit: Cents;
  moved: number;
}

type Told = Pick<ReportShown, "round" | "fault"> & Pick<Watched, "wagers">;

/** Who comes back sooner has missed nothing that counts. */
const AWAY_MS = 5_000;

/**
 * Tells the floor what this screen showed of each round, where the book has the terminal's own record looked at
 * (AC 6.1, SB 7.1), and what it finds wrong with itself: it was away while a round was played, or could not draw.
 *
 * The credit that is told is read off the screen, not off what the screen was sent.
 */
export class Reporter {
  private readonly watched: Map<string, Watched>;
  private readonly due = new Map<string, Told>();
  private readonly failed = new Set<string>();
  private left = 0;

  constructor(
    private readonly model: PlayerModel,
    private readonly onScreen: () => OnScreen | null,
    private readonly storage: Storage | null = pageStorage(),
  ) {
    const { at, rounds } = this.kept();
    this.watched = new Map(rounds);
    if (at > 0 && Date.now() - at >= AWAY_MS) this.interrupt();
    effect(() => this.notice(model.feed.connection.value === "live"));
    effect(() => this.watch());
    effect(() => {
      beat.value;
      untracked(() => this.tell());
    });
  }

  /** Something could not be drawn: it is told once a round. */
  fail(): void {
    const name = this.model.front.peek();
    const round = this.model.play(name)?.round ?? 0;
    if (round === 0 || this.failed.has(`${name} ${round}`)) return;
    this.failed.add(`${name} ${round}`);
    this.due.set(name, { round, wagers: null, fault: "display" });
  }

  /** The page goes; whoever comes next is to know for how long nothing was shown. */
  leave(): void {
    this.keep();
  }

  private notice(live: boolean): void {
    if (!live) this.left ||= Date.now();
    else if (this.left > 0) {
      if (Date.now() - this.left >= AWAY_MS) this.interrupt();
      this.left = 0;
    }
  }

  private interrupt(): void {
    for (const round of this.watched.values()) round.interrupted = true;
  }

  private watch(): void {
    const { feed } = this.model;
    const view = this.model.terminal.value;
    for (const name of view?.reports ?? []) {
      const table = this.model.table(name);
      const play = view?.play[name];
      const fresh = feed.topics.version(`display:${name}`) >= 0 && feed.topics.version(`player:${view?.terminal}`) >= 0;
      if (table && play && fresh) this.see(name, table, play);
      this.keep();
    }
  }

  private see(name: string, table: DisplayView, play: Play): void {
    const before = this.watched.get(name);
    if (before && play.last_round >= before.round) {
      const { wagers, interrupted } = before;
      const whole = !interrupted && play.last_round === before.round;
      const corrected = table.results.some(({ round, corrected }) => round === play.last_round && corrected);
      if (!corrected) this.due.set(name, { round: play.last_round, wagers: whole ? wagers : null, fault: whole ? "" : "sequence" });
      this.watched.delete(name);
    }
    const laid = Object.fromEntries((play.committed.length > 0 ? play.committed : play.spots).map(({ bet, amount }) => [bet, amount]));
    if (play.last_round >= play.round) return;
    if (Object.keys(laid).length === 0) return void this.watched.delete(name);
    const known = before?.round === play.round ? before : null;
    // The two halves of the screen come one after the other.
    const together = table.round === play.round;
    const closed = together && !isOpen(table) && play.committed.length > 0;
    // Before the close nothing is missed yet; and after a restart it was the floor that was away.
    const excused = (together && isOpen(table)) || table.suspended === "restart";
    this.watched.set(name, {
      round: play.round,
      wagers: closed ? laid : (known?.wagers ?? null),
      interrupted: !excused && (known?.interrupted ?? false),
    });
  }

  private tell(): void {
    const view = this.due.size > 0 ? this.model.terminal.peek() : null;
    if (!view) return;
    const shown = this.onScreen();
    // The meters wait for dice that still roll here.
    if (shown && shown.moved !== view.moved) return;
    const { credit, moved } = shown ?? view;
    for (const [table, told] of this.due) {
      this.due.delete(table);
      void this.model.report({ type: "ReportShown", table, credit, moved, ...told }).then((answer) => this.again(table, told, answer));
    }
  }

  /** Where the meter moved on the way it is read again. */
  private again(table: string, told: Told, answer: Answer): void {
    const late = answer.type === "refusal" && answer.data["why"] === "changed_meanwhile";
    if (late && !this.due.has(table)) this.due.set(table, told);
  }

  private keep(): void {
    const text = JSON.stringify({ at: Date.now(), rounds: [...this.watched] });
    try {
      this.storage?.setItem(this.name, text);
    } catch {
      this.storage?.removeItem(this.name);
    }
  }

  private kept(): { at: number; rounds: [string, Watched][] } {
    try {
      return JSON.parse(this.storage?.getItem(this.name) ?? "") as ReturnType<Reporter["kept"]>;
    } catch {
      return { at: 0, rounds: [] };
    }
  }

  private get name(): string {
    return `openfelt.rounds.${this.model.log.name}`;
  }
}
