import { LANGUAGES } from "./languages";
import { say } from "./say";
import { language } from "./spoken";

const PLACES_MOST = 2;

/** Odds as the language of the station says them: `19 to 20`, and `1 赔 0.95` where that is exact. */
export function oddsPair(win: number, stake: number): string {
  const one = LANGUAGES[language.value].oddsOfOne ? ofOne(win, stake) : null;
  return one === null ? say("odds.pair", { win, stake }) : say("odds.pair", { win: one, stake: 1 });
}

/** What a stake of one wins, to two places at most; null where that would not be exact. */
function ofOne(win: number, stake: number): string | null {
  const hundreds = (win * 10 ** PLACES_MOST) / stake;
  return Number.isInteger(hundreds) ? String(hundreds / 10 ** PLACES_MOST) : null;
}
