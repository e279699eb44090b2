import { computed, signal, type Signal } from "@preact/signals";
import type { Alarm } from "../generated/feed";

/** What is not to be heard for now: alarms that somebody has heard, and all of them for some minutes. */

export const MUTE_MS = 5 * 60_000;

/** One occurrence of an alarm: the same cause at another time is another alarm.  A call that grows old is heard again. */
export const keyOf = ({ id, since, urgent }: Alarm): string => `${id} ${since} ${urgent}`;

/** Both outlive the page: whoever reloads it has heard what he has heard. */
export class Hush {
  private readonly heard: Signal<ReadonlySet<string>>;
  readonly mutedUntil: Signal<number>;
  readonly muted = computed(() => this.mutedUntil.value > 0);

  /** What one kind of station has heard another has not. */
  constructor(private readonly station = "pit") {
    this.heard = signal<ReadonlySet<string>>(new Set(kept(this.key("heard"))));
    this.mutedUntil = signal(Number(localStorage.getItem(this.key("muted"))) || 0);
  }

  isHeard(alarm: Alarm): boolean {
    return this.heard.value.has(keyOf(alarm));
  }

  hear(alarms: readonly Alarm[]): void {
    this.keep(new Set([...this.heard.value, ...alarms.map(keyOf)]));
  }

  /** What is over is forgotten: should it come again, it is heard again. */
  forget(standing: readonly Alarm[]): void {
    const keys = new Set(standing.map(keyOf));
    const left = [...this.heard.value].filter((key) => keys.has(key));
    if (left.length !== this.heard.value.size) this.keep(new Set(left));
  }

  mute(now: number = Date.now()): void {
    this.until(now + MUTE_MS);
  }

  unmute(): void {
    this.until(0);
  }

  /** Sound comes back by itself; a clock that was set back must not make that an hour. */
  letGo(now: number = Date.now()): void {
    const until = this.mutedUntil.value;
    if (until > 0 && (until <= now || until - now > MUTE_MS)) this.unmute();
  }

  private until(time: number): void {
    this.mutedUntil.value = time;
    localStorage.setItem(this.key("muted"), String(time));
  }

  private keep(heard: ReadonlySet<string>): void {
    this.heard.value = heard;
    localStorage.setItem(this.key("heard"), JSON.stringify([...heard]));
  }

  private key(what: string): string {
    return `openfelt.${this.station}.${what}`;
  }
}

function kept(key: string): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(read) ? read.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}
