import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beat } from "../src/clock";
import type { DisplayView, Result } from "../src/generated/feed";
import { momentOf } from "../src/table/moment";

/** Time passes, and the page looks at it again: it does so at every beat. */
const pass = (millis: number): void => {
  vi.advanceTimersByTime(millis);
  beat.value += 1;
};

const result = (round: number, dice: number[] = []): Result => ({ round, void: "", player: [], banker: [], points: [], dice, winners: [], number: -1, corrected: false, line: "" });
const table = (name: string, round: number, phase: DisplayView["phase"], results: Result[]): DisplayView =>
  ({ table: name, round, phase, due: 9, suspended: "", results }) as unknown as DisplayView;
const past = (...rounds: number[]): Result[] => rounds.map((round) => result(round));
const thrown = (...rounds: number[]): Result[] => rounds.map((round) => result(round, [1, 2, 4]));
const held = (view: DisplayView): number | undefined => momentOf(view).held?.round;

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

it("holds up the result of a round while it is settled, and not over the next period", () => {
  momentOf(table("A", 4, "dealing", past(3)));
  expect(held(table("A", 4, "settled", past(3, 4)))).toBe(4);
  expect(held(table("A", 5, "wagering", past(3, 4)))).toBeUndefined();
  expect(held(table("A", 5, "dealing", past(3, 4)))).toBeUndefined();
});

it("holds up a result for a while where the next period opens at once", () => {
  momentOf(table("B", 4, "dealing", past(3)));
  expect(held(table("B", 5, "wagering", past(3, 4)))).toBe(4);
  expect(held(table("B", 5, "wagering", past(3, 4)))).toBe(4);
});

it("points at no result once the next cards come", () => {
  momentOf(table("L", 4, "result_pending", past(3)));
  expect(held(table("L", 5, "dealing", past(3, 4)))).toBeUndefined();
});

it("holds up the very first result of a table, too", () => {
  momentOf(table("K", 1, "dealing", []));
  expect(held(table("K", 2, "wagering", past(1)))).toBe(1);
});

it("does not take for news what was there when the page was loaded", () => {
  expect(held(table("C", 5, "wagering", past(3, 4)))).toBeUndefined();
  expect(held(table("D", 4, "settled", past(3, 4)))).toBe(4);
  expect(momentOf(table("E", 4, "settled", thrown(3, 4))).moving).toBe(false);
});

it("lets dice roll for a while that are read at once, and tells nothing meanwhile", () => {
  momentOf(table("F", 4, "awaiting_shoot", thrown(3)));
  for (const elapsed of [0, 1_400]) {
    pass(elapsed);
    const rolling = momentOf(table("F", 4, "settled", thrown(3, 4)));
    expect(rolling).toMatchObject({ moving: true, held: null, shown: { phase: "tumbling", due: 0 } });
    expect(rolling.shown.results.map((one) => one.round)).toEqual([3]);
  }
  pass(200);
  const rested = momentOf(table("F", 4, "settled", thrown(3, 4)));
  expect(rested).toMatchObject({ moving: false, held: { round: 4 }, shown: { phase: "settled", due: 9 } });
});

it("does not make dice that have rolled long enough roll any longer", () => {
  expect(momentOf(table("G", 4, "tumbling", thrown(3))).moving).toBe(true);
  pass(5_000);
  expect(momentOf(table("G", 4, "tumbling", thrown(3))).moving).toBe(true);
  expect(momentOf(table("G", 4, "settled", thrown(3, 4)))).toMatchObject({ moving: false, held: { round: 4 } });
});

it("leaves a period that is open already open while the last dice roll", () => {
  momentOf(table("H", 4, "tumbling", thrown(3)));
  const rolling = momentOf(table("H", 5, "wagering", thrown(3, 4)));
  expect(rolling).toMatchObject({ moving: true, held: null, shown: { phase: "wagering", due: 9, round: 5 } });
  pass(1_600);
  expect(momentOf(table("H", 5, "wagering", thrown(3, 4)))).toMatchObject({ moving: false, held: { round: 4 } });
});

it("lets nothing roll for a round that is void, or was put right", () => {
  momentOf(table("I", 4, "tumbling", thrown(3)));
  const voided = { ...result(4), void: "cocked" };
  expect(momentOf(table("I", 5, "wagering", [...thrown(3), voided]))).toMatchObject({ moving: false, held: { round: 4 } });
  momentOf(table("J", 5, "wagering", thrown(3, 4)));
  expect(momentOf(table("J", 5, "wagering", [result(3, [1, 2, 4]), result(4, [6, 6, 6])])).moving).toBe(false);
});

it("moves no puck and passes no dice on while those dice still roll", () => {
  const at = (phase: string, point: number, seat: number, ...rounds: number[]): DisplayView =>
    ({ ...table("P", 4, phase, thrown(...rounds)), point, shooter: "T1", shooter_seat: seat });
  momentOf(at("wagering", 6, 3, 3));
  momentOf(at("tumbling", 6, 3, 3));
  expect(momentOf(at("settled", 0, 0, 3, 4)).shown).toMatchObject({ point: 6, shooter_seat: 3 });
  pass(1_600);
  expect(momentOf(at("settled", 0, 0, 3, 4)).shown).toMatchObject({ point: 0, shooter_seat: 0 });
});

it("says the same of dice on the whole page until the next beat", () => {
  momentOf(table("S", 3, "wagering", thrown(1, 2)));
  momentOf(table("S", 4, "wagering", thrown(3, 4)));
  pass(1_499);
  const now = table("S", 4, "wagering", thrown(3, 4));
  expect(momentOf(now).moving).toBe(true);
  vi.advanceTimersByTime(2);
  expect(momentOf(now).moving).toBe(true);
  pass(0);
  expect(momentOf(now).moving).toBe(false);
});
