import { describe, expect, it } from "vitest";
import { derived, DERIVED, preview, type Colour, type DerivedRoad } from "../src/games/baccarat/derived";
import { beadPlate, bigRoad, laid, tally, type Coup, type Side } from "../src/games/baccarat/roads";
import { diceTally } from "../src/games/sicbo/rolls";

const LETTERS: Record<string, Side> = { P: "player", B: "banker", T: "tie" };
const coups = (text: string): Coup[] =>
  [...text].map((letter) => ({ winner: LETTERS[letter]!, playerPair: false, bankerPair: false }));
const places = (text: string, columns = 30): string =>
  bigRoad(coups(text), columns).map((cell) => `${cell.winner[0]}${cell.column}${cell.row}${"|".repeat(cell.ties)}`).join(" ");

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
  it("goes past the tail of a streak that had no room but in the top row", () => {
    const six = ["B".repeat(12), "P".repeat(11), "B".repeat(10), "P".repeat(9), "B".repeat(8), "PPP", "B"].join("");
    expect(places(six).split(" ").slice(-4)).toEqual(["p50", "p60", "p70", "b80"]);
  });
  it("shows the newest columns", () => {
    expect(places("PBPB", 2)).toBe("p00 b10");
  });
});

/**
 * The derived roads a second time, by the other rule of the books: marks are looked up in a drawn grid of streaks.  Going down, a
 * mark is red if the two cells beside it and above that are alike, both written or both empty; at the head of a streak it
 * is the opposite of what going on with the last streak would have been given.
 */
function drawn(text: string, road: DerivedRoad): string {
  const back = { eye: 1, small: 2, cockroach: 3 }[road];
  const grid: string[][] = [];
  let marks = "";
  for (const letter of text.replaceAll("T", "")) {
    const column = grid.at(-1);
    if (column?.[0] === letter) {
      column.push(letter);
      marks += alike(grid.length - 1, column.length - 1);
    } else {
      marks += { r: "b", b: "r", "": "" }[alike(grid.length - 1, column?.length ?? 0)];
      grid.push([letter]);
    }
  }
  return marks;

  function alike(column: number, row: number): "r" | "b" | "" {
    const beside = grid[column - back];
    if (!beside) return "";
    return (beside[row] === undefined) === (beside[row - 1] === undefined) ? "r" : "b";
  }
}

const written = (marks: readonly Colour[]): string => marks.map((mark) => mark[0]).join("");

describe("the derived roads", () => {
  // BB P B PPP BB PP B, looked up by hand, mark after mark.
  const SHOE = "BBPBPPPBBPPB";
  const BY_HAND: Record<DerivedRoad, string> = { eye: "brbrbrbrr", small: "bbrbbbrb", cockroach: "rbbbbbb" };
  const SHOES = [
    SHOE,
    "PBBPTPPBBBBBBBPPTBPBPPPBBTPBBPPPPPPPBTBPBBP",
    "BPBPBPBPBPBPBPBPBP",
    "BBBBBBBBBBBBPPPPPPPPPPPPBBBBBBBBBBBBPPPPPPPPPPPP",
    "TTTBTTPPTBBBTPBPPBBPPPBBBPBPBBBBBBBBBPPTTTPBBPBPPPPBBPPBPB",
    "PPPPBPPPPBPPPPBPPPPBBPPBBPPBBPPB",
  ];

  it.each(DERIVED)("%s is as it was looked up by hand", (road) => {
    expect(written(derived(coups(SHOE), road))).toBe(BY_HAND[road]);
  });
  it.each(DERIVED)("%s is what the grid of a whole shoe says", (road) => {
    for (const shoe of SHOES) {
      expect(written(derived(coups(shoe), road))).toBe(drawn(shoe, road));
      expect(drawn(shoe, road).length).toBeGreaterThan(5);
    }
  });
  it("stops for no tie, however many are stacked", () => {
    for (const road of DERIVED) expect(derived(coups([...SHOE].join("TT")), road)).toEqual(derived(coups(SHOE), road));
  });
  it("is red for a chop and for a streak of any length, blue where they break", () => {
    expect(written(derived(coups("BPBPBPB"), "eye"))).toBe("rrrrr");
    expect(written(derived(coups("BBBBPPPPPP"), "eye"))).toBe("rrrbr");
  });
  it("is laid like the big road, a column a colour", () => {
    const marks = [..."rrrrrrrbb"].map((colour) => ({ colour }));
    const cells = laid(marks, ({ colour }) => colour, 30).map(({ colour, column, row }) => `${colour}${column}${row}`);
    expect(cells.join(" ")).toBe("r00 r01 r02 r03 r04 r05 r15 b10 b11");
  });
  it("previews for each side exactly the mark that would come", () => {
    for (const shoe of SHOES) {
      for (let played = 0; played <= shoe.length; played += 1) {
        const known = shoe.slice(0, played);
        for (const [letter, side] of [["B", "banker"], ["P", "player"]] as const) {
          const next = preview(coups(known), side);
          for (const road of DERIVED) {
            const more = drawn(known + letter, road).slice(drawn(known, road).length);
            expect(next[road]?.[0] ?? "").toBe(more);
          }
        }
      }
    }
  });
  it("previews nothing before a road begins, and by hand after the shoe above", () => {
    expect(preview([], "banker")).toEqual({ eye: null, small: null, cockroach: null });
    expect(preview(coups(SHOE), "banker")).toEqual({ eye: "red", small: "red", cockroach: "red" });
    expect(preview(coups(SHOE), "player")).toEqual({ eye: "blue", small: "blue", cockroach: "blue" });
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
