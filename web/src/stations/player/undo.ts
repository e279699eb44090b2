import { signal } from "@preact/signals";
import type { Asked } from "../../feed/unanswered";
import type { DisplayView, Play, PlayerCommand } from "../../generated/feed";
import type { Cents } from "../../money";
import { isOpen } from "./chips-shown";

/**
 * What lay on a table before each touch of this period, so that one touch brings it back.
 *
 * Nothing is remembered of what is confirmed, and nothing outlives its round: then no touch takes anything back.  It
 * outlives a reload of the page, as all does that a guest sees.
 */

type Lies = ReadonlyMap<string, Cents>;

const KEPT = "openfelt.undo";

interface Before {
  table: string;
  round: number;
  lies: readonly (readonly [bet: string, amount: Cents])[];
}

const LAYS: ReadonlySet<string> = new Set<PlayerCommand["type"]>(["StageWager", "MoveWager", "CancelWager", "TakeDown", "ClearLayout", "RepeatLayout", "DoubleLayout"]);

export class Undo {
  private readonly steps = signal<readonly Before[]>(kept());

  /** Remember what lies there, before a touch changes it. */
  remember(table: DisplayView, play: Play | null, asked: readonly Asked<PlayerCommand>[]): void {
    // Whoever touches faster than the floor answers takes both touches back together.
    if (!play || !isOpen(table) || isUnderWay(table, asked)) return;
    const { table: name, round } = table;
    const same = this.steps.peek().filter((step) => step.table !== name || step.round === round);
    this.keep([...same, { table: name, round, lies: [...liesOn(play)] }]);
  }

  /** What is to be asked for, so that it lies again as it did before the last touch; nothing while one is under way. */
  back(table: DisplayView, play: Play, asked: readonly Asked<PlayerCommand>[]): PlayerCommand[] {
    if (isUnderWay(table, asked)) return [];
    const now = liesOn(play);
    for (let last = this.lastOf(table); last; last = this.lastOf(table)) {
      const step = last;
      this.keep(this.steps.peek().filter((one) => one !== step));
      const commands = between(table, now, new Map(step.lies));
      // A touch that was refused changed nothing: the one before it is meant.
      if (commands.length > 0) return commands;
    }
    return [];
  }

  /** Whether there is anything to take back at a table. */
  knows(table: DisplayView): boolean {
    return isOpen(table) && this.steps.value.some((step) => isOf(step, table));
  }

  /** What is confirmed stays, and another guest takes back nothing of the one before. */
  forget(table = ""): void {
    this.keep(table ? this.steps.peek().filter((step) => step.table !== table) : []);
  }

  private keep(steps: readonly Before[]): void {
    this.steps.value = steps;
    globalThis.sessionStorage?.setItem(KEPT, JSON.stringify(steps));
  }

  private lastOf(table: DisplayView): Before | undefined {
    return this.steps.peek().findLast((step) => isOf(step, table));
  }
}

function kept(): readonly Before[] {
  const text = globalThis.sessionStorage?.getItem(KEPT);
  return text ? (JSON.parse(text) as Before[]) : [];
}

const isOf = (step: Before, { table, round }: DisplayView): boolean => step.table === table && step.round === round;

function isUnderWay(table: DisplayView, asked: readonly Asked<PlayerCommand>[]): boolean {
  return asked.some(({ frame: { command } }) => LAYS.has(command.type) && "table" in command && command.table === table.table);
}

/** What can be taken back: wagers that stand, too, for chips may have been added to them or taken down. */
function liesOn({ spots, standing }: Play): Lies {
  const lies = new Map(standing.map(({ bet, amount }) => [bet, amount]));
  for (const { bet, amount, confirmed } of spots) if (!confirmed) lies.set(bet, amount);
  return lies;
}

/** First what goes, so that there is credit for what comes. */
function between({ table, round }: DisplayView, now: Lies, before: Lies): PlayerCommand[] {
  const at = { table, round };
  const goes = [...now].flatMap(([bet, amount]): PlayerCommand[] => {
    const over = amount - (before.get(bet) ?? 0);
    if (over <= 0) return [];
    return [over === amount ? { type: "CancelWager", ...at, bet } : { type: "TakeDown", ...at, bet, amount: over }];
  });
  const comes = [...before].flatMap(([bet, amount]): PlayerCommand[] => {
    const short = amount - (now.get(bet) ?? 0);
    return short > 0 ? [{ type: "StageWager", ...at, bet, amount: short }] : [];
  });
  return [...goes, ...comes];
}
