import { describe, expect, it } from "vitest";
import { arranged, type Place } from "../src/games/craps/places";
import { countOf, rollsInHand, rollsOf, timesOf } from "../src/games/craps/rolls";
import { fitted } from "../src/games/craps/words";
import type { Result } from "../src/generated/feed";

const SIZES = [
  [904, 649],
  [1002, 352],
  [738, 410],
  [744, 552],
  [1224, 541],
  [1434, 676],
  [1056, 1000],
  [1224, 420],
  [744, 900],
  [370, 1500],
] as const;

const crossing = ({ box: a }: Place, { box: b }: Place): boolean =>
  Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 0.5 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 0.5;

describe.each(SIZES)("the layout of %i by %i", (w, h) => {
  const shown = arranged({ w, h }, false);
  const turned = arranged({ w, h }, true);

  it("has every bet once, over both its sides", () => {
    const bets = shown.places.map(({ bet }) => bet);
    expect(new Set(bets).size).toBe(bets.length);
    const all = new Set([...bets, ...turned.places.map(({ bet }) => bet)]);
    expect(all.size).toBe(86 + 12);
    expect(bets.length).toBe(shown.key ? 86 + 12 - 21 : 86 + 12);
  });

  it("has them apart from each other, and inside", () => {
    for (const { places } of [shown, turned]) {
      const over = places.flatMap((one, index) => places.slice(index + 1).filter((other) => crossing(one, other)).map((other) => `${one.bet} ${other.bet}`));
      expect(over).toEqual([]);
      const out = places.filter(({ box }) => box.x < -0.5 || box.y < -0.5 || box.x + box.w > w + 0.5 || box.y + box.h > h + 0.5);
      expect(out).toEqual([]);
    }
  });

  it("has none that is smaller than a finger", () => {
    const small = [...shown.places, ...turned.places].filter(({ box }) => box.w < 45.9 || box.h < 45.9);
    expect(small.map(({ bet, box }) => `${bet} ${Math.round(box.w)}×${Math.round(box.h)}`)).toEqual([]);
    if (shown.key) expect(Math.min(shown.key.w, shown.key.h)).toBeGreaterThan(45.9);
  });
});

it("breaks a name between words where that makes it larger", () => {
  expect(fitted("Don't Come", { w: 48, h: 60 }, 20).lines).toEqual(["Don't", "Come"]);
  expect(fitted("Don't Come", { w: 200, h: 24 }, 20).lines).toEqual(["Don't Come"]);
  expect(fitted("Don't Come", { w: 48, h: 60 }, 20, 1).lines).toEqual(["Don't Come"]);
});

const roll = (round: number, dice: number[], line: Result["line"], void_ = ""): Result => ({
  round, void: void_, player: [], banker: [], points: [dice.reduce((a, b) => a + b, 0)], dice, winners: [], number: -1, corrected: false, line,
});

it("counts past rolls, and those of the hand", () => {
  const rolls = rollsOf([roll(1, [3, 3], "point"), roll(2, [], "", "cocked"), roll(3, [3, 4], "out"), roll(4, [1, 1], "come_out"), roll(5, [2, 4], "point")]);
  expect(rolls.map(({ total }) => total)).toEqual([6, 7, 2, 6]);
  expect(timesOf(rolls)).toEqual([1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0]);
  expect([countOf(rolls, "out"), countOf(rolls, "made"), rollsInHand(rolls)]).toEqual([1, 0, 2]);
});
