import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal, type ReadonlySignal } from "@preact/signals";
import { Brand, ConnectionMark, ConnectionVeil, DemoMark, LanguageSwitch } from "../components/Chrome";
import { Dialog } from "../components/Dialog";
import { LogViewer } from "../components/LogViewer";
import type { Feed } from "../feed/feed";
import type { DisplayView, Guest, StationInfo, Warned } from "../generated/feed";
import { get, post } from "../http";
import type { TerminalLog } from "../log/terminal-log";
import { DoorForm, Guests, HAND_OVER, UNLOCK } from "../stations/door/Door";
import { heard, wrongTries } from "../stations/door/told";
import { gameName, roleName, say } from "../text/say";
import { dayAndTime } from "../text/when";
import "./staff.css";

/** What the shell needs of a station: its feed, its log, and its table where it stands at one. */
interface Model {
  readonly feed: Pick<Feed<never>, "locked" | "warnings" | "connection" | "ended" | "welcome" | "signed" | "boot">;
  readonly log: TerminalLog;
  readonly table: ReadonlySignal<DisplayView | null>;
}

interface Props {
  model: Model;
  /** What stands in the bar where there is no table. */
  title?: string;
  /** Whether the warnings of the server stand here; a station may have a better place for them. */
  warns?: boolean;
  children: ComponentChildren;
}

/** What every station of staff has around it: who works there, taking over, and the lock of an idle station. */
export function StaffShell({ model, title = "", warns = true, children }: Props): JSX.Element {
  const { feed } = model;
  const locked = feed.locked.value;
  return (
    <div class="felt" data-game={(!locked && model.table.value?.game) || "office"}>
      {/* Under a lock there is nothing: no key to be reached, no form or log left open.  The round goes on without it. */}
      {locked ? (
        <LockScreen feed={feed} />
      ) : (
        <div class="staff-screen">
          <StaffBar model={model} title={title} />
          <Warnings warnings={warns ? feed.warnings.value : []} />
          {children}
        </div>
      )}
      <ConnectionVeil state={feed.connection.value} why={feed.ended.value} />
    </div>
  );
}

function StaffBar({ model, title }: { model: Model; title: string }): JSX.Element {
  const open = useSignal<"" | "log" | "hand-over">("");
  const table = model.table.value;
  const signed = model.feed.signed.value;
  const close = (): void => void (open.value = "");
  return (
    <header class="top-bar">
      <Brand />
      {table && (
        <span class="staff-table">
          <b>{gameName(table.game)}</b> {table.table}
        </span>
      )}
      {title && (
        <span class="staff-table">
          <b>{title}</b>
        </span>
      )}
      <span class="top-space" />
      <DemoMark demo={model.feed.welcome.value?.demo ?? false} />
      <ConnectionMark state={model.feed.connection.value} />
      {signed && (
        <span class="staff-person" data-testid="person">
          <b>{signed.name}</b>
          <span>{signed.roles.map(roleName).join(say("list.between"))}</span>
        </span>
      )}
      <button type="button" class="button quiet" onClick={() => (open.value = "hand-over")} data-testid="hand-over">
        {say("door.hand_over")}
      </button>
      <button type="button" class="button quiet" onClick={() => void signOut()} data-testid="sign-out">
        {say("door.sign_out")}
      </button>
      <button type="button" class="button quiet" onClick={() => (open.value = "log")}>
        {say("log.short")}
      </button>
      <LanguageSwitch />
      {open.value === "log" && <LogViewer log={model.log} onClose={close} />}
      {open.value === "hand-over" && (
        <Dialog title={say("door.hand_over")} onClose={close}>
          <DoorForm form={HAND_OVER} done={close} cancel={close} boot={model.feed.boot} />
        </Dialog>
      )}
    </header>
  );
}

/** What stands against the floor, and what somebody tried with this person's name.  Names keep to themselves in any script. */
function Warnings({ warnings }: { warnings: Warned["warnings"] }): JSX.Element | null {
  const tried = wrongTries.value;
  if (warnings.length === 0 && !tried) return null;
  return (
    <ul class="warnings" role="status" data-testid="warnings">
      {tried && (
        <li data-warning="own">
          {say("door.wrong_tries", { n: tried.wrong_tries, since: dayAndTime(tried.wrong_since), stations: tried.wrong_at.join(say("list.between")) })}{" "}
          <button type="button" class="button quiet" onClick={heard}>
            {say("door.heard")}
          </button>
        </li>
      )}
      {warnings.map(({ code, about, count }) => (
        <li key={`${code} ${about}`} data-warning={code}>
          {say(`warning.${code}`, { n: count })} <bdi>{about}</bdi>
        </li>
      ))}
    </ul>
  );
}

async function signOut(): Promise<void> {
  const reply = await post("api/sign-out", {}).catch(() => null);
  if (reply?.ok) location.reload();
}

/** Whoever is signed in comes back with his PIN; where he has left, somebody else takes over. */
function LockScreen({ feed }: { feed: Model["feed"] }): JSX.Element {
  const takesOver = useSignal(false);
  const guests = useSignal<readonly Guest[]>([]);
  useEffect(() => {
    void get<StationInfo>("api/station").then((reply) => reply.ok && (guests.value = reply.body.guests), () => undefined);
  }, []);
  const welcome = feed.welcome.value;
  return (
    <div class="locked">
      <header class="top-bar">
        <Brand />
        <span class="top-space" />
        <DemoMark demo={welcome?.demo ?? false} />
        <ConnectionMark state={feed.connection.value} />
        <LanguageSwitch />
      </header>
      <main class="lock-box panel">
        <h2>{say(takesOver.value ? "door.hand_over" : "lock.title")}</h2>
        <p class="lock-station">{say("door.station", { station: welcome?.station ?? "" })}</p>
        {!takesOver.value && <p>{say("lock.words", { person: feed.signed.value?.name ?? "" })}</p>}
        {takesOver.value ? (
          <DoorForm form={HAND_OVER} done={() => undefined} cancel={() => (takesOver.value = false)} boot={feed.boot} />
        ) : (
          <DoorForm form={UNLOCK} done={() => undefined} boot={feed.boot} />
        )}
        {!takesOver.value && (
          <button type="button" class="button lock-other" onClick={() => (takesOver.value = true)} data-testid="take-over">
            {say("lock.other")}
          </button>
        )}
        {takesOver.value && guests.value.length > 0 && <Guests guests={guests.value} />}
      </main>
    </div>
  );
}
