import { beforeEach, describe, expect, it } from "vitest";
import { LT, PLAY } from "../dev/fixtures";
import type { DisplayView, Play, PlayerCommand, SpotView, Standing } from "../src/generated/feed";
import { Undo } from "../src/stations/player/undo";

/** A table at which a guest lays chips; what he undoes is what the floor is asked for. */

const laid = (...spots: [bet: string, amount: number, confirmed?: boolean][]): Play => ({
  ...PLAY,
  spots: spots.map(([bet, amount, confirmed = false]): SpotView => ({ bet, amount, confirmed })),
});
const table: DisplayView = { ...LT, phase: "wagering" };
const asked = (command: PlayerCommand) => [{ acked: false, frame: { type: "command" as const, number: 1, command } }];
const at = { table: table.table, round: table.round };
let undo: Undo;

beforeEach(() => {
  undo = new Undo();
});

/** Touch after touch, each answered before the next. */
function touches(...plays: Play[]): void {
  for (const play of plays) undo.remember(table, play, []);
}

describe("undo", () => {
  it("takes off what the last touch laid, and then what the one before laid", () => {
    touches(laid(), laid(["tie", 500]));
    expect(undo.back(table, laid(["tie", 1_500]), [])).toEqual([{ type: "TakeDown", ...at, bet: "tie", amount: 1_000 }]);
    expect(undo.back(table, laid(["tie", 500]), [])).toEqual([{ type: "CancelWager", ...at, bet: "tie" }]);
    expect(undo.knows(table)).toBe(false);
  });

  it("lays again what was cleared, and moves back what was moved: first what goes", () => {
    touches(laid(["player", 2_500], ["tie", 500]));
    expect(undo.back(table, laid(), [])).toEqual([
      { type: "StageWager", ...at, bet: "player", amount: 2_500 },
      { type: "StageWager", ...at, bet: "tie", amount: 500 },
    ]);
    touches(laid(["player", 2_500]));
    expect(undo.back(table, laid(["banker", 2_500]), []).map(({ type }) => type)).toEqual(["CancelWager", "StageWager"]);
  });

  it("touches nothing that is confirmed", () => {
    touches(laid(["player", 2_500, true]));
    expect(undo.back(table, laid(["player", 2_500, true], ["tie", 500]), [])).toEqual([{ type: "CancelWager", ...at, bet: "tie" }]);
  });

  it("goes past a touch that was refused", () => {
    touches(laid(), laid(["tie", 500]), laid(["tie", 500]));
    expect(undo.back(table, laid(["tie", 500]), [])).toEqual([{ type: "CancelWager", ...at, bet: "tie" }]);
  });

  it("waits while a touch is under way, and takes two that were as fast as that back together", () => {
    touches(laid());
    const underWay = asked({ type: "ClearLayout", ...at });
    undo.remember(table, laid(["tie", 500]), underWay);
    expect(undo.back(table, laid(["tie", 500]), underWay)).toEqual([]);
    expect(undo.back(table, laid(["tie", 900]), [])).toEqual([{ type: "CancelWager", ...at, bet: "tie" }]);
    expect(undo.knows(table)).toBe(false);
  });

  it("brings back what was added to a wager that stands", () => {
    const standing = (amount: number): Play => ({ ...laid(), standing: [{ bet: "pass_line", amount } as Standing] });
    touches(standing(1_000));
    expect(undo.back(table, standing(3_000), [])).toEqual([{ type: "TakeDown", ...at, bet: "pass_line", amount: 2_000 }]);
  });

  it("knows nothing of the round before, of another table, nor once wagering is closed", () => {
    touches(laid());
    expect(undo.knows({ ...table, round: table.round + 1 })).toBe(false);
    expect(undo.knows({ ...table, table: "LT2" })).toBe(false);
    expect(undo.knows({ ...table, phase: "closed" })).toBe(false);
    expect(undo.knows(table)).toBe(true);
    undo.forget(table.table);
    expect(undo.knows(table)).toBe(false);
  });
});

it("outlives a reload of the page", () => {
  const kept = new Map<string, string>();
  globalThis.sessionStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) } as unknown as Storage;
  new Undo().remember(table, laid(), []);
  const again = new Undo();
  expect(again.back(table, laid(["tie", 500]), [])).toEqual([{ type: "CancelWager", ...at, bet: "tie" }]);
  expect(new Undo().knows(table)).toBe(false);
});
