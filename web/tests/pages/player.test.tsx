import { drawn, isThere, log, shown, told, touch, words } from "./shown";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { HOUSE, LT, PLAYER, SB } from "../../dev/fixtures";
import type { DisplayView, Limits, PlayerCommand, PlayerView, View } from "../../src/generated/feed";
import { house } from "../../src/house";
import { PlayerModel } from "../../src/stations/player/model";
import { PlayerStation } from "../../src/stations/player/PlayerStation";
import { showsPast } from "../../src/table/past";
import { learn } from "../../src/text/languages";
import { speak } from "../../src/text/spoken";
import type { Element } from "./dom";

/** What a player's page shows, clause by clause; `tests/web/test_page_clauses.py` counts these as proofs. */

interface Page {
  root: Element;
  model: PlayerModel;
  asked: PlayerCommand[];
  tell: (more: Record<string, View>) => Promise<void>;
}

async function page(terminal: Partial<PlayerView> = {}, ...tables: DisplayView[]): Promise<Page> {
  const shownTables = tables.length > 0 ? tables : [LT];
  const names = shownTables.map(({ table }) => table);
  const play = Object.fromEntries(names.map((name) => [name, { ...PLAYER.play["LT1"]!, spots: [], staked: 0, confirmed: 0 }]));
  const view = { ...PLAYER, tables: names, staked: 0, confirmed: 0, play, ...terminal };
  const views = { "player:T1": view, ...Object.fromEntries(shownTables.map((table) => [`display:${table.table}`, table])) };
  const { feed, asked, tell } = await told<PlayerCommand>(views);
  const model = new PlayerModel(feed, log);
  return { root: await shown(<PlayerStation model={model} />), model, asked, tell };
}

const staking = (staked: number): PlayerView["play"][string] => ({ ...PLAYER.play["LT1"]!, spots: [], staked, confirmed: 0 });
const named = (table: string, more: Partial<DisplayView> = {}): DisplayView => ({ ...LT, table, ...more });
const EVEN: Partial<DisplayView> = { variant: "LT_EM" };
const cents = (root: Element, id: string): number => Number(root.one("data-testid", id).getAttribute("data-cents"));

beforeAll(() => learn("zh"));
beforeEach(() => {
  globalThis.localStorage = { getItem: () => null, setItem: () => undefined } as unknown as Storage;
  speak("en");
  showsPast.value = true;
});

it("LT Diagram A:1; LT Diagram B:1  the open tables are listed with their game, limits, state and past, closed ones only named", async () => {
  const { root } = await page({}, LT, named("EM1", EVEN), named("LT3", { phase: "closed_table" }));
  await touch(root, "open-tables");
  const cards = root.all("data-pick");
  expect(cards.map((card) => card.getAttribute("data-pick"))).toEqual(["LT1", "EM1"]);
  expect(cards.map((card) => card.textContent)).toEqual([expect.stringContaining("with commission"), expect.stringContaining("even money")]);
  for (const card of cards) {
    expect(card.textContent).toContain("from 25 · differential 5,000");
    expect(card.one("data-testid", "table-state").textContent).toMatch(/\d+ s/);
    expect(card.all("role", "img").length).toBe(1);
  }
  expect(root.textContent).toContain("Closed: LT3");
});

it("LT Diagram A:1  whoever picks a table has it in front", async () => {
  const { root, model } = await page({}, LT, named("EM1", EVEN));
  await touch(root, "open-tables");
  root.one("data-pick", "EM1").click();
  await drawn();
  expect(model.front.value).toBe("EM1");
  expect(isThere(root, "tables")).toBe(false);
});

it("LT Diagram A:2; LT Diagram B:2  one key leads back to the table last bet on", async () => {
  const { root, model, tell } = await page({}, LT, named("LT2"), named("LT3", EVEN));
  expect(isThere(root, "back-to-bet")).toBe(false);
  const play = { LT1: staking(5_000), LT2: staking(0), LT3: staking(0) };
  await tell({ "player:T1": { ...PLAYER, tables: ["LT1", "LT2", "LT3"], play } });
  await tell({ "player:T1": { ...PLAYER, tables: ["LT1", "LT2", "LT3"], play: { ...play, LT2: staking(2_500) } } });
  expect(words(root, "back-to-bet")).toBe("Back to LT2");
  await touch(root, "back-to-bet");
  expect(model.front.value).toBe("LT2");
  expect(isThere(root, "back-to-bet")).toBe(false);
});

