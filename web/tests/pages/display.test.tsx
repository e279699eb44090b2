import { isThere, shown, told, words } from "./shown";
import { beforeEach, expect, it } from "vitest";
import { SB } from "../../dev/fixtures";
import type { DisplayCommand, DisplayView } from "../../src/generated/feed";
import { DisplayStation } from "../../src/stations/display/DisplayStation";
import { speak } from "../../src/text/spoken";
import type { Element } from "./dom";

/** What a display over a table shows, clause by clause; `tests/web/test_page_clauses.py` counts these as proofs. */

async function page(table: Partial<DisplayView>): Promise<Element> {
  const { feed } = await told<DisplayCommand>({ "display:SB1": { ...SB, ...table } });
  return shown(<DisplayStation feed={feed} />);
}

beforeEach(() => {
  globalThis.localStorage = { getItem: () => null, setItem: () => undefined } as unknown as Storage;
  speak("en");
});

it("AC 3.6.2; AC 3.6.3; SB 3.6.3; SB 3.6.4  what seats won stands over the table, in the figures of their own meters", async () => {
  const root = await page({ wins: [{ seat: 2, amount: 3_100 }, { seat: 1, amount: 1_800 }], winners: 2 });
  expect(words(root, "wins")).toBe("Seat 2 31.00Seat 1 18.00");
});

it("AC 3.6.2; SB 3.6.3  of more than there is a place for the highest are named, and the others counted", async () => {
  const wins = [5, 4, 3, 2].map((seat) => ({ seat, amount: 1_000 * seat }));
  const root = await page({ wins, winners: 9 });
  expect(words(root, "wins")).toBe("Seat 5 50.00Seat 4 40.00Seat 3 30.00+6 more");
});

it("AC 3.6.2; SB 3.6.3  where nobody won no place is taken", async () => {
  const root = await page({ wins: [], winners: 0 });
  expect(isThere(root, "wins")).toBe(false);
});
