import { describe, expect, it } from "vitest";
import { drawn, goneOn, isEnough, onPad, written, type Stroke } from "../src/paper/strokes";

/** What a hand writes on a pad, and what of it is kept. */

const line = (length: number, step = 9): Stroke => Array.from({ length }, (_, place) => [(place * step) % 1000, (place * step) % 400]);

describe("a signature", () => {
  it("is where the finger is, whatever the size of the pad, and never beside it", () => {
    const pad = { left: 100, top: 50, width: 500, height: 200 };
    expect(onPad({ clientX: 350, clientY: 150 }, pad)).toEqual([500, 200]);
    expect(onPad({ clientX: 99, clientY: 9_000 }, pad)).toEqual([0, 399]);
    expect(onPad({ clientX: 600, clientY: 0 }, pad)).toEqual([999, 0]);
  });

  it("does not note a finger that hardly moves", () => {
    expect(goneOn([[10, 10]], [12, 12])).toEqual([[10, 10]]);
    expect(goneOn([[10, 10]], [13, 12])).toEqual([[10, 10], [13, 12]]);
    expect(goneOn([], [12, 12])).toEqual([[12, 12]]);
  });

  it("is a name from a certain length on, over all strokes together", () => {
    expect(isEnough([])).toBe(false);
    expect(isEnough([[[10, 10], [84, 85]]])).toBe(false);
    expect(isEnough([[[10, 10], [84, 85]], [[500, 10], [501, 10]]])).toBe(true);
    expect(isEnough([[[10, 10]], [[900, 10]]])).toBe(false);
  });

  it("is said as the server takes it, however long somebody writes", () => {
    expect(written([[[1, 2], [30, 40]], [[5, 6]]])).toBe("1,2 30,40;5,6");
    for (const strokes of [[line(5_000)], Array.from({ length: 40 }, () => line(90)), Array.from({ length: 2_000 }, () => line(2))]) {
      const said = written(strokes);
      expect(said.length).toBeLessThanOrEqual(6_000);
      expect(said).toMatch(/^\d+,\d+( \d+,\d+)*(;\d+,\d+( \d+,\d+)*)*$/);
      expect(isEnough(strokes)).toBe(true);
    }
  });

  it("is drawn stroke by stroke, a dot as well", () => {
    expect(drawn([[1, 2], [30, 40]])).toBe("M1,2L30,40L30,40");
    expect(drawn([[5, 6]])).toBe("M5,6L5,6");
  });
});