it("LT Diagram A:2  the next guest has bet nowhere yet", async () => {
  const { root, tell } = await page({ play: { LT1: staking(0), LT2: staking(2_500) } }, LT, named("LT2"));
  expect(isThere(root, "back-to-bet")).toBe(true);
  await tell({ "player:T1": { ...PLAYER, tables: ["LT1", "LT2"], account: "closed", play: { LT1: staking(0), LT2: staking(0) } } });
  expect(isThere(root, "back-to-bet")).toBe(false);
});

it("LT Diagram A:3; LT Diagram B:3  the service key calls an attendant", async () => {
  const { root, asked } = await page();
  await touch(root, "call");
  expect(asked).toEqual([{ type: "CallAttendant" }]);
});

it("LT Diagram A:4; LT 4.1; LT 12.6  the rules are open without money: how to play, odds, cost, limits, and no advice", async () => {
  const { root } = await page({ account: "closed", credit: 0 }, { ...LT, bets: LT.bets.map((bet) => ({ ...bet, edge: "1/36" })) });
  await touch(root, "open-rules");
  const text = words(root, "rules");
  expect(text).toContain("Confirm while the countdown runs");
  expect(root.one("data-pays", "tie").textContent).toBe("Tie8 to 12.78 % (1/36)");
  expect(root.one("data-pays", "banker").textContent).toContain("19 to 20");
  expect(root.one("data-testid", "rules").all("data-testid", "limits").length).toBe(1);
  expect(text).not.toMatch(/should bet|best bet|recommend|likely|due to come/i);
});

it("LT Diagram B:4  of two odds on Banker it is said which is paid when", async () => {
  const bets = LT.bets.map((bet) => (bet.code === "banker" ? { ...bet, odds: ["1 to 2", "1 to 1"] } : bet));
  const { root } = await page({}, { ...LT, ...EVEN, bets });
  await touch(root, "open-rules");
  expect(root.one("data-pays", "banker").textContent).toContain("1 to 2 / 1 to 1");
  expect(words(root, "rules")).toContain("Banker winning with 6");
});

it("SB 3.1; SB 3.3; MT 7.13  instructions are on the page of every game, without a step it does not have", async () => {
  const { root } = await page({}, SB);
  await touch(root, "open-rules");
  expect(words(root, "rules")).toContain("Three dice are thrown.");
  expect(words(root, "rules")).not.toContain("Confirm while");
});

it("LT Diagram A:5; LT Diagram B:5  the cash-out key asks for the credit", async () => {
  const { root, asked } = await page({ cash_out: "", cash_out_data: {} });
  await touch(root, "cash-out");
  expect([asked, root.one("aria-label", "Cash out everything?").textContent]).toEqual([[], expect.stringContaining("12,450.00")]);
  await touch(root, "cash-out-yes");
  expect(asked).toEqual([{ type: "CashOut" }]);
});

it("LT Diagram A:5  beside wagers that stand the cash-out key asks no second time: the account goes on", async () => {
  const { root, asked } = await page({ cash_out: "", cash_out_data: {}, staked: 500 });
  await touch(root, "cash-out");
  expect([asked, isThere(root, "cash-out-yes")]).toEqual([[{ type: "CashOut" }], false]);
});

it("what was laid last is taken back by one touch, and what is confirmed is not", async () => {
  const { root, model, asked, tell } = await page();
  const undo = (): string | null => root.one("data-testid", "undo").getAttribute("aria-disabled");
  expect(undo()).toBe("true");
  model.stage(LT, "tie", 500);
  await tell({ "player:T1": { ...PLAYER, tables: ["LT1"], play: { LT1: { ...staking(500), spots: [{ bet: "tie", amount: 500, confirmed: false }] } } } });
  expect(undo()).toBe("false");
  await touch(root, "undo");
  expect(asked.at(-1)).toEqual({ type: "CancelWager", table: "LT1", round: LT.round, bet: "tie" });
  expect(undo()).toBe("true");
  model.stage(LT, "tie", 500);
  model.confirmWagers(LT);
  await drawn();
  expect(undo()).toBe("true");
});

