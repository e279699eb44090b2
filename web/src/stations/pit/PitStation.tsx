import type { JSX } from "preact";
import { StaffShell } from "../../staff/StaffShell";
import { say } from "../../text/say";
import { AlarmStrip } from "./AlarmStrip";
import type { Overseen, PitModel } from "./model";
import { TableCard } from "./TableCard";
import "./pit.css";

/** All tables of a pit at a glance, and whatever has to be seen to.  It asks for nothing: a card opens its table's page. */
export function PitStation({ model }: { model: PitModel }): JSX.Element {
  return (
    <StaffShell model={model} title={say("pit.title", { pit: model.pit.value?.pit ?? "" })} warns={false}>
      {model.pit.value && (
        <main class="pit-main">
          <AlarmStrip model={model} />
          <Tables model={model} tables={model.tables.value} />
        </main>
      )}
    </StaffShell>
  );
}

/** As few columns as show every table at once on a wall. */
function columnsFor(count: number): number {
  if (count <= 1) return 1;
  if (count <= 4) return 2;
  return count <= 9 ? 3 : 4;
}

function Tables({ model, tables }: { model: PitModel; tables: readonly Overseen[] }): JSX.Element {
  return (
    <section class="pit-tables" style={`--columns: ${columnsFor(tables.length)}`} aria-label={say("pit.tables")}>
      {tables.map(({ own, table }) => (
        <TableCard own={own} table={table} alarms={model.alarms.value.filter((alarm) => alarm.table === own.table)} key={own.table} />
      ))}
    </section>
  );
}
