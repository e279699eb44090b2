import { effect, signal, untracked } from "@preact/signals";
import { engineNow, beat, secondsLeft } from "../../clock";
import { Caller } from "../../components/caller";
import { Instrument, type Sound } from "../../components/instrument";
import { gameOf } from "../../games/find";
import type { DisplayView, Play } from "../../generated/feed";
import { house } from "../../house";
import { language } from "../../text/spoken";
import { momentOf } from "../../table/moment";
import { isWin, moneyOf } from "./outcome";

export type Heard = "chip" | "closing" | "result" | "win";

const tones = (gap: number, seconds: number, ...hertz: number[]): Sound["tones"] => hertz.map((one, index) => ({ at: index * gap, hertz: one, seconds }));

const SOUNDS: Record<Heard, Sound> = {
  chip: { tones: tones(0, 0.05, 1_400), wave: "triangle", loudness: 0.25 },
  closing: { tones: tones(0, 0.09, 880), wave: "sine", loudness: 0.3 },
  result: { tones: tones(0.14, 0.2, 523, 392), wave: "sine", loudness: 0.3 },
  win: { tones: tones(0.12, 0.28, 523, 659, 784, 1_047), wave: "sine", loudness: 0.4 },
};

/** How loud a guest may have it; the first is silence. */
export const VOLUMES = [0, 0.25, 0.5, 1] as const;
const USUAL = 2;
/** In the last seconds of a period each is heard. */
const LAST_SECONDS = 5;

/** What is heard at a terminal: nothing that is not on the screen too, so it plays as well in silence. */
export class Sounds {
  /** A place among the volumes. */
  readonly volume = signal(USUAL);

  constructor(
    private readonly instrument: Pick<Instrument, "play"> = new Instrument(),
    private readonly caller: Pick<Caller, "call"> | null = instrument instanceof Instrument ? new Caller(instrument) : null,
  ) {}

  /** Louder step by step, and from the loudest to silence. */
  turn(): void {
    this.volume.value = (this.volume.value + 1) % VOLUMES.length;
    this.play("chip");
  }

  /** The next guest hears it as the house has it. */
  reset(): void {
    this.volume.value = USUAL;
  }

  play(heard: Heard): void {
    const part = VOLUMES[untracked(() => this.volume.value)]!;
    if (part > 0) this.instrument.play(SOUNDS[heard], part);
  }

  /** Call something in the guest's language, as far as it is recorded: the page is as well without. */
  call(...names: string[]): void {
    const part = VOLUMES[untracked(() => this.volume.value)]!;
    const paths = untracked(() => names.flatMap((name) => recordingOf(name) ?? []));
    if (part > 0 && paths.length > 0) void this.caller?.call(paths, part);
  }

  /** Listen to the table in front. */
  follow(table: () => DisplayView | null, play: () => Play | null): void {
    const round = { told: 0, second: 0 };
    const before = { table: "", phase: "" };
    const called = new Map<string, number>();
    effect(() => this.callPhase(table(), before));
    effect(() => this.callResult(table(), called));
    effect(() => this.countDown(table(), round));
    effect(() => this.tellResult(table(), play(), round));
  }

  private countDown(table: DisplayView | null, round: { second: number }): void {
    beat.value;
    if (!table || table.phase !== "wagering" || table.suspended || table.due === 0) return;
    const left = secondsLeft(table.due, engineNow());
    if (left > 0 && left <= LAST_SECONDS && left !== round.second) this.play("closing");
    round.second = left;
  }

  /** What was so when the page came, or when another table came to the front, is called by nobody. */
  private callPhase(table: DisplayView | null, before: { table: string; phase: string }): void {
    if (!table) return;
    const { table: name, phase } = table;
    const turned = before.table === name && before.phase !== phase && !table.suspended;
    if (turned && phase === "wagering") this.call("place_bets");
    if (turned && before.phase === "wagering" && phase !== "void") this.call("no_more_bets");
    [before.table, before.phase] = [name, phase];
  }

  /** Everybody hears what came, also whoever had nothing on it; what was there before is called by nobody. */
  private callResult(table: DisplayView | null, called: Map<string, number>): void {
    if (!table) return;
    const before = called.get(table.table) ?? table.results.at(-1)?.round ?? 0;
    const { held } = momentOf(table);
    called.set(table.table, held ? Math.max(before, held.round) : before);
    if (held && held.round > before) this.call(...(held.void ? ["void"] : gameOf(table).calls(held)));
  }

  /** A result is heard once, when the screen points at it; as a win only by whoever has more than he staked. */
  private tellResult(table: DisplayView | null, play: Play | null, round: { told: number }): void {
    const held = table && momentOf(table).held;
    if (!held || !play || held.round === round.told || play.last_round !== held.round) return;
    round.told = held.round;
    const money = moneyOf(play);
    if (!held.void && money) this.play(isWin(money) ? "win" : "result");
  }
}

/** Where a call is recorded in the language that is spoken here, whatever its file is. */
function recordingOf(name: string): string | undefined {
  const file = house.value.calls.find((one) => one.startsWith(`${language.value}/${name}.`));
  return file && `/calls/${file}`;
}
