import { beforeEach, describe, expect, it } from "vitest";
import { HOUSE } from "../dev/fixtures";
import { Feed } from "../src/feed/feed";
import { AHEAD_MAX, type ClientFrame, type DisplayView, type PlayerCommand, type ServerFrame } from "../src/generated/feed";

/** A feed against a socket and a clock in the test's hand. */

class Socket {
  readyState = 1;
  sent: ClientFrame<PlayerCommand>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrame<PlayerCommand>);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  say(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

globalThis.WebSocket = { OPEN: 1 } as unknown as typeof WebSocket;

let sockets: Socket[] = [];
let later: { run: () => void; millis: number }[] = [];
let tokens: ({ token: string; url: string } | null)[] = [];
let turnedAway = 0;
let feed: Feed<PlayerCommand>;

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const last = (): Socket => sockets.at(-1)!;
const welcome = (): void =>
  last().say({ type: "welcome", station: "T1", kind: "player", person: "", name: "", roles: [], time: 1, demo: true, topics: ["display:A"], house: HOUSE });
const snapshot = (version: number, round: number): void =>
  last().say({ type: "snapshot", topic: "display:A", version, time: 1, view: { round, phase: "wagering", results: [] } });
const update = (version: number, changes: Record<string, unknown>): void => last().say({ type: "update", topic: "display:A", version, time: 1, changes });
const view = (): DisplayView => feed.topics.view<DisplayView>("display:A")!;
const stage: PlayerCommand = { type: "StageWager", table: "A", round: 1, bet: "tie", amount: 500 };

async function open(): Promise<void> {
  await turn();
  last().onopen?.();
  welcome();
}

beforeEach(async () => {
  sockets = [];
  later = [];
  tokens = [];
  turnedAway = 0;
  let drawn = 0;
  feed = new Feed<PlayerCommand>({
    token: () => Promise.resolve(tokens.length > 0 ? tokens.shift()! : { token: `token${(drawn += 1)}`, url: "ws://x" }),
    open: () => {
      sockets.push(new Socket());
      return last() as unknown as WebSocket;
    },
    later: (run, millis) => later.push({ run, millis }),
    note: () => undefined,
    turnedAway: () => (turnedAway += 1),
  });
  feed.start();
  await open();
});

/** Let the wait after a lost connection pass. */
async function comeBack(): Promise<void> {
  const wait = later.pop()!;
  wait.run();
  await open();
}

describe("snapshot and numbered updates", () => {
  it("lays changes over the view", () => {
    snapshot(1, 7);
    update(2, { phase: "closed" });
    expect(view()).toMatchObject({ round: 7, phase: "closed" });
  });

  it("asks for a fresh snapshot over a gap and shows nothing guessed", () => {
    snapshot(1, 7);
    update(3, { phase: "closed" });
    expect(view().phase).toBe("wagering");
    expect(last().sent.at(-1)).toEqual({ type: "resync", topic: "display:A" });
    snapshot(3, 7);
    update(4, { round: 8 });
    expect(view().round).toBe(8);
  });

  it("misses a last frame that nothing came after by the server's own count", () => {
    snapshot(4, 7);
    last().say({ type: "pong", sent: 1, time: 1, versions: { "display:A": 4 } });
    expect(last().sent.at(-1)?.type).toBe("hello");
    last().say({ type: "pong", sent: 2, time: 1, versions: { "display:A": 5 } });
    expect(last().sent.at(-1)).toEqual({ type: "resync", topic: "display:A" });
  });

  it("ignores what is late: an old update, an old snapshot", () => {
    snapshot(5, 7);
    update(4, { phase: "closed" });
    snapshot(3, 2);
    expect(view()).toMatchObject({ round: 7, phase: "wagering" });
  });

  it("appends results and keeps the newest 120", () => {
    snapshot(1, 1);
    const results = Array.from({ length: 130 }, (_, round) => ({ round }) as DisplayView["results"][number]);
    last().say({ type: "update", topic: "display:A", version: 2, time: 1, changes: {}, append: results });
    expect(view().results.length).toBe(120);
    expect(view().results[0]!.round).toBe(10);
  });
});

describe("a lost connection", () => {
  it("comes back by itself, with a new token and the same boot", async () => {
    const boot = (last().sent[0] as { boot: string }).boot;
    last().close();
    expect(feed.connection.value).toBe("lost");
    await comeBack();
    expect(feed.connection.value).toBe("live");
    expect(last().sent[0]).toEqual({ type: "hello", token: "token2", boot });
  });

  it("waits longer each time", async () => {
    const waits: number[] = [];
    for (let times = 0; times < 5; times += 1) {
      last().close();
      waits.push(later.at(-1)!.millis);
      const wait = later.pop()!;
      wait.run();
      await turn();
    }
    expect(waits[4]!).toBeGreaterThan(waits[0]! * 4);
  });

  it("takes the snapshot of the new connection though its version is lower", async () => {
    snapshot(50, 7);
    last().close();
    await comeBack();
    snapshot(1, 8);
    expect(view().round).toBe(8);
  });

  it("goes to the door when there is no sign-in any more", async () => {
    tokens = [null];
    last().close();
    later.pop()!.run();
    await turn();
    expect(turnedAway).toBe(1);
  });

  it("does not come back when another page has taken its place", () => {
    last().say({ type: "bye", why: "REPLACED" });
    const waits = later.length;
    last().close();
    expect(later.length).toBe(waits);
    expect(feed.connection.value).toBe("ended");
  });
});

it("hides when it is locked and shows itself when welcomed again on the same connection", () => {
  snapshot(5, 7);
  last().say({ type: "locked" });
  expect(feed.locked.value).toBe(true);
  const timers = later.length;
  welcome();
  snapshot(1, 8);
  expect(feed.locked.value).toBe(false);
  expect(view().round).toBe(8);
  expect(later.length).toBe(timers); // one heartbeat a connection
});

describe("commands", () => {
  it("are numbered from 1 and sent again with the same number and body", async () => {
    void feed.ask(stage);
    const first = last().sent.at(-1);
    expect(first).toEqual({ type: "command", number: 1, command: stage });
    last().close();
    const second = feed.ask({ type: "CashOut" }); // touched while there is no connection
    await comeBack();
    expect(last().sent.slice(1)).toEqual([first, { type: "command", number: 2, command: { type: "CashOut" } }]);
    last().say({ type: "ack", number: 2 });
    expect(await second).toEqual({ type: "ack", number: 2 });
  });

  it("stay pending until the view that holds them has come, not only the ack", () => {
    void feed.ask(stage);
    last().say({ type: "ack", number: 1 });
    expect(feed.unanswered.list.value.length).toBe(1);
    last().say({ type: "snapshot", topic: "player:T1", version: 1, time: 1, view: {} });
    expect(feed.unanswered.list.value).toEqual([]);
  });

  it("are not sent again once they are acknowledged", async () => {
    void feed.ask(stage);
    last().say({ type: "ack", number: 1 });
    last().close();
    await comeBack();
    expect(last().sent.length).toBe(1);
  });

  it("are gone at once when refused, and a second answer is nothing new", async () => {
    const asked = feed.ask(stage);
    last().say({ type: "refusal", number: 1, code: "WAGERING_IS_CLOSED", clause: "LT 4.2.6", data: {} });
    last().say({ type: "ack", number: 1 });
    expect((await asked).type).toBe("refusal");
    expect(feed.unanswered.list.value).toEqual([]);
  });

  it("are sent again when their answer does not come for two beats", () => {
    const beat = (): void => later.splice(0, 1)[0]!.run();
    void feed.ask(stage);
    beat();
    const after = last().sent.filter((frame) => frame.type === "command").length;
    beat();
    expect(after).toBe(1);
    expect(last().sent.filter((frame) => frame.type === "command").length).toBe(2);
  });

  it("are refused here when too many have no answer", async () => {
    for (let times = 0; times < AHEAD_MAX; times += 1) void feed.ask(stage);
    expect(await feed.ask(stage)).toMatchObject({ type: "refusal", code: "BUSY" });
    expect(last().sent.length).toBe(1 + AHEAD_MAX); // hello and the commands
  });
});

describe("numbers", () => {
  it("do not run further ahead of the oldest without an answer than the floor remembers", async () => {
    await open();
    void feed.ask(stage);
    for (let number = 2; number <= AHEAD_MAX; number += 1) {
      void feed.ask(stage);
      last().say({ type: "ack", number, data: {} } as unknown as ServerFrame);
    }
    expect(await feed.ask(stage)).toMatchObject({ code: "BUSY" });
    last().say({ type: "ack", number: 1, data: {} } as unknown as ServerFrame);
    void feed.ask(stage);
    expect(last().sent.at(-1)).toMatchObject({ number: AHEAD_MAX + 1 });
  });
});
