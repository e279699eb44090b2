import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Brand, ConnectionMark, ConnectionVeil, DemoMark, LanguageSwitch } from "../components/Chrome";
import { Dialog } from "../components/Dialog";
import { LogViewer } from "../components/LogViewer";
import type { DealerView, Guest, StationInfo, TableView, Warned } from "../generated/feed";
import { get, post } from "../http";
import { DoorForm, Guests, HAND_OVER, UNLOCK } from "../stations/door/Door";
import { heard, wrongTries } from "../stations/door/told";
import { gameName, language, roleName, say } from "../text/say";
import type { StaffModel } from "./model";
import "./staff.css";

type Model = StaffModel<DealerView> | StaffModel<TableView>;

/** What every station of staff has around it: who works there, taking over, and the lock of an idle station. */
export function StaffShell({ model, children }: { model: Model; children: ComponentChildren }): JSX.Element {
  const { feed } = model;
  const locked = feed.locked.value;
  return (
    <div class="felt" data-game={(!locked && model.table.value?.game) || "office"}>
      {/* Under a lock there is nothing: no key to be reached, no form or log left open.  The round goes on without it. */}
      {locked ? (
        <LockScreen feed={feed} />
      ) : (
        <div class="staff-screen">
          <StaffBar model={model} />
          <Warnings warnings={feed.warnings.value} />
          {children}
        </div>
      )}
      <ConnectionVeil state={feed.connection.value} why={feed.ended.value} />
    </div>
  );
}

function StaffBar({ model }: { model: Model }): JSX.Element {
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
      <span class="top-space" />
      <DemoMark demo={model.feed.welcome.value?.demo ?? false} />
      <ConnectionMark state={model.feed.connection.value} />
      {signed && (
        <span class="staff-person" data-testid="person">
          <b>{signed.name}</b>
          <span>{signed.roles.map(roleName).join(", ")}</span>
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
          {say("door.wrong_tries", { n: tried.wrong_tries, since: moment(tried.wrong_since), stations: tried.wrong_at.join(", ") })}{" "}
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

const moment = (us: number): string => new Date(us / 1_000).toLocaleString(language.value === "zh" ? "zh-CN" : "en-AU");

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
