import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { Row, TerminalLog } from "../log/terminal-log";
import { inWords } from "../log/words";
import { say } from "../text/say";
import { Dialog } from "./Dialog";
import "./log-viewer.css";

const SHOWN = 400;

/** The terminal's own log, newest first: in words, and at a second step line by line as it lies in the terminal. */
export function LogViewer({ log, onClose }: { log: TerminalLog; onClose: () => void }): JSX.Element {
  const rows = useSignal<readonly Row[]>([]);
  const raw = useSignal(false);
  // Rows that come meanwhile come on top.
  useEffect(() => {
    void log.newest(SHOWN).then((found) => (rows.value = found));
  }, [log, log.stored.value]);
  return (
    <Dialog title={say("log.title")} onClose={onClose} wide>
      <div class="log" tabIndex={0} data-testid="log">
        {raw.value ? <RawLines rows={rows.value} /> : <Words rows={rows.value} />}
      </div>
      <form method="dialog" class="dialog-buttons">
        <button type="button" class="button" onClick={() => (raw.value = !raw.value)} data-testid="log-raw">
          {say(raw.value ? "log.in_words" : "log.raw")}
        </button>
        <button class="button gold">{say("close")}</button>
      </form>
    </Dialog>
  );
}

function Words({ rows }: { rows: readonly Row[] }): JSX.Element {
  return (
    <table>
      <thead>
        <tr>
          <th>{say("log.time")}</th>
          <th>{say("log.what")}</th>
        </tr>
      </thead>
      <tbody>
        {inWords(rows).map(({ row, text }) => (
          <tr class={row.kind} key={row.number}>
            <td>{time(row).slice(0, 8)}</td>
            <td class="log-words">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RawLines({ rows }: { rows: readonly Row[] }): JSX.Element {
  return (
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
        {rows.map((row) => (
          <tr key={row.number}>
            <td>{row.number}</td>
            <td>{time(row)}</td>
            <td>{row.kind}</td>
            <td class="log-what">{JSON.stringify(row.what)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const time = (row: Row): string => new Date(row.at).toISOString().slice(11, 23);
