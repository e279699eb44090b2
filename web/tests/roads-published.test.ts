import { describe, expect, it } from "vitest";
import { derived, DERIVED, preview, type DerivedRoad } from "../src/games/baccarat/derived";
import { bigRoad, laid, type Coup, type Side } from "../src/games/baccarat/roads";

/**
 * Roads as others have drawn them: shoes that were published with the marks they earn.
 *
 * Sources, by title: "Baccarat Engine" (the examples of its roadmap generator), "Roadmap engine: golden coordinate tests" and
 * "Casino lobby: baccarat roads" (both worked out by hand, as they say), "Baccarat big road: a sample shoe", "百家乐牌路介绍" for
 * the rule of a win that has no neighbour, and "Baccarat Score Boards" for what a streak does that meets a dragon.  The
 * outcomes and marks are theirs; nothing here was written from what our roads give.
 *
 * Not all that is published agrees; what contradicts the rule is left out, which is two of the golden tests (a win with nothing
 * beside it, and nothing beside the win above, is red by the rule and blue there) and three of the five shoes of "Baccarat
 * Engine".  In that one a streak that has turned right beside a dragon goes down again behind the dragon's end; ours stays
 * on its row: "Baccarat Score Boards" calls it a new dragon.
 */

const LETTERS: Record<string, Side> = { P: "player", B: "banker", T: "tie" };
const coups = (text: string): Coup[] =>
  [...text].map((letter) => ({ winner: LETTERS[letter]!, playerPair: false, bankerPair: false }));
const marks = (shoe: string, road: DerivedRoad): string => derived(coups(shoe), road).map((mark) => mark[0]).join("");
const drawn = (shoe: string): string[] => bigRoad(coups(shoe), 40).map(({ winner, column, row, ties }) => `${winner[0]}${column}${row}${ties || ""}`);
const down = (side: "b" | "p", column: number, rows: number): string[] => Array.from({ length: rows }, (_, row) => `${side}${column}${row}`);

describe("the big road of a published shoe", () => {
  it.each([
    ["two streaks and a tie", "BBPTPB", ["b00", "b01", "p101", "p11", "b20"]],
    ["ties before the first win", "TTB", ["b002"]],
    ["two ties on one win", "PTT", ["p002"]],
    ["a tie inside a streak", "PTP", ["p001", "p01"]],
    ["ties on the first and on the last win", "BTTBPT", ["b002", "b01", "p101"]],
    ["singles and doubles", "PPBPPB", ["p00", "p01", "b10", "p20", "p21", "b30"]],
    ["a dragon", "PPPPPPPP", [...down("p", 0, 6), "p15", "p25"]],
    ["a streak beside a dragon's tail", "BBBBBBBBP", [...down("b", 0, 6), "b15", "b25", "p10"]],
    ["a streak that meets the tail", "BBBBBBBBPPPPPP", [...down("b", 0, 6), "b15", "b25", ...down("p", 1, 5), "p24"]],
  ])("has %s", (_, shoe, places) => {
    expect(drawn(shoe)).toEqual(places);
  });
  it("has two dragons, the second turned by the first", () => {
    const shoe = "B".repeat(9) + "P".repeat(10);
    const first = [...down("b", 0, 6), "b15", "b25", "b35"];
    // As far as the first dragon reaches the sources agree; see above for what comes behind it.
    expect(drawn(shoe).slice(0, -2)).toEqual([...first, ...down("p", 1, 5), "p24", "p34", "p44"]);
  });
});

