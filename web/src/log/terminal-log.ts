/**
 * The terminal's own numbered log: touches, what was sent, how it was answered, what was displayed.
 *
 * It is evidence (AC 6.1, SB 7.1), so it outlives the page: rows go to the browser's database under a number
 * that only grows.  A ring of rows is kept; the oldest go.
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

export class TerminalLog {
  private database: Promise<IDBDatabase> | null = null;
  /** Rows written before the database was open, and in the order they came. */
  private chain: Promise<void> = Promise.resolve();

  constructor(private readonly name: string, private readonly boot: string) {}

  note(kind: string, what: unknown): void {
    const row = { at: Date.now(), boot: this.boot, kind, what };
    this.chain = this.chain.then(() => this.write(row)).catch((error: unknown) => console.error("terminal log", error));
  }

  /** The newest rows, newest first. */
  async newest(count: number): Promise<Row[]> {
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

  private async write(row: Omit<Row, "number">): Promise<void> {
    const database = await this.open();
    const store = database.transaction(STORE, "readwrite").objectStore(STORE);
    const number = await promised(store.add(row));
    if (Number(number) % 100 === 0) store.delete(IDBKeyRange.upperBound(Number(number) - KEPT));
  }

  private open(): Promise<IDBDatabase> {
    this.database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(`openfelt.log.${this.name}`, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "number", autoIncrement: true });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return this.database;
  }
}

function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
