import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import { LogViewer } from "../../components/LogViewer";
import type { LogOpened } from "../../generated/feed";
import { post, type Problem } from "../../http";
import type { TerminalLog } from "../../log/terminal-log";
import { say } from "../../text/say";
import { troubleText } from "../../text/trouble";

/** Whoever has opened it may have been called away: a guest does not find it open. */
const OPEN_MS = 180_000;

/** The log of a terminal where guests sit is for staff: somebody who works at its table shows his PIN. */
export function StaffLog({ log, terminal, onClose }: { log: TerminalLog; terminal: string; onClose: () => void }): JSX.Element {
  const opened = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(onClose, OPEN_MS);
    return () => clearTimeout(timer);
  }, [opened.value]);
  if (opened.value) return <LogViewer log={log} onClose={onClose} />;
  return (
    <Dialog title={say("seat.name", { terminal })} onClose={onClose}>
      <p>{say("log.staff_only")}</p>
      <StaffPin done={() => (opened.value = true)} cancel={onClose} />
    </Dialog>
  );
}

function StaffPin({ done, cancel }: { done: () => void; cancel: () => void }): JSX.Element {
  const trouble = useSignal<Problem | null>(null);
  const waiting = useSignal(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    waiting.value = true;
    const reply = await post<LogOpened>("api/log", Object.fromEntries(new FormData(form))).catch(() => null);
    waiting.value = false;
    if (reply?.ok) return done();
    trouble.value = reply?.problem ?? { error: "NOT_READY" };
    (form.elements.namedItem("pin") as HTMLInputElement).value = "";
  };
  const shared = { autocomplete: "off", autocapitalize: "none", required: true } as const;
  return (
    <form onSubmit={(event) => void submit(event)} data-testid="staff-pin">
      <label class="field">
        <span class="label">{say("door.person")}</span>
        <input name="person" type="text" {...shared} />
      </label>
      <label class="field">
        <span class="label">{say("door.pin")}</span>
        <input name="pin" type="password" inputMode="numeric" {...shared} />
      </label>
      <p class="field-error" role="alert">
        {trouble.value && troubleText(trouble.value)}
      </p>
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={cancel}>
          {say("cancel")}
        </button>
        <button class="button gold" disabled={waiting.value}>
          {say("log.open")}
        </button>
      </div>
    </form>
  );
}
