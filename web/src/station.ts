import { startBeating } from "./clock";
import { Feed } from "./feed/feed";
import { post, type Trouble } from "./http";
import { TerminalLog } from "./log/terminal-log";
import { beginSpeaking } from "./text/spoken";
import { sayWhatIsWrong } from "./text/validity";

/** What every station does when its page is loaded: its feed, its log, its clock, its language. */

interface Token {
  token: string;
  feed: string;
}

/** Where this station's own small interface lies: its page is `/s/STATION/`. */
export const stationName = (): string => decodeURIComponent(/^\/s\/([^/]+)/.exec(location.pathname)?.[1] ?? "");

/** Whoever has no key or no sign-in goes through the door first: the server gives it instead of this page. */
const CLOSED: readonly Trouble[] = ["NOT_ENROLLED", "SIGN_IN_NEEDED"];

export interface Station<C> {
  feed: Feed<C>;
  log: TerminalLog;
}

/** What every page does: it speaks one language, and so do its fields and its title. */
export function dress(): void {
  beginSpeaking();
  sayWhatIsWrong();
  const station = stationName();
  document.title = station ? `${station} · OpenFelt` : "OpenFelt";
}

export function begin<C>(): Station<C> {
  dress();
  startBeating();
  const boot: { log: TerminalLog | null } = { log: null };
  const feed = new Feed<C>({
    token: fetchToken,
    open: (url) => new WebSocket(absolute(url)),
    later: (run, millis) => void setTimeout(run, millis),
    note: (kind, what) => boot.log?.note(kind, what),
    turnedAway: () => location.reload(),
  });
  const log = new TerminalLog(stationName(), feed.boot);
  boot.log = log;
  log.note("page", { loaded: location.pathname });
  feed.start();
  return { feed, log };
}

async function fetchToken(): Promise<{ token: string; url: string } | null> {
  const answer = await post<Token>("api/token", {});
  if (answer.ok) return { token: answer.body.token, url: answer.body.feed };
  if (CLOSED.includes(answer.problem.error)) return null;
  throw new Error(answer.problem.error);
}

/** A feed's address may be whole, or a path on this very host. */
function absolute(url: string): string {
  const whole = new URL(url, location.href);
  whole.protocol = whole.protocol.replace(/^http/, "ws");
  return whole.href;
}
