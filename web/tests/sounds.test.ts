import { beforeEach, describe, expect, it } from "vitest";
import { HOUSE, LT, now, PLAYER } from "../dev/fixtures";
import { house } from "../src/house";
import { beat, forgetEngineTime, hearEngineTime } from "../src/clock";
import { signal } from "@preact/signals";
import type { Sound } from "../src/components/instrument";
import type { DisplayView, Paid, Play } from "../src/generated/feed";
import { isWin, moneyOf } from "../src/stations/player/outcome";
import { Sounds, VOLUMES } from "../src/stations/player/sounds";

const ROUND = LT.results.at(-1)!.round;
const paid = (...last: [number, number][]): Play => ({
  ...PLAYER.play["LT1"]!,
  last_round: ROUND,
  last: last.map(([amount, returned]): Paid => ({ bet: "player", amount, returned })),
});

describe("a round in money", () => {
  it("agrees with itself, and is a win only above the stake", () => {
    const money = moneyOf(paid([5_000, 10_000], [2_500, 0]))!;
    expect(money).toEqual({ staked: 7_500, returned: 10_000, net: 2_500 });
    expect([isWin(money), isWin(moneyOf(paid([5_000, 5_000]))), isWin(moneyOf(paid([5_000, 10_000], [5_000, 0]))), isWin(moneyOf(paid([5_000, 2_500])))]).toEqual([true, false, false, false]);
    expect(moneyOf(paid())).toBeNull();
  });
});

describe("what is heard at a terminal", () => {
  let heard: string[];
  let table = signal<DisplayView>(LT);
  let play = signal<Play>(paid());

  function listening(): Sounds {
    heard = [];
    const names = new Map<number, string>([[1, "one"], [2, "result"], [4, "win"]]);
    const sounds = new Sounds({ play: ({ tones }: Sound, part = 1) => void heard.push(`${names.get(tones.length)} ${part}`) });
    const [shown, own] = [table, play];
    sounds.follow(
      () => shown.value,
      () => own.value,
    );
    return sounds;
  }

  const settled: DisplayView = { ...LT, phase: "settled", round: ROUND, due: 0 };

  beforeEach(() => {
    forgetEngineTime();
    hearEngineTime(now);
    table = signal<DisplayView>({ ...LT, phase: "closed", due: 0 });
    play = signal<Play>({ ...paid(), last_round: ROUND - 1 });
  });

  it.each([
    ["win", [[5_000, 10_000]]],
    ["result", [[5_000, 5_000]]],
    ["result", [[5_000, 10_000], [5_000, 0]]],
    ["result", [[5_000, 0]]],
  ] as [string, [number, number][]][])("is a %s for %j, once", (sound, last) => {
    listening();
    table.value = settled;
    play.value = paid(...last);
    beat.value += 1;
    table.value = { ...settled };
    expect(heard).toEqual([`${sound} 0.5`]);
  });

  it("is nothing for whoever had no wager, and nothing for a void round", () => {
    listening();
    table.value = settled;
    play.value = paid();
    table.value = { ...settled, results: [...LT.results.slice(0, -1), { ...LT.results.at(-1)!, void: "void" }] };
    play.value = paid([5_000, 5_000]);
    expect(heard).toEqual([]);
  });

  it("is each of the last five seconds of a period", () => {
    table.value = { ...LT, due: now + 6_900_000 };
    listening();
    for (const left of [5.5, 4.5, 4.45, 3.5, 0.5, -1]) table.value = { ...LT, due: now + left * 1_000_000 };
    expect(heard.length).toBe(3);
  });

  it("is as loud as the guest has it, silent where he wants it, and usual for the next", () => {
    const sounds = listening();
    const volumes = VOLUMES.map(() => {
      sounds.turn();
      return VOLUMES[sounds.volume.value];
    });
    expect(volumes).toEqual([1, 0, 0.25, 0.5]);
    expect(heard).toEqual(["one 1", "one 0.25", "one 0.5"]);
    sounds.turn();
    sounds.turn();
    sounds.play("win");
    sounds.reset();
    sounds.play("win");
    expect(heard.slice(-2)).toEqual(["one 1", "win 0.5"]);
  });

  it("calls what is recorded in its language, phase and result, once, and nothing that was there before", () => {
    const called: string[] = [];
    house.value = { ...HOUSE, calls: ["en/place_bets.mp3", "en/no_more_bets.wav", "en/win_player.ogg", "en/win_banker.ogg", "en/win_tie.ogg", "zh/place_bets.mp3"] };
    const sounds = new Sounds({ play: () => undefined }, { call: (paths, part) => Promise.resolve(void called.push(...paths.map((path) => `${path} ${part}`))) });
    sounds.follow(
      () => table.value,
      () => play.value,
    );
    expect(called).toEqual([]);
    const open = { ...LT, round: ROUND + 1 };
    table.value = open;
    table.value = { ...open, phase: "closed" };
    const came = { ...LT.results.at(-1)!, round: ROUND + 1 };
    const over: DisplayView = { ...settled, round: ROUND + 1, results: [...LT.results, came] };
    table.value = over;
    table.value = { ...over };
    expect(called).toEqual(["/calls/en/place_bets.mp3 0.5", "/calls/en/no_more_bets.wav 0.5", `/calls/en/win_${came.winners[0]}.ogg 0.5`]);
    sounds.volume.value = 0;
    table.value = { ...open, round: ROUND + 2 };
    expect(called.length).toBe(3);
  });
});
