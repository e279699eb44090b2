import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import type { History, Line, PlayerView } from "../../generated/feed";
import { get } from "../../http";
import { reasonText, say } from "../../text/say";
import { clockTime } from "../../text/when";
import type { PlayerModel } from "./model";
import { change, what } from "./news";
import { OwnRounds } from "./OwnRounds";
import "./history.css";

const NOTHING: History = { lines: [], rounds: [] };

/** What came to the credit of the account that is open here and left it, and the rounds it played: the newest first. */
export function HistoryPanel({ model, view, onClose }: { model: PlayerModel; view: PlayerView; onClose: () => void }): JSX.Element {
  const told = useSignal<History | null>(null);
  const of = useSignal<"credit" | "rounds">("credit");
  useEffect(() => {
    void get<History>("api/history").then(
      (reply) => (told.value = reply.ok ? reply.body : (told.value ?? NOTHING)),
      () => (told.value ??= NOTHING),
    );
    // Whatever changes them changes one of these.
  }, [view.credit, view.news, view.account]);
  return (
    <Dialog title={say("history.title")} onClose={onClose} wide>
      <div class="history-tabs" role="tablist">
        {(["credit", "rounds"] as const).map((one) => (
          <button type="button" role="tab" class="button" aria-selected={of.value === one} onClick={() => (of.value = one)} data-testid={`history-${one}`} key={one}>
            {say(`history.of.${one}`)}
          </button>
        ))}
      </div>
      <div class="history" tabIndex={0} data-testid="history">
        {told.value && (of.value === "rounds" ? <OwnRounds model={model} rounds={told.value.rounds} /> : <Lines lines={told.value.lines} several={view.tables.length > 1} />)}
      </div>
      <form method="dialog" class="dialog-buttons">
        <Objections model={model} view={view} />
        <button class="button gold">{say("close")}</button>
      </form>
    </Dialog>
  );
}

function Lines({ lines, several }: { lines: readonly Line[]; several: boolean }): JSX.Element {
  if (lines.length === 0) return <p data-testid="history-empty">{say("history.empty")}</p>;
  return (
    <table>
      <tbody>
        {lines.toReversed().map((line) => (
          <Row line={line} several={several} key={line.number} />
        ))}
      </tbody>
    </table>
  );
}

/** Whoever sees here that a result is wrong can say so, where the book has a supervisor decide it. */
function Objections({ model, view }: { model: PlayerModel; view: PlayerView }): JSX.Element | null {
  const table = model.front.value;
  const round = view.play[table]?.last_round ?? 0;
  if (view.objection) return <p class="history-objection">{say("object.waits")}</p>;
  if (!view.objects.includes(table)) return null;
  return (
    <>
      {round > 0 && (
        <button type="button" class="button" onClick={() => model.object(table, "outcome", round)} data-testid="object-outcome">
          {say("object.outcome")}
        </button>
      )}
      <button type="button" class="button" onClick={() => model.object(table, "malfunction", 0)} data-testid="object-malfunction">
        {say("object.malfunction")}
      </button>
    </>
  );
}

function Row({ line, several }: { line: Line; several: boolean }): JSX.Element {
  return (
    <tr data-line={line.number} data-kind={line.kind} data-cents={line.amount}>
      <td class="history-time">{clockTime(line.at)}</td>
      <td>
        {what(line, several)}
        {line.reason && <span class="history-reason">{say("news.reason", { reason: reasonText(line.reason) })}</span>}
      </td>
      <td class="history-amount">{change(line.amount)}</td>
    </tr>
  );
}
