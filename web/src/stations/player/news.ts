import type { Line } from "../../generated/feed";
import { meter, type Cents } from "../../money";
import { betName, say } from "../../text/say";

/** A line of a guest's statement in words.  Every figure in it is the server's. */

/** With its sign, for a change: `+25.00`, `−25.00`. */
export function change(cents: Cents): string {
  return cents > 0 ? `+${meter(cents)}` : meter(cents);
}

/** What happened and what it did to the credit, as a sentence of its own. */
export function newsText(line: Line, several: boolean): string {
  return [happened(line, several), owed(line)].filter(Boolean).join(" ");
}

function happened(line: Line, several: boolean): string {
  if (line.kind === "cash_out") return say(`ticket.${line.slip}`, { amount: meter(-line.amount), digits: line.digits });
  const round = roundName(line, several);
  const amount = meter(Math.abs(line.amount));
  if (line.kind === "case") return say(line.amount > 0 ? "news.case.due" : "news.case.owed", { round, amount });
  if (line.kind === "kept") return say("news.kept", { round, amount });
  return `${what(line, several)}${say("news.colon")}${line.amount === 0 ? say("news.no_change") : change(line.amount)}`;
}

/** What happened, without its amount: a row of the history has a column for that. */
export function what(line: Line, several: boolean): string {
  if (line.kind === "cash_out") return say(`ticket.${line.slip}.short`, { digits: line.digits });
  const bet = line.bet ? betName(line.bet) : "";
  return say(`history.${line.kind}`, { round: roundName(line, several), bet, digits: line.digits, staked: meter(line.staked) });
}

function owed({ owed: more }: Line): string {
  if (more > 0) return say("news.owed", { amount: meter(more) });
  return more < 0 ? say("news.set_off", { amount: meter(-more) }) : "";
}

/** A terminal may play at several tables, which count their rounds each for itself. */
function roundName({ table, round }: Line, several: boolean): string {
  const name = say("round.number", { n: round });
  return several ? `${table} ${name}` : name;
}