it("chips beyond the credit are dimmed", async () => {
  const { root } = await page({ credit: 5_000 });
  const beyond = root.all("data-chip").map((chip) => [chip.getAttribute("data-chip"), chip.getAttribute("data-beyond")]);
  expect(beyond.slice(0, 4)).toEqual([["500", "false"], ["2500", "false"], ["5000", "false"], ["10000", "true"]]);
});

it("who has cashed out takes his chips along: the next guest finds none of them", async () => {
  const last = [{ bet: "player", amount: 500, returned: 1_000 }];
  const paid = { ...staking(0), last_round: LT.round, last };
  const table: DisplayView = { ...LT, phase: "settled", due: 0 };
  const { root, tell } = await page({ play: { LT1: paid } }, table);
  expect(root.all("data-amount").length).toBe(1);
  await tell({ "player:T1": { ...PLAYER, tables: ["LT1"], credit: 0, staked: 0, account: "closed", news: [], play: { LT1: paid } } });
  expect(root.all("data-amount")).toEqual([]);
});

it.each([[true, "notes or a ticket"], [false, "Insert notes to begin"]])("a guest is welcomed with what the table takes; tickets: %s", async (takes, said) => {
  const { root } = await page({ account: "closed", news: [] }, { ...LT, takes_tickets: takes });
  expect(words(root, "service-line")).toContain(said);
});

it("a derived road tells its name until something stands in it", async () => {
  const { root, tell } = await page({}, { ...LT, results: [] });
  const roads = (): string[] => root.all("class", "road").filter((one) => one.getAttribute("data-road")).map((one) => one.textContent);
  expect(roads()).toEqual(["Big eye boy", "Small road", "Cockroach road"]);
  await tell({ "display:LT1": LT });
  expect(roads()).toEqual(["", "", ""]);
});

it("a guest is told how long he has played where the house says so, until he has read it", async () => {
  const { root, tell } = await page({ since: PLAYER.since });
  expect(isThere(root, "time-strip")).toBe(false);
  house.value = { ...HOUSE, remind_every: 30, safer: "Help: 1800" };
  await drawn();
  expect(words(root, "time-strip")).toContain("1 h");
  expect(words(root, "time-strip")).toContain("Help: 1800");
  expect(words(root, "service-line")).toContain("Help: 1800");
  await touch(root, "time-read");
  expect(isThere(root, "time-strip")).toBe(false);
  await tell({ "player:T1": { ...PLAYER, tables: ["LT1"], account: "closed", since: 0 } });
  await touch(root, "open-time");
  expect(words(root, "time-played")).toContain("Nobody plays");
});

it("a guest sets himself a limit of time", async () => {
  const { root } = await page({ since: PLAYER.since });
  await touch(root, "open-time");
  root.one("data-limit", "120").click();
  await drawn();
  expect(root.one("data-limit", "120").getAttribute("aria-checked")).toBe("true");
  expect(words(root, "time-set")).toMatch(/told at \d\d:\d\d/);
});

it("his own last rounds are told with their cards and what each wager brought", async () => {
  const past = LT.results.at(-1)!;
  const wagers = [{ bet: "banker", amount: 2_000, returned: 3_900 }, { bet: "tie", amount: 500, returned: 0 }];
  const rounds = [{ table: "LT1", at: PLAYER.since, result: past, staked: 2_500, returned: 3_900, wagers }];
  globalThis.fetch = (() => Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve({ lines: [], rounds }) })) as unknown as typeof fetch;
  const { root } = await page();
  await touch(root, "open-history");
  await touch(root, "history-rounds");
  const own = root.one("data-own", String(past.round));
  expect(own.getAttribute("data-net")).toBe("1400");
  for (const said of ["K♦", "6♠", "+19.00", "−5.00", "+14.00"]) expect(own.textContent).toContain(said);
});

