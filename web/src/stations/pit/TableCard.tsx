import type { ComponentChildren, JSX } from "preact";
import { gameOf } from "../../games/find";
import type { Alarm, DisplayView, PitTable } from "../../generated/feed";
import { figure } from "../../money";
import { momentOf } from "../../table/moment";
import { PhaseStrip, roundText } from "../../table/PhaseStrip";
import { Trail } from "../../table/Trail";
import { gameName, say } from "../../text/say";

interface Props {
  own: PitTable;
  table: DisplayView;
  alarms: readonly Alarm[];
}

const PAST_SHOWN = 9;

/** A table from across the room; whoever taps it comes to its page. */
export function TableCard({ own, table, alarms }: Props): JSX.Element {
  return (
    <Way own={own} table={table} alarms={alarms}>
      <header class="pit-card-head">
        <b>{own.table}</b>
        <span>{gameName(table.game)}</span>
        {alarms.length > 0 && <i class="pit-card-count">{say("pit.count", { n: alarms.length })}</i>}
      </header>
      <PhaseStrip table={table} line={roundText(table)} />
      <div class="pit-card-now">
        <Glance table={table} />
        <span class="pit-staked">
          {say("pit.staked")} <strong data-testid="staked">{figure(own.staked)}</strong>
        </span>
      </div>
      <Facts own={own} table={table} />
      <Trail table={table} last={PAST_SHOWN} />
    </Way>
  );
}

function Way({ own, table, alarms, children }: Props & { children: ComponentChildren }): JSX.Element {
  const tone = alarms.some((alarm) => alarm.urgent) ? "urgent" : alarms.length > 0 ? "ordinary" : "";
  const looks = `pit-card panel ${tone} ${table.phase === "closed_table" ? "closed" : ""}`;
  if (!own.page) {
    return (
      <article class={looks} data-table={own.table}>
        {children}
      </article>
    );
  }
  return (
    <a class={looks} href={`/s/${encodeURIComponent(own.page)}/`} target="_blank" rel="noreferrer" data-table={own.table}>
      {children}
    </a>
  );
}

function Glance({ table }: { table: DisplayView }): JSX.Element {
  const { Glance: Drawn } = gameOf(table);
  const { shown, held, moving } = momentOf(table);
  return (
    <div class="pit-glance">
      <Drawn table={shown} held={held} moving={moving} />
    </div>
  );
}

/** Seats, limits and who deals.  A table without a limit does not name one. */
function Facts({ own, table }: { own: PitTable; table: DisplayView }): JSX.Element {
  const { minimum, maximum } = table.limits;
  const limits = maximum > 0 ? say("pit.limits", { minimum: figure(minimum), maximum: figure(maximum) }) : say("pit.from", { minimum: figure(minimum) });
  return (
    <ul class="pit-facts">
      <li data-testid="seats">{say("pit.seats", { taken: own.taken, seats: own.seats })}</li>
      <li data-testid="limits">{limits}</li>
      {own.dealer && <li data-testid="dealer">{say("pit.dealer", { name: own.dealer })}</li>}
    </ul>
  );
}