describe("the derived roads of a published shoe", () => {
  interface Shoe {
    of: string;
    shoe: string;
    eye: string;
    small?: string;
    cockroach?: string;
  }
  const WHOLE: Shoe[] = [
    { of: "doubles", shoe: "BBPPBBPP", eye: "rrrrr", small: "rrr", cockroach: "r" },
    { of: "one, two, three, one", shoe: "BPPBBBP", eye: "bbrbb", small: "brb", cockroach: "" },
    { of: "the same with ties", shoe: "BTPPTTBBBPT", eye: "bbrbb", small: "brb", cockroach: "" },
    { of: "three singles, a double, a single", shoe: "PBPBBP", eye: "rrbb", small: "rbb", cockroach: "bb" },
    { of: "a perfect chop", shoe: "PBPB", eye: "rr" },
    { of: "a longer chop", shoe: "BPBPBP", eye: "rrrr", small: "rrr", cockroach: "rr" },
    { of: "two doubles and a single", shoe: "BBPPB", eye: "rr" },
    { of: "a sample shoe", shoe: "BPBBPPPB", eye: "rbbrbb" },
    { of: "a win with nothing beside it", shoe: "BPPP", eye: "br" },
  ];
  it.each(WHOLE)("$of: $shoe", ({ shoe, eye, small, cockroach }) => {
    expect(marks(shoe, "eye")).toBe(eye);
    if (small !== undefined) expect(marks(shoe, "small")).toBe(small);
    if (cockroach !== undefined) expect(marks(shoe, "cockroach")).toBe(cockroach);
  });

  it.each([
    ["eye", "PBP", "PB", "r"],
    ["small", "PBPP", "PBP", "b"],
    ["cockroach", "PBPBB", "PBPB", "b"],
  ] as const)("%s begins where it is said to", (road, shoe, before, first) => {
    expect([marks(before, road), marks(shoe, road)]).toEqual(["", first]);
  });

  // Two shoes of a hundred coups; what was published are the marks of the last columns of the big road.
  it.each([
    ["PPBBPBPPPTPPTBPPBBTPPPPPPPBBBPPTTPPBPPPTPPBBTPPBTPBPPPBPBBTPPPPPPBBPBBBBBTPBPBPBBBPBBPPPBTBBBBBBPBPB", "rrbrbbbbrbbrrbrrrbbrr"],
    ["PTPBTBBTPPPBPBTBPPPPPPPPBBPBTBTBBPPPTPPPBBBBPBBBPPPPBPBPTPBBPBBBBPBPPPPPPPBPBBBBBBBPPBBPTPBPPPBPPPPB", "brbrrrrrbrbrrrrbbrbbbrrb"],
  ])("a hundred coups with ties and dragons: %s", (shoe, newest) => {
    expect(shoe).toHaveLength(100);
    expect(marks(shoe, "eye").slice(-newest.length)).toBe(newest);
  });

  it("is laid down a column and along the bottom, as five streaks of three give it", () => {
    const shoe = "PPPBBBPPPBBBPPP";
    const cells = laid(derived(coups(shoe), "eye").map((colour) => ({ colour })), ({ colour }) => colour, 40);
    expect(cells.map(({ colour, column, row }) => `${colour[0]}${column}${row}`)).toEqual([
      ...Array.from({ length: 6 }, (_, row) => `r0${row}`), "r15", "r25", "r35", "r45", "r55",
    ]);
  });
  it.each([
    ["eye", ["r00", "r01", "b10", "b11"]],
    ["small", ["r00", "b10", "b11"]],
    ["cockroach", ["b00", "b01"]],
  ] as const)("%s goes to the next column where its colour changes", (road, places) => {
    const cells = laid(derived(coups("PBPBBP"), road).map((colour) => ({ colour })), ({ colour }) => colour, 40);
    expect(cells.map(({ colour, column, row }) => `${colour[0]}${column}${row}`)).toEqual(places);
  });
});

describe("the previews of a published shoe", () => {
  const next = (shoe: string, winner: "banker" | "player"): string => {
    const previewed = preview(coups(shoe), winner);
    return DERIVED.map((road) => previewed[road]?.[0] ?? "-").join("");
  };
  it.each([
    ["BPPBBBP", "bbr", "rrb"],
    ["BPBBP", "brr", "r--"],
  ])("after %s", (shoe, banker, player) => {
    expect(next(shoe, "banker")).toBe(banker);
    // Of the second the source gives the first mark of a Player's win only.
    const known = next(shoe, "player");
    expect([...player].map((mark, road) => (mark === "-" ? "-" : known[road])).join("")).toBe(player);
  });
  it("shows nothing where no road has begun", () => {
    expect([next("B", "player"), next("B", "banker")]).toEqual(["---", "---"]);
  });
});