it("a table's picture is there where the house has a camera, and can be put away", async () => {
  const { root } = await page();
  expect(isThere(root, "picture")).toBe(false);
  house.value = { ...HOUSE, videos: { LT1: "https://camera.example/l1.webm" } };
  await drawn();
  expect(root.one("data-testid", "picture").one("src").getAttribute("src")).toBe("https://camera.example/l1.webm");
  await touch(root, "shows-picture");
  expect(root.one("data-testid", "picture").all("src")).toEqual([]);
});

it("LT Diagram A:6; LT Diagram B:6  another language changes no chip", async () => {
  const spots = [{ bet: "player", amount: 2_500, confirmed: false }];
  const { root } = await page({ play: { LT1: { ...PLAYER.play["LT1"]!, spots } } });
  const lies = (): (string | null)[] => root.all("data-amount").map((pile) => pile.getAttribute("data-amount"));
  expect(lies()).toEqual(["2500"]);
  await touch(root, "language");
  expect(root.textContent).toContain("限红");
  expect(lies()).toEqual(["2500"]);
});

it("LT Diagram A:7; LT Diagram B:7  the betting amount is what is confirmed", async () => {
  const { root } = await page({ staked: 7_500, confirmed: 5_000 });
  expect([cents(root, "staked"), cents(root, "confirmed")]).toEqual([7_500, 5_000]);
});

it("LT Diagram A:8; LT Diagram B:8; LT 4.2.3  the balance is the credit", async () => {
  const { root } = await page({ credit: 12_500 });
  house.value = { ...HOUSE, currency: "A$" };
  await drawn();
  expect(root.all("class", "currency").map((sign) => sign.textContent)).toEqual(["A$", "A$"]);
  expect([cents(root, "credit"), words(root, "credit")]).toEqual([12_500, "125.00"]);
});

it("LT 4.4; SB 3.6; SB 3.6.1  the last win is shown", async () => {
  const { root } = await page({ win: 40_000 });
  expect(words(root, "win")).toBe("400.00");
});

it("LT Diagram A:9; LT Diagram B:9  the table in view is named", async () => {
  const { root, model } = await page({}, LT, named("LT2", EVEN));
  model.bringToFront("LT2");
  await drawn();
  expect(root.one("aria-selected", "true").textContent).toContain("LT2");
});

it("LT Diagram A:10; LT Diagram B:10  tables with bets show them beside their countdown, however many are linked", async () => {
  const tables = ["LT1", "LT2", "LT3", "LT4", "LT5"].map((name) => named(name));
  const play = Object.fromEntries(tables.map(({ table }) => [table, staking(table === "LT1" || table === "LT4" ? 7_500 : 0)]));
  const { root } = await page({ play }, ...tables);
  const tabs = root.all("role", "tab");
  expect(tabs.map((tab) => tab.getAttribute("data-table"))).toEqual(["LT1", "LT4"]);
  expect(tabs.map((tab) => tab.one("data-testid", "betted").textContent)).toEqual(["75", "75"]);
  expect(tabs[1]!.textContent).toMatch(/\d+ s/);
});

it.each(["player", "banker"])("LT Diagram A:11; LT Diagram A:12; LT Diagram B:11; LT Diagram B:12  the live limit stands on the side of %s", async (side) => {
  const { root, tell } = await page({}, { ...LT, room: { player: 2_300_000, banker: 1_700_000 } });
  const room = (): string => root.one("data-bet", side).textContent;
  expect(room()).toContain(side === "player" ? "23,000 more" : "17,000 more");
  await tell({ "display:LT1": { ...LT, room: { player: 100, banker: 100 } } });
  expect(room()).toContain("1 more");
});

it("LT Diagram A:13; LT Diagram B:13; LT 12.6  the next marks of the roads are previews of both sides, and marked as history", async () => {
  const { root } = await page();
  const sides = root.one("data-testid", "previews").all("data-preview");
  expect(sides.map((side) => side.getAttribute("data-preview"))).toEqual(["banker", "player"]);
  expect(sides.map((side) => side.all("data-mark").length)).toEqual([3, 3]);
  expect(words(root, "history-only")).toBe("history only");
});

