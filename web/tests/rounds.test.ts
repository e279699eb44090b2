import { describe, expect, it } from "vitest";
import { LT } from "../dev/fixtures";
import type { DisplayView } from "../src/generated/feed";
import { ACTUAL_OUTCOME, INVALIDATE, VOID } from "../src/staff/acts";
import { roundsFor } from "../src/staff/rounds";

const result = (round: number, reason = ""): DisplayView["results"][number] => ({ round, void: reason, player: [], banker: [], points: [], dice: [], winners: [], number: -1, corrected: false, line: "" });
const table = (part: Partial<DisplayView>): DisplayView => ({ ...LT, round: 9, dummy: "", results: [result(6), result(7, "misdeal"), result(8)], ...part });

describe("the rounds an act may be done to", () => {
  it("begin with the one being played, by its number, and leave out what is void", () => {
    expect(roundsFor(VOID, table({ phase: "wagering" }))).toEqual([9, 8, 6]);
    expect(roundsFor(INVALIDATE, table({ phase: "dealing" }))).toEqual([9, 8, 6]);
  });

  it("are only past ones between rounds", () => {
    expect(roundsFor(VOID, table({ phase: "settled", round: 8 }))).toEqual([8, 6]);
    expect(roundsFor(VOID, table({ phase: "idle", results: [] }))).toEqual([]);
  });

  it("have an outcome to correct only once its cards lie there", () => {
    expect(roundsFor(ACTUAL_OUTCOME, table({ phase: "wagering" }))).toEqual([8, 6]);
    expect(roundsFor(ACTUAL_OUTCOME, table({ phase: "result_pending" }))).toEqual([9, 8, 6]);
  });

  it("give a dummy hand, which has no number, the 0", () => {
    expect(roundsFor(VOID, table({ phase: "dealing", round: 8, dummy: "dealing" }))).toEqual([0, 8, 6]);
    expect(roundsFor(ACTUAL_OUTCOME, table({ phase: "result_pending", round: 8, dummy: "keyed" }))).toEqual([8, 6]);
  });

  it("are the newest ten at most", () => {
    const many = Array.from({ length: 30 }, (_, index) => result(index + 1));
    expect(roundsFor(VOID, table({ phase: "settled", round: 30, results: many }))).toHaveLength(10);
  });
});
