import { engineNow, secondsLeft } from "../clock";
import type { DisplayView } from "../generated/feed";
import { refusalText, type Data } from "../text/refusal";

/** Why something cannot be done at a table now, and in how many seconds it can, where its timer says so. */
export function refusedNow(table: DisplayView, reason: string, data: Data = {}): string {
  return refusalText(reason, { ...data, ...awaited(table) });
}

/** What a running timer ends in. */
const ENDS_IN: Readonly<Record<string, string>> = { wagering: "closes_in", settled: "opens_in" };

function awaited({ due, phase, suspended }: DisplayView): Data {
  const ends = ENDS_IN[phase];
  const left = due > 0 && !suspended ? secondsLeft(due, engineNow()) : 0;
  return ends && left > 0 ? { [ends]: left } : {};
}
