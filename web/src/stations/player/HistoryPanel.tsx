import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import type { History, Line, PlayerView } from "../../generated/feed";
import { get } from "../../http";
import { language, say } from "../../text/say";
import { change, what } from "./news";
import "./history.css";

/** What came to the credit of the account that is open here and left it, the newest first. */
export function HistoryPanel({ view, onClose }: { view: PlayerView; onClose: () => void }): JSX.Element {
  const lines = useSignal<readonly Line[] | null>(null);
  useEffect(() => {
    void get<History>("api/history").then(
      (reply) => (lines.value = reply.ok ? reply.body.lines.toReversed() : (lines.value ?? [])),
      () => (lines.value ??= []),
    );
    // Whatever changes them changes one of these.
  }, [view.credit, view.news, view.account]);
  return (
    <Dialog title={say("history.title")} onClose={onClose} wide>
      {lines.value?.length === 0 && <p data-testid="history-empty">{say("history.empty")}</p>}
      <div class="history" tabIndex={0} data-testid="history">
        <table>
          <tbody>
            {lines.value?.map((line) => <Row line={line} several={view.tables.length > 1} key={line.number} />)}
          </tbody>
        </table>
      </div>
      <form method="dialog" class="dialog-buttons">
        <button class="button gold">{say("close")}</button>
      </form>
    </Dialog>
  );
}

function Row({ line, several }: { line: Line; several: boolean }): JSX.Element {
  return (
    <tr data-line={line.number} data-kind={line.kind} data-cents={line.amount}>
      <td class="history-time">{clockTime(line.at)}</td>
      <td>
        {what(line, several)}
        {line.reason && <span class="history-reason">{say("news.reason", { reason: line.reason })}</span>}
      </td>
      <td class="history-amount">{change(line.amount)}</td>
    </tr>
  );
}

function clockTime(micros: number): string {
  const locale = language.value === "zh" ? "zh-CN" : "en-AU";
  return new Date(micros / 1000).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", hour12: false });
}
