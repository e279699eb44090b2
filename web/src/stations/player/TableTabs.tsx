import type { JSX } from "preact";
import { beat, engineNow, secondsLeft } from "../../clock";
import type { DisplayView, PlayerView } from "../../generated/feed";
import { phaseText } from "../../table/PhaseStrip";
import { gameName, say } from "../../text/say";
import type { PlayerModel } from "./model";

/** One tab a linked table, each with its own countdown: a player may follow several at once. */
export function TableTabs({ model, view }: { model: PlayerModel; view: PlayerView }): JSX.Element {
  return (
    <nav class="tabs" role="tablist">
      {view.tables.map((name) => {
        const table = model.table(name);
        return table && <Tab model={model} table={table} key={name} />;
      })}
    </nav>
  );
}

function Tab({ model, table }: { model: PlayerModel; table: DisplayView }): JSX.Element {
  const inFront = model.front.value === table.table;
  return (
    <button type="button" role="tab" class="tab" aria-selected={inFront} data-table={table.table} onClick={() => model.bringToFront(table.table)}>
      <b>{gameName(table.game)}</b>
      <span>{table.table}</span>
      {!inFront && <i>{tabLine(table)}</i>}
    </button>
  );
}

function tabLine(table: DisplayView): string {
  if (table.suspended || table.phase !== "wagering") return phaseText(table);
  beat.value;
  return say("tab.seconds", { n: secondsLeft(table.due, engineNow()) });
}
