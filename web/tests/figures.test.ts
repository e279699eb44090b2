import { describe, expect, it } from "vitest";
import { firstOf, pile, rackFor, topChip } from "../src/chips";
import { engineNow, forgetEngineTime, hearEngineTime, secondsLeft } from "../src/clock";
import { figure, meter, onChip } from "../src/money";

it("writes money exactly", () => {
  expect(meter(123_456_789)).toBe("1,234,567.89");
  expect(meter(5)).toBe("0.05");
  expect(meter(-2_500)).toBe("−25.00");
  expect(figure(250_000)).toBe("2,500");
  expect(figure(2_550)).toBe("25.50");
  expect([50, 500, 100_000, 150_000, 500_000_000].map(onChip)).toEqual(["0.50", "5", "1K", "1500", "5M"]);
});

describe("chips", () => {
  it("offers what the limits make useful", () => {
    expect(rackFor(2_500, 500_000, 2_500).map((chip) => chip.cents)).toEqual([2_500, 5_000, 10_000, 50_000, 100_000, 500_000]);
    expect(rackFor(100, 50_000, 100)[0]?.cents).toBe(100);
    expect(rackFor(2_500, 10_000, 2_500).map((chip) => chip.cents)).toEqual([2_500, 5_000, 10_000]);
  });
  it("has the unit of the sign and the least that can be laid, of whatever value, and begins with what can be laid", () => {
    const rack = rackFor(2_500, 0, 500);
    expect(rack.map((chip) => chip.cents)).toEqual([500, 2_500, 5_000, 10_000, 50_000, 100_000]);
    expect(firstOf(rack, 2_500)).toBe(2_500);
    expect(rackFor(3_000, 0, 3_000).map((chip) => chip.cents)[0]).toBe(3_000);
    expect(rackFor(1_500, 2_000, 500).map((chip) => chip.cents)).toEqual([500, 1_500]);
    expect(rackFor(250, 0, 250).map((chip) => chip.cents)[0]).toBe(250);
  });
  it("piles an amount from the largest down", () => {
    expect(pile(17_500).map((chip) => chip.cents)).toEqual([10_000, 5_000, 2_500]);
    expect(pile(99_999_999).length).toBe(6);
    expect(topChip(30).cents).toBe(50);
  });
});

describe("engine time", () => {
  it("runs on between frames and believes the fastest frame", () => {
    forgetEngineTime();
    hearEngineTime(10_000_000, 1_000);
    expect(engineNow(1_500)).toBe(10_500_000);
    hearEngineTime(10_400_000, 1_500); // 100 ms late on the way: no jump back, but a little doubt
    expect(engineNow(1_500)).toBe(10_495_000);
    hearEngineTime(10_620_000, 1_600); // faster than the first: ahead by 20 ms
    expect(engineNow(1_600)).toBe(10_620_000);
  });
  it("follows the floor where its time goes slower", () => {
    forgetEngineTime();
    for (let second = 0; second <= 600; second += 1) hearEngineTime(second * 995_000, second * 1_000);
    expect(engineNow(600_000)).toBe(597_000_000);
    hearEngineTime(0, 601_000); // another server: believed at once
    expect(engineNow(601_000)).toBe(0);
  });
  it("shows zero only when it is over", () => {
    expect(secondsLeft(10_000_000, 9_999_999)).toBe(1);
    expect(secondsLeft(10_000_000, 10_000_000)).toBe(0);
  });
});
