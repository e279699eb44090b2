import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { beat, engineNow } from "../../clock";
import type { PlayerView } from "../../generated/feed";
import { house } from "../../house";

/** How long a guest has played, how long he wants to at most, and when he is told.  It is his: it ends with his account. */

const MINUTE_US = 60_000_000;
const KEPT = "openfelt.sitting";
/** Who plays on beyond his own limit is told again. */
const AGAIN_MIN = 10;
/** How long a guest may want to play, in minutes; 0 for as long as he likes. */
export const LIMITS = [0, 15, 30, 60, 120] as const;

/** What outlives a reload of the page, and not the account. */
interface Kept {
  /** When the account began, as it tells one from the next. */
  since: number;
  /** In minutes; 0 for none. */
  limit: number;
  /** Up to which minute of play he has read that he plays. */
  read: number;
}

const NOTHING: Kept = { since: 0, limit: 0, read: 0 };

/** The last minute of play at which a guest is to be told of it, 0 before the first. */
export function lastReminder(played: number, limit: number, every: number): number {
  const regular = every > 0 ? played - (played % every) : 0;
  const own = limit > 0 && played >= limit ? played - ((played - limit) % AGAIN_MIN) : 0;
  return Math.max(regular, own);
}

export class Sitting {
  private readonly kept = signal<Kept>(read());

  /** Whole minutes of play; changes with them alone. */
  readonly played = computed<number>(() => {
    beat.value;
    const { since } = this.kept.value;
    return since > 0 ? Math.max(0, Math.floor((engineNow() - since) / MINUTE_US)) : 0;
  });

  readonly limit = computed(() => this.kept.value.limit);

  /** Whether he is to be told now how long he has played. */
  readonly reminds = computed(() => lastReminder(this.played.value, this.limit.value, house.value.remind_every) > this.kept.value.read);

  /** When he began (µs); 0 while nobody plays. */
  readonly since = computed(() => this.kept.value.since);

  /** `ends` when another account is there than the page knew of, be it after a reload. */
  follow(view: ReadonlySignal<PlayerView | null>, ends: () => void = () => undefined): void {
    effect(() => {
      const now = view.value;
      if (now) this.sits(now, ends);
    });
  }

  /** From now on this is as long as he wants to play; what he has played already is no surprise to him. */
  set(limit: number): void {
    this.keep({ ...this.kept.peek(), limit, read: this.played.peek() });
  }

  /** He has read it. */
  go(): void {
    this.keep({ ...this.kept.peek(), read: this.played.peek() });
  }

  private sits({ account, since }: PlayerView, ends: () => void): void {
    const known = this.kept.peek().since;
    // Where the floor no longer knows when somebody began, he has played since the page first saw him.
    const began = account === "closed" ? 0 : since || known || engineNow();
    if (began === known) return;
    this.keep({ ...NOTHING, since: began });
    if (known > 0) ends();
  }

  private keep(kept: Kept): void {
    this.kept.value = kept;
    globalThis.sessionStorage?.setItem(KEPT, JSON.stringify(kept));
  }
}

function read(): Kept {
  const text = globalThis.sessionStorage?.getItem(KEPT);
  return text ? (JSON.parse(text) as Kept) : NOTHING;
}
