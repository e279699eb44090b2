import { describe, expect, it, vi } from "vitest";
import { LT, SB } from "../dev/fixtures";

// A cloth asks how wide the page is; here is none.
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { gameOf } = await import("../src/games/find");

describe("the registry of games", () => {
  it("knows the games of the floor by the server's names", () => {
    expect(gameOf(LT).name).toBe(LT.game);
    expect(gameOf(SB).name).toBe(SB.game);
  });

  it("has a plain panel for a game it does not know", () => {
    const unknown = gameOf({ game: "fan tan" });
    expect(unknown.name).toBe("");
    expect(unknown.headline({ ...LT.results[0]!, round: 7 })).toBe("Round 7");
  });

  it("says in a few words what came", () => {
    const [player, banker, tie] = ["player", "banker", "tie"].map((winner) => gameOf(LT).headline({ ...LT.results[0]!, winners: [winner] }));
    expect([player, banker, tie]).toEqual(["Player wins", "Banker wins", "Tie"]);
    expect(gameOf(SB).headline({ ...SB.results[0]!, points: [9], winners: ["small", "total:9"] })).toBe("9 · Small");
  });
});

it("says odds to one unit together, and others each for itself", async () => {
  const { oddsText } = await import("../src/layouts/Area");
  expect([oddsText(["1 to 1", "2 to 1", "12 to 1"]), oddsText(["1 to 2", "1 to 1"]), oddsText(["8 to 1"]), oddsText()]).toEqual(["1 / 2 / 12 to 1", "1 to 2 / 1 to 1", "8 to 1", ""]);
});
