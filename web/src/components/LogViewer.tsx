import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { Row, TerminalLog } from "../log/terminal-log";
import { say } from "../text/say";
import { Dialog } from "./Dialog";
import "./log-viewer.css";

const SHOWN = 200;

/** The terminal's own log, newest first, as it lies in the terminal; rows that come meanwhile come on top. */
export function LogViewer({ log, onClose }: { log: TerminalLog; onClose: () => void }): JSX.Element {
  const rows = useSignal<readonly Row[]>([]);
  useEffect(() => {
    void log.newest(SHOWN).then((found) => (rows.value = found));
  }, [log, log.stored.value]);
  return (
    <Dialog title={say("log.title")} onClose={onClose} wide>
      <div class="log" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>{say("log.number")}</th>
              <th>{say("log.time")}</th>
              <th>{say("log.kind")}</th>
              <th>{say("log.what")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.value.map((row) => (
              <tr key={row.number}>
                <td>{row.number}</td>
                <td>{new Date(row.at).toISOString().slice(11, 23)}</td>
                <td>{row.kind}</td>
                <td class="log-what">{JSON.stringify(row.what)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <form method="dialog" class="dialog-buttons">
        <button class="button gold">{say("close")}</button>
      </form>
    </Dialog>
  );
}
