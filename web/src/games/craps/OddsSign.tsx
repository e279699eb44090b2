import type { JSX } from "preact";
import type { Bet } from "../../generated/feed";
import { oddsText } from "../../layouts/Area";
import { say, type TextKey } from "../../text/say";
import type { StageProps } from "../game";

/** Families that pay by the number, and the pairs of numbers that pay alike. */
const BY_NUMBER = ["odds", "place", "buy", "dont_odds", "lay", "place_lose", "hard"];
const PAIRS = [
  [4, 10],
  [5, 9],
  [6, 8],
] as const;
/** What is told in one line; odds on a travelled wager pay as those on the line. */
const ALONE = ["pass_line", "dont_pass", "come", "dont_come", "big_6", "field", "any_seven", "any_craps", "c_and_e", "e", "horn"];
const LINES: readonly (readonly [name: string, bet: string])[] = [...ALONE.map((code) => [code, code] as const), ["hop_hard", "hop:1-1"], ["hop_easy", "hop:1-2"]];
/** A line of so many letters has both columns where there are two. */
const LONG = 17;

/** What the layout pays: by the number where that matters, then bet by bet. */
export function OddsSign({ table }: StageProps): JSX.Element {
  const bets = new Map(table.bets.map((bet) => [bet.code, bet]));
  const odds = (code: string): string => short(bets.get(code));
  return (
    <div class="craps-sign">
      <table>
        <thead>
          <tr>
            <th />
            {PAIRS.map((pair) => (
              <th key={pair[0]}>{pair.join(say("list.between"))}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {BY_NUMBER.map((family) => (
            <tr key={family}>
              <th>{say(`craps.sign.${family}` as TextKey)}</th>
              {PAIRS.map(([number]) => (
                <td key={number}>{odds(`${family}:${number}`)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <dl class="sign odds-sign">
        {LINES.map(([name, code]) => (
          <Line name={say(`craps.sign.${name}` as TextKey)} odds={oddsText(bets.get(code)?.odds)} key={name} />
        ))}
      </dl>
    </div>
  );
}

function Line({ name, odds }: { name: string; odds: string }): JSX.Element {
  return (
    <div class={name.length + odds.length > LONG ? "long" : ""}>
      <dt>{name}</dt>
      <dd>{odds}</dd>
    </div>
  );
}

const short = (bet: Bet | undefined): string => (bet?.odds ?? []).map((odds) => odds.replace(" to ", ":")).join(" / ");
