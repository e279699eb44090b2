import type { JSX } from "preact";
import type { DisplayView, Limits } from "../generated/feed";
import { figure } from "../money";
import { say, sayAt, type TextKey } from "../text/say";
import { clockTime } from "../text/when";
import "./sign.css";

const LINES: readonly [keyof Limits, TextKey][] = [
  ["minimum", "limit.minimum"],
  ["maximum", "limit.maximum"],
  ["differential", "limit.differential"],
  ["tie_maximum", "limit.tie"],
  ["pair_maximum", "limit.pair"],
  ["minimum_total", "limit.minimum_total"],
  ["aggregate", "limit.aggregate"],
  ["unit", "limit.unit"],
];

/**
 * The table's sign: every limit it states, nothing it does not.
 *
 * Rule: LT Diagram A:14; LT Diagram B:14
 */
export function Sign({ limits }: { limits: Limits }): JSX.Element {
  const lines = LINES.filter(([name]) => (limits[name] ?? 0) > 0);
  return (
    <dl class="sign" data-testid="limits">
      {lines.map(([name, key]) => (
        <div key={name}>
          <dt>{say(key)}</dt>
          <dd>{figure(limits[name] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is going to change, and when: closing of the table, other limits, the last coups of a shoe. */
export function Notices({ table }: { table: DisplayView }): JSX.Element | null {
  const notices: string[] = [];
  if (table.closing_at > 0) notices.push(say("notice.closing", { time: clockTime(table.closing_at) }));
  for (const { at, limits } of table.announced) {
    const { minimum, maximum } = limits;
    notices.push(say("notice.limits", { time: clockTime(at), minimum: figure(minimum), maximum: figure(maximum) }));
  }
  if (table.coups_left >= 0) notices.push(say("notice.last_coups", { n: table.coups_left }));
  if (table.dummy) notices.push(say("notice.dummy"));
  if (table.no_bet) notices.push(sayAt(table.game, "notice.no_bet"));
  if (notices.length === 0) return null;
  return (
    <ul class="notices" role="status">
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  );
}
