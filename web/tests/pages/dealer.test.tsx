import { drawn, log, shown, told, words } from "./shown";
import { beforeEach, expect, it } from "vitest";
import { DEALER, LT } from "../../dev/fixtures";
import type { DealerView, DisplayView } from "../../src/generated/feed";
import type { StaffCommand } from "../../src/staff/acts";
import { StaffModel } from "../../src/staff/model";
import { DealerStation } from "../../src/stations/dealer/DealerStation";
import { speak } from "../../src/text/spoken";
import type { Element } from "./dom";

/** What a dealer's page shows, clause by clause. */

async function page(own: Partial<DealerView> = {}, table: Partial<DisplayView> = {}): Promise<Element> {
  const { feed } = await told<StaffCommand>({ "display:LT1": { ...LT, ...table }, "dealer:D1": { ...DEALER, ...own } });
  return shown(<DealerStation model={new StaffModel<DealerView>(feed, log, "dealer")} />);
}

beforeEach(() => {
  globalThis.localStorage = { getItem: () => null, setItem: () => undefined } as unknown as Storage;
  speak("en");
});

it("LT 2.2.10; LT Diagram C  the page has the five places of the table: shoe, both hands, rack, keys", async () => {
  const root = await page();
  expect(root.all("data-hand").map((hand) => hand.getAttribute("data-hand"))).toEqual(["player", "banker"]);
  expect(root.one("data-place", "shoe").textContent).toBe("Shoe 276");
  expect(root.one("data-place", "rack").textContent).toBe("Rack 140");
  expect(root.all("data-testid", "draw").length).toBe(1);
});

it("the next card and its hand are named", async () => {
  const root = await page({ draws: "banker", next_act: "draw" }, { phase: "dealing", player: ["4H", "5C", "2D"], banker: ["KD", "6S"] });
  expect(words(root, "status")).toBe("Next card: Banker, card 3");
});

it("who stopped the table, when, why, and who may let it go on is said where the next step is", async () => {
  const suspension = { by: "Ann Lee", since: LT.due, reason: "a dispute", ends_by: "resume", roles: ["dealer", "agm"] } as const;
  const root = await page({ suspension, draws: "banker", next_act: "resume" }, { suspended: "by_staff" });
  const said = words(root, "why-suspended");
  for (const part of ["Ann Lee", "a dispute", "May resume: Dealer or "]) expect(said).toContain(part);
  expect((await page()).all("data-testid", "why-suspended")).toEqual([]);
});

it("the sides' totals and how far they lie apart are shown", async () => {
  const limits = { ...LT.limits, differential: 500_000 };
  const root = await page({}, { limits, room: { player: 380_000, banker: 620_000 } });
  expect(words(root, "differential")).toContain("Player ahead by 1,200 of 5,000");
  expect(root.textContent).toContain("1,250.00");
});

it("LT def:dealer station  a dealer at two tables sees both side by side, whose turn it is, and turns to either", async () => {
  const views = { "display:LT1": LT, "display:LT2": { ...LT, table: "LT2" }, "dealer:D1": { ...DEALER, next_act: "" }, "dealer:D1:LT2": { ...DEALER, table: "LT2", next_act: "draw" } };
  const { feed, asked } = await told<StaffCommand>(views);
  const root = await shown(<DealerStation model={new StaffModel<DealerView>(feed, log, "dealer")} />);
  const turns = (): (string | null)[][] => root.all("data-turn-to").map((one) => ["data-turn-to", "data-his", "aria-selected"].map((name) => one.getAttribute(name)));
  expect(turns()).toEqual([["LT1", "false", "true"], ["LT2", "true", "false"]]);
  expect(root.one("data-turn-to", "LT2").textContent).toContain("Your turn");
  root.one("data-turn-to", "LT2").click();
  await drawn();
  expect(turns().map(([, , front]) => front)).toEqual(["false", "true"]);
  root.one("data-testid", "result-player").click();
  await drawn();
  expect(asked).toEqual([expect.objectContaining({ table: "LT2" })]);
});

it.each([["card", "true"], ["unread", "true"], ["shuffling", "false"]])("it is his turn where a table waits for a %s: %s", async (waits, his) => {
  const views = { "display:LT1": LT, "display:LT2": { ...LT, table: "LT2" }, "dealer:D1": DEALER, "dealer:D1:LT2": { ...DEALER, table: "LT2", next_act: "", waits } };
  const { feed } = await told<StaffCommand>(views);
  const root = await shown(<DealerStation model={new StaffModel<DealerView>(feed, log, "dealer")} />);
  expect(root.one("data-turn-to", "LT2").getAttribute("data-his")).toBe(his);
});

it("a dealer at one table has no other beside it", async () => {
  expect((await page()).all("data-turn-to")).toEqual([]);
});
