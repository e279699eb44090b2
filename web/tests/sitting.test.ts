import { beforeEach, describe, expect, it, vi } from "vitest";
import { signal } from "@preact/signals";
import { PLAYER } from "../dev/fixtures";
import { beat, forgetEngineTime, hearEngineTime } from "../src/clock";
import type { PlayerView } from "../src/generated/feed";
import { house } from "../src/house";
import { lastReminder, Sitting } from "../src/stations/player/sitting";

const MINUTE = 60_000_000;
const BEGAN = 1_800_000_000_000_000;

describe("when a guest is told", () => {
  it("is every so many minutes, if the house says so", () => {
    expect([29, 30, 59, 60].map((played) => lastReminder(played, 0, 30))).toEqual([0, 30, 30, 60]);
    expect(lastReminder(600, 0, 0)).toBe(0);
  });
  it("is when his own limit is over, and every ten minutes after that", () => {
    expect([44, 45, 54, 55, 66].map((played) => lastReminder(played, 45, 0))).toEqual([0, 45, 45, 55, 65]);
  });
});

describe("a sitting", () => {
  const kept = new Map<string, string>();
  const view = signal<PlayerView | null>(null);
  const shows = (more: Partial<PlayerView>): void => void (view.value = { ...PLAYER, since: BEGAN, ...more });
  let sitting: Sitting;

  const after = (minutes: number): void => {
    forgetEngineTime();
    hearEngineTime(BEGAN + minutes * MINUTE);
    beat.value += 1;
  };
  const load = (): void => {
    sitting = new Sitting();
    sitting.follow(view);
  };

  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) });
    house.value = { ...house.value, remind_every: 0 };
    view.value = null;
    after(0);
    load();
    shows({});
  });

  it("tells a guest when his time is over, once until the next ten minutes", () => {
    sitting.set(30);
    after(29);
    expect([sitting.played.value, sitting.reminds.value]).toEqual([29, false]);
    after(30);
    expect(sitting.reminds.value).toBe(true);
    sitting.go();
    expect(sitting.reminds.value).toBe(false);
    after(40);
    expect(sitting.reminds.value).toBe(true);
  });

  it("outlives a reload, and not the account", () => {
    sitting.set(30);
    load();
    expect(sitting.limit.value).toBe(30);
    shows({ account: "closed", since: 0 });
    expect([sitting.limit.value, sitting.since.value]).toEqual([0, 0]);
    shows({ since: BEGAN + MINUTE });
    expect([sitting.limit.value, sitting.since.value]).toEqual([0, BEGAN + MINUTE]);
  });

  it("begins anew where another account is there after a reload", () => {
    sitting.set(30);
    shows({ since: BEGAN + 5 * MINUTE });
    expect(sitting.limit.value).toBe(0);
  });

  it("counts from when the page first saw him where the floor does not know", () => {
    shows({ account: "closed", since: 0 });
    after(7);
    shows({ since: 0 });
    after(17.5);
    shows({ since: 0, credit: 1 });
    expect(sitting.played.value).toBe(10);
  });

  it("tells what the house wants told", () => {
    house.value = { ...house.value, remind_every: 60 };
    after(59);
    expect(sitting.reminds.value).toBe(false);
    after(61);
    expect(sitting.reminds.value).toBe(true);
  });
});
