import { expect, it } from "vitest";
import type { DisplayView, Play, PlayerCommand } from "../src/generated/feed";
import type { Asked } from "../src/feed/unanswered";
import { chipsShown, pendingAmount } from "../src/stations/player/chips-shown";

const table = (part: Partial<DisplayView>): DisplayView => ({ table: "A", round: 3, phase: "wagering", ...part }) as DisplayView;
const play = (part: Partial<Play>): Play => ({ round: 3, spots: [], standing: [], caps: [], committed: [], staked: 0, last_round: 0, last: [], ...part }) as Play;
const staged = (bet: string, amount: number, round = 3): Asked<PlayerCommand> => ({
  frame: { type: "command", number: 1, command: { type: "StageWager", table: "A", round, bet, amount } },
  acked: false,
});
const spots = [{ bet: "tie", amount: 500, confirmed: false }];

it("draws what is on the way as pending, on what the server has", () => {
  const shown = chipsShown(table({}), play({ spots }), [staged("tie", 200), staged("big", 100)]);
  expect([...shown.values()]).toEqual([
    { bet: "tie", amount: 700, look: "pending" },
    { bet: "big", amount: 100, look: "pending" },
  ]);
  expect(pendingAmount(table({}), [staged("tie", 200), staged("big", 100)])).toBe(300);
});

it("forgets what was on the way to another round", () => {
  expect(chipsShown(table({}), play({}), [staged("tie", 200, 2)]).size).toBe(0);
  expect(pendingAmount(table({}), [staged("tie", 200, 2)])).toBe(0);
});

it("shows from the close on exactly what was committed, whatever is still on the way", () => {
  const shown = chipsShown(table({ phase: "dealing" }), play({ committed: [{ bet: "tie", amount: 400 }], spots }), [staged("tie", 200)]);
  expect([...shown.values()]).toEqual([{ bet: "tie", amount: 400, look: "confirmed" }]);
});

it("does not pass off as certain what the server has not said at the close", () => {
  const shown = chipsShown(table({ phase: "closed" }), play({ spots }), []);
  expect([...shown.values()]).toEqual([{ bet: "tie", amount: 500, look: "pending" }]);
});

it("shows paid wagers as they were paid", () => {
  const paid = play({ last_round: 3, last: [{ bet: "tie", amount: 500, returned: 4_500 }, { bet: "big", amount: 100, returned: 0 }, { bet: "small", amount: 100, returned: 100 }] });
  const shown = chipsShown(table({ phase: "settled" }), paid, []);
  expect([...shown.values()].map((laid) => laid.look)).toEqual(["winning", "losing", "staged"]);
});

const stands = (bet: string, amount: number, was = bet) => ({ bet, amount, was, chance: bet, up: "", up_data: {}, down: "", down_data: {} });

it("shows what stands beside what is laid, and what is on its way to it", () => {
  const shown = chipsShown(table({}), play({ spots, standing: [stands("come:6", 500)] }), [staged("come:6", 200)]);
  expect([...shown.values()]).toEqual([
    { bet: "come:6", amount: 700, look: "pending" },
    { bet: "tie", amount: 500, look: "staged" },
  ]);
});

it("leaves a wager that moves where it lay until the dice rest", () => {
  const rolled = play({ last_round: 3, last: [{ bet: "field", amount: 100, returned: 0 }], committed: [{ bet: "come:6", amount: 500 }], standing: [stands("come:6", 500, "come")] });
  expect([...chipsShown(table({ phase: "tumbling" }), rolled, []).keys()]).toEqual(["come", "field"]);
  expect([...chipsShown(table({ phase: "settled" }), rolled, []).values()]).toEqual([
    { bet: "come:6", amount: 500, look: "standing" },
    { bet: "field", amount: 100, look: "losing" },
  ]);
});
