import type { JSX } from "preact";
import { beat, engineNow, secondsLeft } from "../../clock";
import { gameOf } from "../../games/find";
import type { DealerView, DisplayView } from "../../generated/feed";
import type { StaffModel } from "../../staff/model";
import { momentOf } from "../../table/moment";
import { phaseText } from "../../table/PhaseStrip";
import { say } from "../../text/say";
import "./both-tables.css";

/**
 * The tables of a dealer who stands at two, side by side, with what lies there and whose turn it is; a touch brings one
 * to the front.
 *
 * Rule: LT def:dealer station
 */
export function BothTables({ model }: { model: StaffModel<DealerView> }): JSX.Element | null {
  const all = model.all.value;
  if (all.length < 2) return null;
  return (
    <div class="both-tables" role="tablist" data-testid="both-tables">
      {all.map((own) => {
        const table = model.display(own);
        return table && <OneOfBoth own={own} table={table} inFront={own.table === model.own.value?.table} turn={() => model.turnTo(own.table)} key={own.table} />;
      })}
    </div>
  );
}

/** What the table waits for that no key of his brings, but his hands do: a card out of a real shoe, one that was not read. */
const BY_HAND: readonly string[] = ["card", "unread"];

interface Props {
  own: DealerView;
  table: DisplayView;
  inFront: boolean;
  turn: () => void;
}

function OneOfBoth({ own, table, inFront, turn }: Props): JSX.Element {
  const { Glance } = gameOf(table);
  const isHis = (own.next_act !== "" || BY_HAND.includes(own.waits)) && !table.suspended;
  return (
    <button type="button" role="tab" class={`one-of-both ${isHis ? "his" : ""}`} aria-selected={inFront} onClick={turn} data-turn-to={table.table} data-his={isHis}>
      <b>{table.table}</b>
      <span class="one-glance">
        <Glance table={table} held={momentOf(table).held} moving={table.phase === "tumbling"} />
      </span>
      <span class="one-phase">
        {phaseText(table)}
        {secondsText(table)}
      </span>
      <em>{isHis ? say("dealer.turn.yours") : say("dealer.turn.waits")}</em>
    </button>
  );
}

function secondsText(table: DisplayView): string {
  if (table.due === 0 || table.suspended) return "";
  beat.value;
  return ` · ${say("tab.seconds", { n: secondsLeft(table.due, engineNow()) })}`;
}
