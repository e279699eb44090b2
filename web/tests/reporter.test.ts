import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beat } from "../src/clock";
import type { Answer } from "../src/feed/unanswered";
import type { DisplayView, Play, PlayerView, ReportShown } from "../src/generated/feed";
import { centsOf, meter } from "../src/money";
import type { PlayerModel } from "../src/stations/player/model";
import { Reporter, type OnScreen } from "../src/stations/player/reporter";

const PLAY = { round: 3, spots: [], committed: [], last_round: 2, last: [] } as unknown as Play;
const ACK = { type: "ack", number: 1 } as Answer;

/** A terminal at one table, as its page would see it; its storage outlives a reload. */
class Screen {
  readonly kept = new Map<string, string>();
  readonly connection = signal("live");
  readonly view = signal<PlayerView>(this.of({}));
  readonly table = signal({ table: "A1", round: 3, phase: "wagering", suspended: "", results: [] } as unknown as DisplayView);
  readonly front = signal("A1");
  readonly told: ReportShown[] = [];
  shown: OnScreen | null = { credit: 9_500, moved: 2 };
  answer: Answer = ACK;
  version = 1;

  load(): Reporter {
    const model = {
      feed: { connection: this.connection, topics: { version: () => this.version } },
      log: { name: "p1" },
      terminal: this.view,
      front: this.front,
      table: () => this.table.value,
      play: () => this.view.value.play["A1"],
      report: (shown: ReportShown) => (this.told.push(shown), Promise.resolve(this.answer)),
    };
    const storage = { getItem: (key: string) => this.kept.get(key) ?? null, setItem: (key: string, text: string) => void this.kept.set(key, text), removeItem: (key: string) => void this.kept.delete(key) };
    return new Reporter(model as unknown as PlayerModel, () => this.shown, storage as unknown as Storage);
  }

  of(play: Partial<Play>, part: Partial<PlayerView> = {}): PlayerView {
    return { terminal: "T1", credit: 9_500, moved: 2, reports: ["A1"], play: { A1: { ...PLAY, ...play } }, ...part } as PlayerView;
  }

  sees(phase: string, play: Partial<Play>, part: Partial<PlayerView> = {}): void {
    this.table.value = { ...this.table.value, phase, round: play.round ?? 3 };
    this.view.value = this.of(play, part);
    beat.value += 1;
  }

  lays = (): void => this.sees("wagering", { spots: [{ bet: "field", amount: 500, confirmed: false }] });
  closes = (): void => this.sees("tumbling", { committed: [{ bet: "field", amount: 500 }] });
  pays = (): void => this.sees("wagering", { round: 4, last_round: 3, last: [{ bet: "field", amount: 500, returned: 1_000 }] });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const RIGHT = { type: "ReportShown", table: "A1", round: 3, credit: 9_500, moved: 2, wagers: { field: 500 }, fault: "" };

it("tells once what lay there at the close and what the meter shows", () => {
  const screen = new Screen();
  screen.load();
  screen.lays();
  screen.closes();
  expect(screen.told).toEqual([]);
  screen.pays();
  screen.pays();
  expect(screen.told).toEqual([RIGHT]);
});

it("tells what stands on the screen, and only when it shows what came last", () => {
  const screen = new Screen();
  screen.load();
  screen.closes();
  screen.shown = { credit: 9_500, moved: 1 };
  screen.pays();
  expect(screen.told).toEqual([]);
  screen.shown = { credit: 40_000, moved: 2 };
  beat.value += 1;
  expect(screen.told).toEqual([{ ...RIGHT, credit: 40_000 }]);
});

it("reads the meter again where it moved on the way", async () => {
  const screen = new Screen();
  screen.load();
  screen.closes();
  screen.answer = { type: "refusal", number: 1, code: "PHASE_DOES_NOT_ALLOW", clause: "", data: { why: "changed_meanwhile" } };
  screen.pays();
  screen.answer = ACK;
  await Promise.resolve();
  beat.value += 1;
  expect(screen.told).toHaveLength(2);
});

it("says that it was away while its round was played", () => {
  const screen = new Screen();
  screen.load();
  screen.closes();
  screen.connection.value = "lost";
  vi.advanceTimersByTime(5_000);
  screen.connection.value = "live";
  screen.pays();
  expect(screen.told).toEqual([{ ...RIGHT, wagers: null, fault: "sequence" }]);
});

it("says nothing of a moment, of what was still open, or of the floor's own restart", () => {
  const moment = new Screen();
  moment.load();
  moment.closes();
  moment.connection.value = "lost";
  vi.advanceTimersByTime(4_000);
  moment.connection.value = "live";
  moment.pays();
  expect(moment.told[0]?.fault).toBe("");

  for (const back of [(screen: Screen) => screen.lays(), (screen: Screen) => (screen.table.value = { ...screen.table.value, suspended: "restart" })]) {
    const screen = new Screen();
    screen.load();
    screen.lays();
    screen.connection.value = "lost";
    vi.advanceTimersByTime(60_000);
    screen.connection.value = "live";
    back(screen);
    screen.closes();
    screen.table.value = { ...screen.table.value, suspended: "" };
    screen.pays();
    expect(screen.told[0]?.fault).toBe("");
  }
});

it("does not take an old view for what it came back to", () => {
  const screen = new Screen();
  screen.load();
  screen.lays();
  screen.connection.value = "lost";
  vi.advanceTimersByTime(60_000);
  screen.version = -1;
  screen.connection.value = "live";
  screen.lays();
  screen.version = 1;
  screen.pays();
  expect(screen.told[0]?.fault).toBe("sequence");
});

it("knows after a reload what it showed, and how long it was gone", () => {
  for (const [gone, fault] of [[1_000, ""], [5_000, "sequence"]] as const) {
    const before = new Screen();
    const page = before.load();
    before.closes();
    page.leave();
    vi.advanceTimersByTime(gone);
    const after = new Screen();
    for (const [key, text] of before.kept) after.kept.set(key, text);
    after.closes();
    after.load();
    after.pays();
    expect(after.told[0]?.fault).toBe(fault);
  }
});

it("tells of no round it had nothing on, that was void, or that has been corrected", () => {
  const screen = new Screen();
  screen.load();
  screen.pays();
  screen.closes();
  screen.sees("wagering", { round: 4 });
  screen.sees("wagering", { round: 5, last_round: 4 });
  expect(screen.told).toEqual([]);
  screen.sees("tumbling", { round: 5, last_round: 4, committed: [{ bet: "field", amount: 500 }] });
  screen.table.value = { ...screen.table.value, results: [{ round: 5, corrected: true }] } as unknown as DisplayView;
  screen.sees("wagering", { round: 6, last_round: 5 });
  expect(screen.told).toEqual([]);
});

it("says once a round that it cannot draw, with the credit it was told if none is drawn", () => {
  const screen = new Screen();
  const page = screen.load();
  screen.shown = null;
  page.fail();
  page.fail();
  beat.value += 1;
  page.fail();
  beat.value += 1;
  expect(screen.told).toEqual([{ ...RIGHT, wagers: null, fault: "display" }]);
});

it("keeps nothing where the book does not ask for it", () => {
  const screen = new Screen();
  screen.load();
  screen.sees("tumbling", { committed: [{ bet: "field", amount: 500 }] }, { reports: [] });
  screen.sees("wagering", { round: 4, last_round: 3 }, { reports: [] });
  expect(screen.told).toEqual([]);
});

it("reads a meter as it is written", () => {
  for (const cents of [0, 5, 1_234_500, -250]) expect(centsOf(meter(cents))).toBe(cents);
});
