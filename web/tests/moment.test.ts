import { expect, it } from "vitest";
import type { DisplayView, Result } from "../src/generated/feed";
import { resultHeldUp } from "../src/table/moment";

const result = (round: number): Result => ({ round, void: "", player: [], banker: [], points: [], dice: [], winners: [], number: -1, corrected: false });
const table = (name: string, round: number, phase: DisplayView["phase"], rounds: number[]): DisplayView =>
  ({ table: name, round, phase, results: rounds.map(result) }) as unknown as DisplayView;

it("holds up the result of a round while it is settled, and not over the next period", () => {
  resultHeldUp(table("A", 4, "dealing", [3]));
  expect(resultHeldUp(table("A", 4, "settled", [3, 4]))?.round).toBe(4);
  expect(resultHeldUp(table("A", 5, "wagering", [3, 4]))).toBeNull();
  expect(resultHeldUp(table("A", 5, "dealing", [3, 4]))).toBeNull();
});

it("holds up a result for a while where the next period opens at once", () => {
  resultHeldUp(table("B", 4, "tumbling", [3]));
  expect(resultHeldUp(table("B", 5, "wagering", [3, 4]))?.round).toBe(4);
  expect(resultHeldUp(table("B", 5, "wagering", [3, 4]))?.round).toBe(4);
});

it("does not take for news what was there when the page was loaded", () => {
  expect(resultHeldUp(table("C", 5, "wagering", [3, 4]))).toBeNull();
  expect(resultHeldUp(table("D", 4, "settled", [3, 4]))?.round).toBe(4);
});
