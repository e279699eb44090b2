import type { ServerFrame, View } from "../src/generated/feed";
import * as fixtures from "./fixtures";

/** Stands in for the server while the pages are drawn: `?station=player&phase=dealing`. */

const query = new URLSearchParams(location.search);
const phase = (query.get("phase") ?? "wagering") as typeof fixtures.LT.phase;
const hand = Number(query.get("hand") ?? 0);

const dealt = { phase, due: phase === "wagering" ? fixtures.now + 1e6 * Number(query.get("left") ?? 17) : 0 };
const cards = hand ? { player: ["KH", "4C", "5D"].slice(0, hand), banker: ["QS", "7D", "JC"].slice(0, hand), player_points: 9, banker_points: 7 } : {};
const shows: Record<string, Record<string, View>> = {
  player: {
    "display:LT1": { ...fixtures.LT, ...dealt, ...cards },
    "display:SB1": { ...fixtures.SB, ...dealt, due: phase === "awaiting_shoot" ? fixtures.now + 9e6 : dealt.due },
    "player:T1": { ...fixtures.PLAYER, ...(query.get("table") === "SB" ? { tables: ["SB1", "LT1"] } : {}) },
  },
  dealer: { "display:LT1": { ...fixtures.LT, ...dealt, ...cards }, "dealer:D1": fixtures.DEALER },
  table: { "display:SB1": { ...fixtures.SB, ...dealt }, "table:E1": fixtures.TABLE },
  display: { [`display:${query.get("table") ?? "LT"}1`]: { ...(query.get("table") === "SB" ? fixtures.SB : fixtures.LT), ...dealt, ...cards } },
};

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    super();
    setTimeout(() => this.onopen?.(), 0);
  }

  send(text: string): void {
    const frame = JSON.parse(text) as { type: string; number?: number };
    if (frame.type === "hello") this.greet();
    if (frame.type === "command" && query.get("answer") === "refuse") {
      this.say({ type: "refusal", number: frame.number!, code: "WAGER_IS_CONFIRMED", clause: "LT 4.2.7", data: {} });
    }
  }

  private greet(): void {
    const views = shows[query.get("station") ?? "player"]!;
    this.say({ type: "welcome", station: "T1", kind: "player", person: "lin", name: "Lin", roles: ["dealer"], time: fixtures.now, demo: true, topics: Object.keys(views), house: fixtures.HOUSE });
    for (const [topic, view] of Object.entries(views)) this.say({ type: "snapshot", topic, version: 1, time: fixtures.now, view });
  }

  private say(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  close(): void {
    this.onclose?.();
  }
}

const real = window.fetch;
window.fetch = (input, init) =>
  String(input).startsWith("api/") ? Promise.resolve(new Response(JSON.stringify({ token: "x", feed: "/feed" }))) : real(input, init);
window.WebSocket = FakeSocket as unknown as typeof WebSocket;
void import(`../src/stations/${query.get("station") ?? "player"}/main.tsx`);
