import type { DisplayView } from "../generated/feed";
import { oddsText } from "../layouts/Area";
import { betName, known, say } from "../text/say";

/** What some bets pay, in one line: the bets of a family share it where the family has a name. */
export interface OddsLine {
  name: string;
  odds: string;
  /** What it costs, as a fraction of the stake; "" where the table does not say it of the bet alone. */
  edge: string;
  bets: readonly string[];
}

export function oddsLines({ bets }: Pick<DisplayView, "bets">): OddsLine[] {
  const lines = new Map<string, OddsLine>();
  for (const { code, odds, edge, offered, pieces } of bets) {
    // What consists of other bets pays as they do.
    if (!offered || pieces.length > 0) continue;
    const family = code.split(":")[0]!;
    const name = family !== "total" && known(`bet.${family}`) ? say(`bet.${family}`) : betName(code);
    lines.set(name, { name, odds: oddsText(odds), edge, bets: [...(lines.get(name)?.bets ?? []), code] });
  }
  return [...lines.values()];
}
