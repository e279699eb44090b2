import { describe, expect, it } from "vitest";
import { beadPlate, bigRoad, tally, type Coup, type Side } from "../src/games/baccarat/roads";
import { diceTally } from "../src/games/sicbo/rolls";

const LETTERS: Record<string, Side> = { P: "player", B: "banker", T: "tie" };
const coups = (text: string): Coup[] =>
  [...text].map((letter) => ({ winner: LETTERS[letter]!, playerPair: false, bankerPair: false }));
const places = (text: string, columns = 30): string =>
  bigRoad(coups(text), columns).map((cell) => `${cell.side[0]}${cell.column}${cell.row}${"|".repeat(cell.ties)}`).join(" ");

describe("the big road", () => {
  it("opens a column when the side changes", () => {
    expect(places("PPBP")).toBe("p00 p01 b10 p20");
  });
  it("writes ties on the last mark, and early ones on the first", () => {
    expect(places("TPTTB")).toBe("p00||| b10");
  });
  it("turns right at the bottom and stays on its row", () => {
    expect(places("BBBBBBBB")).toBe("b00 b01 b02 b03 b04 b05 b15 b25");
  });
  it("begins the next column beside the streak's start, under no dragon's tail", () => {
    expect(places("BBBBBBBP")).toBe("b00 b01 b02 b03 b04 b05 b15 p10");
  });
  it("turns right where a tail lies in its way, and does not go down again", () => {
    expect(places("BBBBBBBPPPPPPP")).toBe("b00 b01 b02 b03 b04 b05 b15 p10 p11 p12 p13 p14 p24 p34");
  });
  it("shows the newest columns", () => {
    expect(places("PBPB", 2)).toBe("p00 b10");
  });
});

describe("the bead plate", () => {
  it("fills columns and drops whole ones on the left", () => {
    const cells = beadPlate(coups("PPPPPPBBBBBBT"), 2);
    expect(cells.length).toBe(7);
    expect(cells[0]).toMatchObject({ winner: "banker", column: 0, row: 0 });
    expect(cells.at(-1)).toMatchObject({ winner: "tie", column: 1, row: 0 });
  });
});

it("counts coups and dice", () => {
  expect(tally(coups("PPBT"))).toMatchObject({ player: 2, banker: 1, tie: 1, total: 4 });
  const dice = diceTally([
    { dice: [1, 2, 3], kind: "small" },
    { dice: [6, 6, 6], kind: "triple" },
    { dice: [4, 5, 6], kind: "big" },
  ]);
  expect(dice).toMatchObject({ small: 1, triple: 1, big: 1, total: 3 });
  expect(dice.faces).toEqual([1, 1, 1, 1, 1, 4]);
});
