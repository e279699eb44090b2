import "fake-indexeddb/auto";
import { forceCloseDatabase, IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { TerminalLog, type Row } from "../src/log/terminal-log";
import { HELD } from "../src/log/unstored";

/** What a browser keeps for a page when the page goes: its database and its storage. */

class Kept {
  [name: string]: unknown;

  getItem(name: string): string | null {
    return (this[name] as string | undefined) ?? null;
  }

  setItem(name: string, text: string): void {
    this[name] = text;
  }

  removeItem(name: string): void {
    delete this[name];
  }
}

/** A database whose door can be shut: a page that goes in mid-write never came through. */
class Door {
  shut = false;
  opened: IDBOpenDBRequest | undefined;
  constructor(readonly factory: IDBFactory) {}

  open(name: string, version: number): IDBOpenDBRequest {
    if (this.shut) throw new Error("shut");
    this.opened = this.factory.open(name, version);
    return this.opened;
  }
}

let factory: IDBFactory;
let storage: Kept;

const page = (boot: string, door: Door | IDBFactory = factory, kept: Kept | null = storage): TerminalLog =>
  new TerminalLog("T1", boot, { database: door as IDBFactory, storage: kept as unknown as Storage | null });
const told = (rows: readonly Row[]): [number, unknown][] => rows.map((row) => [row.number, row.what]);

beforeEach(() => {
  factory = new IDBFactory();
  storage = new Kept();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("a terminal's log", () => {
  it("numbers its rows and shows the newest first", async () => {
    const log = page("a");
    for (const what of ["one", "two", "three"]) log.note("touch", what);
    expect(told(await log.newest(2))).toEqual([
      [3, "three"],
      [2, "two"],
    ]);
  });

  it("loses no row to a page that goes before the database answers", async () => {
    const door = new Door(factory);
    door.shut = true;
    const gone = page("a", door);
    gone.note("touch", "one");
    gone.note("sent", "two");
    const next = page("b");
    next.note("page", "three");
    const rows = await next.newest(9);
    expect(told(rows)).toEqual([
      [3, "three"],
      [2, "two"],
      [1, "one"],
    ]);
    expect(rows.map((row) => row.boot)).toEqual(["b", "a", "a"]);
  });

  it("stores a row once that reached the database although its page did not hear of it", async () => {
    const gone = page("a");
    gone.note("touch", "one");
    const left = { ...storage };
    await gone.newest(1);
    Object.assign(storage, left);
    const next = page("b");
    next.note("page", "two");
    expect(told(await next.newest(9))).toEqual([
      [2, "two"],
      [1, "one"],
    ]);
  });

  it("keeps nothing in storage but its count once all is stored", async () => {
    const log = page("a");
    log.note("touch", "one");
    expect(Object.keys(storage).some((name) => name.includes(".row."))).toBe(true);
    await log.newest(1);
    expect(Object.keys(storage).sort()).toEqual(["openfelt.log.T1.base", "openfelt.log.T1.turn"]);
  });

  it("tries again with the next row after a failure", async () => {
    const door = new Door(factory);
    door.shut = true;
    const log = page("a", door);
    log.note("touch", "one");
    await expect(log.newest(9)).rejects.toThrow("shut");
    door.shut = false;
    log.note("touch", "two");
    expect(told(await log.newest(9))).toHaveLength(2);
  });

  it("goes on behind the rows of a database that numbered them itself", async () => {
    await olderDatabase(41);
    const log = page("a");
    log.note("page", "new");
    log.note("touch", "newer");
    expect(told(await log.newest(3))).toEqual([
      [43, "newer"],
      [42, "new"],
      [41, "old"],
    ]);
    const next = page("b");
    next.note("page", "newest");
    expect(told(await next.newest(1))).toEqual([[44, "newest"]]);
  });

  it("goes on behind its rows when the browser has cleared the storage", async () => {
    const log = page("a");
    for (const what of ["one", "two"]) log.note("touch", what);
    await log.newest(1);
    const next = page("b", factory, new Kept());
    next.note("page", "three");
    expect(told(await next.newest(1))).toEqual([[3, "three"]]);
  });

  it("keeps the rows of two pages that count in the same moment", async () => {
    const one = page("a");
    one.note("page", "before");
    await one.newest(1);
    const seen = { ...storage };
    one.note("touch", "of one");
    const other = page("b", factory, Object.assign(new Kept(), seen));
    other.note("page", "of the other");
    await Promise.all([one.newest(1), other.newest(1)]);
    const rows = await one.newest(9);
    expect(rows.map((row) => row.what).sort()).toEqual(["before", "of one", "of the other"]);
  });

  it("stores a row once that took another turn, although its page did not hear of it", async () => {
    const one = page("a");
    one.note("page", "before");
    await one.newest(1);
    const kept = Object.assign(new Kept(), storage);
    one.note("touch", "of one");
    await one.newest(1);
    const gone = page("b", factory, kept);
    gone.note("page", "of the other");
    // The page goes when its row is in the database, and before it takes it out of the storage.
    kept.removeItem = (name) => void (name.endsWith(".row.2.b") && delete kept[name]);
    await gone.newest(1);
    kept.removeItem = Kept.prototype.removeItem;
    expect(Object.keys(kept).filter((name) => name.includes(".row."))).toEqual(["openfelt.log.T1.row.3.b"]);
    expect((await page("c", factory, kept).newest(9)).map((row) => row.what)).toEqual([
      "of the other",
      "of one",
      "before",
    ]);
  });

  it("opens its database again when the browser has closed it", async () => {
    const door = new Door(factory);
    const log = page("a", door);
    log.note("touch", "one");
    await log.newest(1);
    const database = door.opened?.result;
    const closed = new Promise((resolve) => database?.addEventListener("close", resolve));
    forceCloseDatabase(database as unknown as Parameters<typeof forceCloseDatabase>[0]);
    await closed;
    log.note("touch", "two");
    expect(told(await log.newest(9))).toEqual([
      [2, "two"],
      [1, "one"],
    ]);
  });

  it("lets its database be cleared, and goes on", async () => {
    const log = page("a");
    log.note("touch", "one");
    await log.newest(1);
    const request = factory.deleteDatabase("openfelt.log.T1");
    await new Promise((resolve) => (request.onsuccess = resolve));
    log.note("touch", "two");
    expect(told(await log.newest(9))).toEqual([[2, "two"]]);
  });

  it("forgets the oldest of many", async () => {
    await olderDatabase(1);
    const log = page("a");
    for (let turn = 0; turn < 5_000; turn += 1000) {
      for (let row = 0; row < 1000; row += 1) log.note("touch", turn + row);
      await log.newest(1);
    }
    const rows = await log.newest(9_999);
    expect(rows).toHaveLength(5_000);
    expect(rows.at(-1)?.number).toBe(2);
  });
});

describe("a terminal's log without the page's storage", () => {
  it("works from memory where storage is forbidden", async () => {
    const log = page("a", factory, null);
    log.note("touch", "one");
    await log.newest(1);
    const next = page("b", factory, null);
    next.note("page", "two");
    expect(told(await next.newest(9))).toEqual([
      [2, "two"],
      [1, "one"],
    ]);
  });

  it("works from memory where storage is full, and gives no number twice", async () => {
    const log = page("a");
    log.note("touch", "one");
    await log.newest(1);
    storage.setItem = () => {
      throw new Error("full");
    };
    log.note("touch", "two");
    log.note("touch", "three");
    await log.newest(1);
    expect(Object.keys({ ...storage, setItem: undefined })).toEqual(["setItem"]);
    const next = page("b");
    next.note("page", "four");
    expect(told(await next.newest(9)).map(([number]) => number)).toEqual([4, 3, 2, 1]);
  });

  it("fills the storage with no more than a handful of rows", () => {
    const door = new Door(factory);
    door.shut = true;
    const log = page("a", door);
    for (let row = 0; row < 2 * HELD; row += 1) log.note("touch", row);
    expect(Object.keys(storage).filter((name) => name.includes(".row."))).toHaveLength(HELD);
  });

  it("passes over what it cannot read there", async () => {
    storage.setItem("openfelt.log.T1.row.7.x", "{");
    storage.setItem("openfelt.log.T1.turn", "many");
    const log = page("a");
    log.note("touch", "one");
    expect(told(await log.newest(9))).toEqual([[1, "one"]]);
  });
});

/** Make a database as earlier pages did, with one row under a number of its own giving. */
async function olderDatabase(number: number): Promise<void> {
  const request = factory.open("openfelt.log.T1", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("rows", { keyPath: "number", autoIncrement: true });
  const database = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)));
  const transaction = database.transaction("rows", "readwrite");
  transaction.objectStore("rows").put({ number, at: 1, boot: "z", kind: "touch", what: "old" });
  await new Promise<void>((resolve) => (transaction.oncomplete = () => resolve()));
  database.close();
}
