import { Element } from "./dom";
import { render, type ComponentChild } from "preact";
import { Feed } from "../../src/feed/feed";
import type { ClientFrame, House, View } from "../../src/generated/feed";
import { HOUSE, now } from "../../dev/fixtures";
import type { TerminalLog } from "../../src/log/terminal-log";

/** A page as it is drawn from the frames of the feed, without a browser and without a floor. */

export const log = { note: () => undefined } as unknown as TerminalLog;

/** Preact draws a turn later, and what it then starts a turn after that. */
export async function drawn(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** A feed that has been told these views, and what was asked over it. */
export async function told<C>(views: Record<string, View>, house: House = HOUSE): Promise<{ feed: Feed<C>; asked: C[]; tell: (more: Record<string, View>) => Promise<void> }> {
  const asked: C[] = [];
  const unanswered: number[] = [];
  let version = 0;
  const socket = {
    readyState: 1,
    onopen: (): void => undefined,
    onmessage: (_: { data: string }): void => undefined,
    onclose: (): void => undefined,
    close: (): void => undefined,
    send(text: string): void {
      const frame = JSON.parse(text) as ClientFrame<C>;
      if (frame.type !== "command") return;
      asked.push(frame.command);
      unanswered.push(frame.number);
    },
  };
  const feed = new Feed<C>({
    token: () => Promise.resolve({ token: "once", url: "" }),
    open: () => socket as unknown as WebSocket,
    later: () => undefined,
    note: () => undefined,
    turnedAway: () => undefined,
  });
  const say = (frame: object): void => socket.onmessage({ data: JSON.stringify(frame) });
  const tell = async (more: Record<string, View>): Promise<void> => {
    version += 1;
    // What was asked for before is in these views.
    for (const number of unanswered.splice(0)) say({ type: "ack", number });
    for (const [topic, view] of Object.entries(more)) say({ type: "snapshot", topic, version, time: now, view });
    await drawn();
  };
  feed.start();
  await drawn();
  socket.onopen();
  say({ type: "welcome", station: "T1", kind: "player", person: "", name: "", roles: [], time: now, demo: true, topics: Object.keys(views), house });
  await tell(views);
  return { feed, asked, tell };
}

export async function shown(page: ComponentChild): Promise<Element> {
  const root = new Element("div", "");
  render(page, root as unknown as globalThis.Element);
  await drawn();
  return root;
}

/** Touch the key of that name. */
export async function touch(root: Element, testid: string): Promise<void> {
  root.one("data-testid", testid).click();
  await drawn();
}

export const words = (root: Element, testid: string): string => root.one("data-testid", testid).textContent;
export const isThere = (root: Element, testid: string): boolean => root.all("data-testid", testid).length > 0;
