import { signal } from "@preact/signals";
import type { StationInfo } from "../../generated/feed";

/** Wrong tries with the name of whoever signed in: kept until he has read of them, also when the page is loaded again. */

export type WrongTries = Pick<StationInfo, "wrong_tries" | "wrong_since" | "wrong_at">;

const KEPT = "openfelt.wrong_tries";

export const wrongTries = signal<WrongTries | null>(kept());

function kept(): WrongTries | null {
  const text = globalThis.sessionStorage?.getItem(KEPT);
  return text ? (JSON.parse(text) as WrongTries) : null;
}

/** Every sign-in says it anew: what the person before had to hear is not for the next. */
export function tell({ wrong_tries, wrong_since, wrong_at }: StationInfo): void {
  if (!wrong_tries) return heard();
  wrongTries.value = { wrong_tries, wrong_since, wrong_at };
  sessionStorage.setItem(KEPT, JSON.stringify(wrongTries.value));
}

export function heard(): void {
  wrongTries.value = null;
  sessionStorage.removeItem(KEPT);
}
