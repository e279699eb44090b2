import type { JSX } from "preact";
import { Countdown } from "../components/Countdown";
import type { DisplayView } from "../generated/feed";
import { say } from "../text/say";
import "./phase-strip.css";

/**
 * The countdown and what happens now, in words.
 *
 * Rule: LT 7.2; LT Diagram A:15; LT Diagram B:15
 */
export function PhaseStrip({ table, line }: { table: DisplayView; line?: string }): JSX.Element {
  const frozen = table.suspended && table.frozen_us >= 0 ? table.frozen_us : null;
  const runs = frozen !== null || (table.due > 0 && !table.suspended);
  return (
    <div class={`phase-strip ${table.suspended ? "suspended" : ""}`}>
      {runs ? <Countdown due={table.due} period={periodOf(table)} frozen={frozen} hurries={table.phase !== "settled"} /> : <PhaseMark table={table} />}
      <div class="phase-words">
        <strong data-testid="phase" data-phase={table.suspended ? "suspended" : table.phase}>{phaseText(table)}</strong>
        <span>
          {line ?? roundText(table)}
          <Awaited table={table} />
        </span>
      </div>
    </div>
  );
}

/** What everybody waits for, where the screen would look as if it hung. */
function Awaited({ table }: { table: DisplayView }): JSX.Element | null {
  const what = table.unread ? "unread" : table.under_way === "shoe" ? "shoe" : table.under_way ? "card" : null;
  return what && <em class={`phase-awaited awaits-${what}`} data-testid="awaited">{say(`awaited.${what}`)}</em>;
}

export function roundText(table: DisplayView): string {
  return table.round > 0 ? say("round.number", { n: table.round }) : say("round.none");
}

/** What a void round means for wagers: where some outlive a round, only those laid in it come back. */
export function voidText(table: DisplayView, round: number): string {
  return say(table.chances.length > 0 ? "round.void.standing" : "round.void", { n: round });
}

export function phaseText(table: DisplayView): string {
  return table.suspended ? say(`suspended.${table.suspended}`) : say(`phase.${table.phase}`);
}

function periodOf(table: DisplayView): number {
  if (table.phase === "settled") return table.result_pause_us;
  return table.phase === "awaiting_shoot" ? table.shoot_seconds * 1_000_000 : table.period_us;
}

/** A still sign where no timer runs: a hand for stop, a diamond else. */
function PhaseMark({ table }: { table: DisplayView }): JSX.Element {
  const stopped = Boolean(table.suspended) || table.phase === "closed_table";
  return (
    <svg class={`phase-mark ${stopped ? "stopped" : ""}`} viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="44" />
      {stopped ? <path d="M34 30H44V70H34ZM56 30H66V70H56Z" /> : <path d="M50 24L74 50L50 76L26 50Z" />}
    </svg>
  );
}