it("LT 2.3.1; SB 2.3.2  what has been can be switched off and hides nothing that has to be there", async () => {
  const { root } = await page();
  await touch(root, "shows-past");
  expect(isThere(root, "previews")).toBe(false);
  expect(root.all("data-road")).toEqual([]);
  for (const id of ["credit", "confirmed", "countdown", "cash-out", "call", "language"]) expect(isThere(root, id)).toBe(true);
});

it("LT Diagram A:14; LT Diagram B:14  the limits of the sign are there", async () => {
  const limits: Limits = { ...LT.limits, minimum: 2_500, maximum: 500_000 };
  const { root } = await page({}, { ...LT, limits });
  const sign = root.one("data-testid", "limits").textContent;
  expect(sign).toContain("25");
  expect(sign).toContain("5,000");
});

it("LT Diagram A:15; LT Diagram B:15; LT 7.2  the countdown is the server's, the time of day beside it", async () => {
  const { root, tell } = await page();
  expect(root.one("data-testid", "countdown").getAttribute("data-seconds")).toBe("18");
  await tell({ "display:LT1": { ...LT, due: LT.due - 8_000_000 } });
  expect(root.one("data-testid", "countdown").getAttribute("data-seconds")).toBe("10");
  expect(words(root, "time-of-day")).toMatch(/^\d\d:\d\d$/);
});

it("the last ten games are shown again, marked as a replay", async () => {
  const { root } = await page();
  await touch(root, "open-replay");
  const games = root.all("data-replay");
  expect(games.map((game) => game.getAttribute("data-replay"))).toEqual(LT.results.slice(-10).toReversed().map(({ round }) => String(round)));
  expect(words(root, "replay")).toContain("REPLAY");
  games.at(-1)!.click();
  await drawn();
  expect(root.one("data-testid", "replay").getAttribute("data-round")).toBe(games.at(-1)!.getAttribute("data-replay"));
});

it("SB 2.3; SB 3.9.9; SB diagram A  every selection of the dice has its area", async () => {
  const { root } = await page({}, SB);
  const areas = root.all("data-bet").map((area) => area.getAttribute("data-bet"));
  expect(new Set(areas)).toEqual(new Set(SB.bets.map(({ code }) => code)));
  expect(SB.bets.length).toBe(50);
  for (const id of ["credit", "countdown", "limits"]) expect(isThere(root, id)).toBe(true);
});

it.each([{}, EVEN])("LT 2.2.9; LT Diagram A; LT Diagram B  all that its diagram names is on the page of a variant: %o", async (variant) => {
  const one = { ...LT, ...variant, room: { player: 100_000, banker: 200_000 } };
  const { root } = await page({ play: { LT1: staking(0), LT2: staking(2_500) } }, one, named("LT2", variant));
  const elements = ["open-tables", "back-to-bet", "call", "open-rules", "cash-out", "language", "confirmed", "credit", "betted", "previews", "limits", "countdown", "time-of-day"];
  for (const id of elements) expect(root.all("data-testid", id).length, id).toBe(1);
  expect(root.one("aria-selected", "true").textContent).toContain("LT1");
  expect(root.all("data-room").filter((room) => room.textContent.endsWith("more")).length).toBe(2);
});

it("SB 2.3.1  what the rules make necessary besides is shown: a close of play, and whose throw it is", async () => {
  const { root, tell } = await page({}, { ...SB, closing_at: SB.due + 60_000_000, no_bet: "order" });
  expect(root.textContent).toContain("closes at");
  expect(root.textContent).toContain("No wagers in this round");
  const may = { ...PLAYER.play["LT1"]!.may, shoot: "" };
  await tell({ "player:T1": { ...PLAYER, tables: ["SB1"], play: { SB1: { ...staking(0), may } } } });
  await tell({ "display:SB1": { ...SB, phase: "awaiting_shoot", shooter: "T1", shooter_seat: 1 } });
  expect(isThere(root, "shoot")).toBe(true);
});
