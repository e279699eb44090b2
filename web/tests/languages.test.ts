import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { languageAfter } from "../src/text/languages";

/** A page that is loaded: its address, what the browser has kept, and what it was told. */
class Storage {
  private readonly kept = new Map<string, string>();
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.kept.set(key, value);
  removeItem = (key: string): void => void this.kept.delete(key);
}

const KEPT = "openfelt.language";
const html = { lang: "" };
let stations: Storage;
let guests: Storage;

async function load(hash = ""): Promise<typeof import("../src/text/spoken")> {
  vi.resetModules();
  const location = { hash, pathname: "/s/T1/", search: "" };
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", { replaceState: () => (location.hash = "") });
  const page = await import("../src/text/spoken");
  page.beginSpeaking();
  return page;
}

/** The page says so when its fonts are there. */
async function spoken(): Promise<string> {
  await vi.advanceTimersByTimeAsync(50);
  await vi.dynamicImportSettled();
  return html.lang;
}

beforeEach(() => {
  vi.useFakeTimers();
  stations = new Storage();
  guests = new Storage();
  vi.stubGlobal("localStorage", stations);
  vi.stubGlobal("sessionStorage", guests);
  vi.stubGlobal("document", { documentElement: html });
});
afterEach(async () => {
  await spoken();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the language of a station", () => {
  it("goes round all three", () => {
    expect(languageAfter("en")).toBe("zh");
    expect(languageAfter("zh")).toBe("zh-Hant");
    expect(languageAfter("zh-Hant")).toBe("en");
  });

  it("is what the browser kept, else English, and the page says so", async () => {
    await load();
    expect(await spoken()).toBe("en");
    stations.setItem(KEPT, "zh");
    await load();
    expect(await spoken()).toBe("zh-Hans");
    stations.setItem(KEPT, "tlh");
    await load();
    expect(await spoken()).toBe("en");
  });

  it("named in its address is kept, and an old choice of a guest does not hide it", async () => {
    guests.setItem(KEPT, "zh");
    await load("#zh-Hant");
    expect([await spoken(), stations.getItem(KEPT), location.hash]).toEqual(["zh-Hant", "zh-Hant", ""]);
  });

  it("chosen by staff is kept", async () => {
    (await load()).speak("zh");
    await load();
    expect(await spoken()).toBe("zh-Hans");
  });
});

describe("the language of a guest", () => {
  it("outlives a reload, and half a minute after his account the station's own comes back", async () => {
    stations.setItem(KEPT, "zh");
    (await load()).speakToGuests();
    const page = await load();
    page.speakToGuests();
    page.speak("zh-Hant");
    const again = await load();
    again.speakToGuests();
    expect(await spoken()).toBe("zh-Hant");
    again.guestLeaves();
    vi.advanceTimersByTime(29_000);
    expect(await spoken()).toBe("zh-Hant");
    vi.advanceTimersByTime(2_000);
    expect(await spoken()).toBe("zh-Hans");
    await load();
    expect(await spoken()).toBe("zh-Hans");
  });

  it("is left to whoever has chosen meanwhile", async () => {
    const page = await load();
    page.speakToGuests();
    page.guestLeaves();
    page.speak("zh-Hant");
    vi.advanceTimersByTime(60_000);
    expect(await spoken()).toBe("zh-Hant");
  });
});

describe("the texts", () => {
  it("of a language are fetched by whoever speaks it", async () => {
    await load();
    const { learnt } = await import("../src/text/languages");
    expect(Object.keys(learnt.value)).toEqual(["en"]);
    (await import("../src/text/spoken")).speak("zh");
    await spoken();
    expect(Object.keys(learnt.value)).toEqual(["en", "zh"]);
  });

  it("are there before the page says its first word", async () => {
    stations.setItem(KEPT, "zh-Hant");
    const page = await load();
    const { say } = await import("../src/text/say");
    expect([page.language.value, say("key.cash_out")]).toEqual(["zh-Hant", "兌現"]);
  });

  it("tell a reason that was given in another language", async () => {
    await load();
    const { reasonText } = await import("../src/text/say");
    const said = "骰子卡住";
    const { default: zh } = await import("../src/text/zh.json");
    const reason = Object.entries(zh).find(([key]) => key.startsWith("reason."))!;
    expect(reasonText(said)).toBe(said);
    await spoken();
    const { default: en } = await import("../src/text/en.json");
    expect(reasonText(reason[1])).toBe((en as Record<string, string>)[reason[0]]);
  });
});

describe("odds", () => {
  it("are said of a stake of one in Chinese, where that is exact", async () => {
    const page = await load();
    const { oddsPair } = await import("../src/text/odds");
    expect(oddsPair(19, 20)).toBe("19 to 20");
    page.speak("zh");
    await spoken();
    expect([oddsPair(19, 20), oddsPair(9, 5), oddsPair(8, 1), oddsPair(7, 6)]).toEqual(["1 赔 0.95", "1 赔 1.8", "1 赔 8", "6 赔 7"]);
    page.speak("zh-Hant");
    await spoken();
    expect(oddsPair(19, 20)).toBe("1 賠 0.95");
  });
});
