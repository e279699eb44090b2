import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { beat, engineNow, secondsLeft } from "../../clock";
import type { DisplayView, PlayerView } from "../../generated/feed";
import { figure } from "../../money";
import { phaseText } from "../../table/PhaseStrip";
import { gameName, say } from "../../text/say";
import { canBePicked, type PlayerModel } from "./model";
import { TableSelect } from "./TableSelect";

/** More tables than these have no tab each; every one is in the list. */
const MOST_TABS = 3;

/**
 * The tables a player is at: the one in front, and those he has bets on, each with its own countdown.
 *
 * Rule: LT Diagram A:10; LT Diagram B:10
 */
export function TableTabs({ model, view }: { model: PlayerModel; view: PlayerView }): JSX.Element {
  const opened = useSignal(false);
  const isFew = view.tables.length <= MOST_TABS;
  const shown = view.tables.filter((name) => isFew || name === model.front.value || (view.play[name]?.staked ?? 0) > 0);
  return (
    <nav class="tabs">
      <div class="tabs-tables" role="tablist">
        {shown.map((name) => {
          const table = model.table(name);
          return table && <Tab model={model} table={table} staked={view.play[name]?.staked ?? 0} key={name} />;
        })}
      </div>
      <button type="button" class="button quiet" onClick={() => (opened.value = true)} data-testid="open-tables">
        {say("tables.open")}
      </button>
      <BackKey model={model} />
      {opened.value && <TableSelect model={model} view={view} onClose={() => (opened.value = false)} />}
    </nav>
  );
}

/**
 * The table in view is told by its name.
 *
 * Rule: LT Diagram A:9; LT Diagram B:9
 */
function Tab({ model, table, staked }: { model: PlayerModel; table: DisplayView; staked: number }): JSX.Element {
  const inFront = model.front.value === table.table;
  return (
    <button type="button" role="tab" class="tab" aria-selected={inFront} data-table={table.table} onClick={() => model.bringToFront(table.table)}>
      <b>{gameName(table.game)}</b>
      <span>{table.table}</span>
      {!inFront && <i>{tabLine(table)}</i>}
      {staked > 0 && (
        <em class="tab-bet" data-testid="betted" data-cents={staked}>
          {figure(staked)}
        </em>
      )}
    </button>
  );
}

/**
 * Back to where the last chip was laid, from another table.
 *
 * Rule: LT Diagram A:2; LT Diagram B:2
 */
function BackKey({ model }: { model: PlayerModel }): JSX.Element | null {
  const table = model.lastBet.value;
  const known = table && model.table(table);
  if (!known || table === model.front.value || !canBePicked(known)) return null;
  return (
    <button type="button" class="button quiet" onClick={() => model.bringToFront(table)} data-testid="back-to-bet">
      {say("tables.back", { table })}
    </button>
  );
}

/** What happens at a table nobody looks at now; while it takes wagers, how long still. */
export function tabLine(table: DisplayView): string {
  if (table.suspended || table.phase !== "wagering") return phaseText(table);
  beat.value;
  return say("tab.seconds", { n: secondsLeft(table.due, engineNow()) });
}
