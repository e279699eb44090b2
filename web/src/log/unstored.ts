/**
 * Rows of a terminal's log that are not in its database yet.
 *
 * A database answers later, and a page may be gone by then.  So a row takes its turn at once and is kept at
 * once in the page's storage, which the next page of the terminal finds.  Turns are counted in that storage
 * and only grow.  Where storage is full or forbidden, rows wait in memory: a log may never stop the play.
 */
export interface Noted {
  turn: number;
  at: number;
  boot: string;
  kind: string;
  what: unknown;
}

/** So many rows are kept in storage at most; it is small, and shared with all else that a station keeps. */
export const HELD = 200;
/** So many wait at all; without a database that opens, the oldest go. */
const WAITING = 2_000;

export class Unstored {
  rows: readonly Noted[];
  /** The number after which the first turn comes, once it is known. */
  base: number | null;
  private last: number;

  constructor(
    private readonly name: string,
    private readonly storage: Storage | null,
  ) {
    this.rows = this.left();
    this.base = this.number("base");
    this.last = Math.max(this.number("turn") ?? 0, ...this.rows.map((row) => row.turn));
  }

  /** Take the next turn; it may be beyond another page's, who counts in the same storage. */
  take(): number {
    this.last = Math.max(this.last, this.number("turn") ?? 0) + 1;
    // A count that cannot go on would give a turn twice: the next page begins behind what the database holds.
    if (!this.keep("turn", String(this.last))) this.forget("turn", "base");
    return this.last;
  }

  /** Put a row whose turn is another page's under a new one, also in storage: the next page finds it there. */
  takeAnother(row: Noted): void {
    const before = key(row);
    row.turn = this.take();
    if (this.storage?.getItem(`${this.name}.${before}`) == null) return;
    this.keep(key(row), JSON.stringify(row));
    this.forget(before);
  }

  add(row: Omit<Noted, "turn">): void {
    const noted = { turn: this.take(), ...row };
    this.rows = [...this.rows, noted];
    if (this.rows.length <= HELD) this.keep(key(noted), JSON.stringify(noted));
    if (this.rows.length > WAITING) this.remove(this.rows.slice(0, 1));
  }

  /** These have come into the database. */
  remove(rows: readonly Noted[]): void {
    this.forget(...rows.map(key));
    this.rows = this.rows.filter((row) => !rows.includes(row));
  }

  setBase(base: number): void {
    this.base = base;
    this.keep("base", String(base));
  }

  /** What an earlier page left, in its order. */
  private left(): Noted[] {
    const names = Object.keys(this.storage ?? {}).filter((name) => name.startsWith(`${this.name}.row.`));
    return names.flatMap((name) => readable(this.storage?.getItem(name))).sort((a, b) => a.turn - b.turn);
  }

  private number(what: "turn" | "base"): number | null {
    const kept = Number.parseInt(this.storage?.getItem(`${this.name}.${what}`) ?? "", 10);
    return Number.isSafeInteger(kept) ? kept : null;
  }

  private keep(what: string, text: string): boolean {
    try {
      this.storage?.setItem(`${this.name}.${what}`, text);
      return true;
    } catch {
      return false;
    }
  }

  private forget(...what: string[]): void {
    for (const one of what) this.storage?.removeItem(`${this.name}.${one}`);
  }
}

/** Two pages of a terminal may take the same turn in the same moment: each keeps its own row. */
const key = ({ turn, boot }: Noted): string => `row.${turn}.${boot}`;

function readable(text: string | null | undefined): Noted[] {
  try {
    const row = JSON.parse(text ?? "") as Noted;
    return Number.isSafeInteger(row.turn) ? [row] : [];
  } catch {
    return [];
  }
}

/** The page's storage, or nothing where the browser allows none. */
export function pageStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
