import type { JSX } from "preact";
import { Dialog } from "../../components/Dialog";
import { gameOf } from "../../games/find";
import type { DisplayView, PlayerView } from "../../generated/feed";
import { figure } from "../../money";
import { Trail } from "../../table/Trail";
import { gameName, known, say } from "../../text/say";
import { canBePicked, type PlayerModel } from "./model";
import { tabLine } from "./TableTabs";
import "./tables.css";

const PAST_SHOWN = 12;

interface Props {
  model: PlayerModel;
  view: PlayerView;
  onClose: () => void;
}

/**
 * Every table this terminal can play at: its game, its limits, what happens there and what has been; those closed are only named.
 *
 * Rule: LT Diagram A:1; LT Diagram B:1
 */
export function TableSelect({ model, view, onClose }: Props): JSX.Element {
  const tables = view.tables.flatMap((name) => model.table(name) ?? []);
  const closed = tables.filter((table) => !canBePicked(table)).map(({ table }) => table);
  const pick = (name: string): void => {
    model.bringToFront(name);
    onClose();
  };
  return (
    <Dialog title={say("tables.title")} onClose={onClose} wide>
      <div class="tables" data-testid="tables">
        {tables.filter(canBePicked).map((table) => (
          <TableCard table={table} staked={view.play[table.table]?.staked ?? 0} inFront={model.front.value === table.table} pick={pick} key={table.table} />
        ))}
      </div>
      {closed.length > 0 && <p class="tables-closed">{say("tables.closed", { tables: closed.join(say("list.between")) })}</p>}
      <form method="dialog" class="dialog-buttons">
        <button class="button gold">{say("close")}</button>
      </form>
    </Dialog>
  );
}

interface CardProps {
  table: DisplayView;
  staked: number;
  inFront: boolean;
  pick: (table: string) => void;
}

function TableCard({ table, staked, inFront, pick }: CardProps): JSX.Element {
  const { Mini } = gameOf(table);
  return (
    <button type="button" class="table-card" aria-current={inFront} onClick={() => pick(table.table)} data-pick={table.table}>
      <span class="table-card-head">
        <b>{variantName(table)}</b>
        <span>{table.table}</span>
        <i data-testid="table-state">{tabLine(table)}</i>
      </span>
      <span class="table-card-facts">
        <span>{limitsText(table)}</span>
        {staked > 0 && <em>{say("tables.yours", { amount: figure(staked) })}</em>}
      </span>
      <span class="table-card-past">{Mini ? <Mini table={table} /> : <Trail table={table} last={PAST_SHOWN} />}</span>
    </button>
  );
}

/** Tables of one game may pay differently: the name says how, where it has a word for it. */
function variantName({ game, variant }: DisplayView): string {
  const name = gameName(game);
  return known(`variant.${variant}`) ? `${name} · ${say(`variant.${variant}`)}` : name;
}

function limitsText({ limits: { minimum, maximum, differential } }: DisplayView): string {
  const range = maximum > 0 ? say("pit.limits", { minimum: figure(minimum), maximum: figure(maximum) }) : say("pit.from", { minimum: figure(minimum) });
  return differential ? [range, say("tables.differential", { amount: figure(differential) })].join(" · ") : range;
}
