import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Alarm } from "../src/generated/feed";
import { Hush, MUTE_MS } from "../src/components/hush";
import { Ringer } from "../src/components/ringer";

function alarm(id: string, over: Partial<Alarm> = {}): Alarm {
  return { id, kind: "call", since: 5, table: "", terminal: "", seat: 0, about: "", who: "", amount: 0, count: 0, urgent: false, ...over };
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

describe("when it rings", () => {
  const call = { key: "call", urgent: false };
  const stopped = { key: "stopped", urgent: true };

  it("rings at once for what is new, and again only after a while", () => {
    const ringer = new Ringer();
    expect(ringer.next([], 0)).toBeNull();
    expect(ringer.next([call], 0)).toBe("ordinary");
    expect(ringer.next([call], 14_999)).toBeNull();
    expect(ringer.next([call], 15_000)).toBe("ordinary");
    expect(ringer.next([call, stopped], 15_001)).toBe("urgent");
    expect(ringer.next([call, stopped], 19_000)).toBeNull();
    expect(ringer.next([call, stopped], 19_001)).toBe("urgent");
  });

  it("rings again for what was over and came back, and for what has become urgent", () => {
    const ringer = new Ringer();
    ringer.next([call], 0);
    ringer.next([], 10);
    expect(ringer.next([call], 20)).toBe("ordinary");
    expect(ringer.next([{ ...call, urgent: true }], 30)).toBe("urgent");
  });
});

describe("what is not to be heard", () => {
  it("remembers what was heard over a reload, and forgets it when it is over", () => {
    const hush = new Hush();
    hush.hear([alarm("a"), alarm("b")]);
    expect(new Hush().isHeard(alarm("a"))).toBe(true);
    hush.forget([alarm("b")]);
    expect(hush.isHeard(alarm("a"))).toBe(false);
    expect(new Hush().isHeard(alarm("b"))).toBe(true);
  });

  it("takes the same cause at another time for another alarm, and one that grew old", () => {
    const hush = new Hush();
    hush.hear([alarm("a")]);
    expect(hush.isHeard(alarm("a", { since: 6 }))).toBe(false);
    expect(hush.isHeard(alarm("a", { urgent: true }))).toBe(false);
  });

  it("is loud again by itself, also where the clock was set back", () => {
    const hush = new Hush();
    hush.mute(1_000);
    hush.letGo(1_000 + MUTE_MS - 1);
    expect(hush.muted.value).toBe(true);
    expect(new Hush().muted.value).toBe(true);
    hush.letGo(1_000 + MUTE_MS);
    expect(hush.muted.value).toBe(false);
    hush.mute(9_000_000);
    hush.letGo(1_000);
    expect(hush.muted.value).toBe(false);
  });

  it("begins anew where what was kept cannot be read", () => {
    localStorage.setItem("openfelt.pit.heard", "{");
    expect(new Hush().isHeard(alarm("a"))).toBe(false);
    localStorage.setItem("openfelt.pit.heard", "{}");
    expect(new Hush().isHeard(alarm("a"))).toBe(false);
  });
});
