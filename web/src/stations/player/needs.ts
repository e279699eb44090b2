import type { Chance } from "../../generated/feed";
import { say } from "../../text/say";

/** What a wager needs, in words: the server's outcomes, nothing worked out here. */

const between = (outcomes: readonly string[]): string => outcomes.map((one) => one.replace("-", "–")).join(say("list.between"));

/** What wins and what loses, in one line. */
export function rollsText(chance: Chance | undefined): string {
  if (!chance) return "";
  return [say("needs.wins", { rolls: between(chance.wins) }), say("needs.loses", { rolls: losing(chance) })].join(" · ");
}

/** More than half of all outcomes are said as the rest. */
export function losing({ loses }: Chance): string {
  return loses.length > MANY ? say("needs.rest") : between(loses);
}

const MANY = 7;

export const winning = ({ wins }: Chance): string => between(wins);
export const drawing = ({ draws }: Chance): string => between(draws);
export const going = ({ goes }: Chance): string => between(goes);

/** A fraction as it is, and in hundredths of a percent. */
export function percentText(fraction: string): string {
  const [part = 0, whole = 1] = fraction.split("/").map(Number);
  const percent = (Math.abs(100 * part) / whole).toFixed(2);
  return part === 0 ? "0 %" : `${percent} % (${fraction.replace("-", "")})`;
}

export const isInFavour = (fraction: string): boolean => fraction.startsWith("-");
