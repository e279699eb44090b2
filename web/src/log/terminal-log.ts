import { signal } from "@preact/signals";
import { pageStorage, Unstored, type Noted } from "./unstored";

/**
 * The terminal's own numbered log: touches, what was sent, how it was answered, what was displayed.
 *
 * It is evidence (AC 6.1, SB 7.1), so it outlives the page: rows go to the browser's database under a number
 * that only grows, and until they are there they wait where a reload cannot lose them.  A ring of rows is
 * kept; the oldest go.
 */
export interface Row {
  number: number;
  at: number;
  boot: string;
  kind: string;
  what: unknown;
}

const KEPT = 5_000;
const STORE = "rows";

/** Where a log lies: in the browser, or in a test's hand. */
export interface Places {
  database: IDBFactory;
  storage: Storage | null;
}

const inThePage = (): Places => ({ database: indexedDB, storage: pageStorage() });

export class TerminalLog {
  /** Grows when rows have come into the database, for whoever looks at them. */
  readonly stored = signal(0);
  private readonly unstored: Unstored;
  private opened: Promise<IDBDatabase> | null = null;
  private storing: Promise<void> | null = null;

  constructor(
    readonly name: string,
    private readonly boot: string,
    private readonly places: Places = inThePage(),
  ) {
    this.unstored = new Unstored(`openfelt.log.${name}`, places.storage);
    this.store();
  }

  note(kind: string, what: unknown): void {
    this.unstored.add({ at: Date.now(), boot: this.boot, kind, what });
    this.store();
  }

  /** The newest rows, newest first. */
  async newest(count: number): Promise<Row[]> {
    await this.storing;
    const database = await this.open();
    const request = database.transaction(STORE).objectStore(STORE).openCursor(null, "prev");
    const rows: Row[] = [];
    return new Promise((resolve, reject) => {
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor || rows.length >= count) return resolve(rows);
        rows.push(cursor.value as Row);
        cursor.continue();
      };
    });
  }

  /** Bring what waits into the database; where that fails it goes on waiting, until the next row comes. */
  private store(): void {
    this.storing ??= this.storeAll().catch((error: unknown) => console.error("terminal log", error));
  }

  private async storeAll(): Promise<void> {
    try {
      const database = await this.open();
      while (this.unstored.rows.length > 0) {
        const rows = this.unstored.rows;
        await this.write(database, rows);
        this.unstored.remove(rows);
        this.stored.value += 1;
      }
    } finally {
      this.storing = null;
    }
  }

  private async write(database: IDBDatabase, rows: readonly Noted[]): Promise<void> {
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    await Promise.all([this.put(transaction.objectStore(STORE), rows), completed(transaction)]);
  }

  private async put(store: IDBObjectStore, rows: readonly Noted[]): Promise<void> {
    if (this.unstored.base === null) this.unstored.setBase(await largest(store));
    for (const row of rows) store.put(await this.numbered(store, row));
    store.delete(IDBKeyRange.upperBound((await largest(store)) - KEPT));
  }

  /**
   * Give a row the number of its turn.  Written twice it is one row; but where another page of this terminal
   * took the same turn in the same moment, the number is that page's and this row takes another.
   */
  private async numbered(store: IDBObjectStore, noted: Noted): Promise<Row> {
    const base = this.unstored.base ?? 0;
    while (await isAnothers(store, base + noted.turn, noted.boot)) this.unstored.takeAnother(noted);
    const { turn, ...row } = noted;
    return { number: base + turn, ...row };
  }

  private open(): Promise<IDBDatabase> {
    const forget = (): void => {
      this.opened = null;
    };
    this.opened ??= opening(this.places.database, `openfelt.log.${this.name}`, forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    return this.opened;
  }
}

async function isAnothers(store: IDBObjectStore, number: number, boot: string): Promise<boolean> {
  const there = (await promised(store.get(number))) as Row | undefined;
  return there !== undefined && there.boot !== boot;
}

async function largest(store: IDBObjectStore): Promise<number> {
  const cursor = await promised(store.openKeyCursor(null, "prev"));
  return Number(cursor?.key ?? 0);
}

/**
 * Databases made before rows brought their own number gave one themselves; they are read the same way.
 * `onClosed` is told when the browser has closed the connection, as it may at any time, or wants it closed.
 */
async function opening(factory: IDBFactory, name: string, onClosed: () => void): Promise<IDBDatabase> {
  const request = factory.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "number" });
  const database = await promised(request);
  database.onclose = onClosed;
  database.onversionchange = () => {
    database.close();
    onClosed();
  };
  return database;
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
