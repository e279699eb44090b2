import { signal } from "@preact/signals";
import en from "./en.json";
import zh from "./zh.json";

/** Every sentence a station says, by key, in every language.  `tests/web` checks that none is missing. */

export type Language = "en" | "zh";

type FixedKey = keyof typeof en;
type Family = "rank" | "suit" | "bet" | "phase" | "refusal" | "game" | "variant" | "suspended" | "void" | "role" | "ticket" | "returned" | "history" | "log" | "act" | "error" | "start" | "warning" | "short" | "asks" | "dealer" | "alarm" | "task" | "wager" | "order" | "device";
export type TextKey = FixedKey | `${Family}.${string}`;

export type Figures = Record<string, string | number>;

const CATALOGUES: Record<Language, Record<string, string>> = { en, zh };
const KEPT = "openfelt.language";

export const language = signal<Language>(kept());

function kept(): Language {
  const stored = globalThis.localStorage?.getItem(KEPT);
  return stored === "zh" || stored === "en" ? stored : "en";
}

export function speak(next: Language): void {
  language.value = next;
  localStorage.setItem(KEPT, next);
  document.documentElement.lang = next === "zh" ? "zh-CN" : "en";
}

/** The sentence of a key in the station's language, its `{figures}` filled in. */
export function say(key: TextKey, figures: Figures = {}): string {
  return fill(sentence(key), figures);
}

/** The same with its `{figures}` still open. */
export function sentence(key: TextKey): string {
  return CATALOGUES[language.value][key] ?? key;
}

export function known(key: string): boolean {
  return key in CATALOGUES.en;
}

/** A common reason in the language of whoever reads it, whichever it was given in; anything else as it was said. */
export function reasonText(said: string): string {
  for (const catalogue of Object.values(CATALOGUES)) {
    const key = Object.keys(catalogue).find((one) => one.startsWith("reason.") && catalogue[one] === said);
    if (key) return say(key as TextKey);
  }
  return said;
}

/** A bet's name: its own sentence, or its family's with the numbers of the code. */
export function betName(code: string): string {
  if (known(`bet.${code}`)) return say(`bet.${code}`);
  const [family = "", numbers = ""] = code.split(":");
  const [a = "", b = ""] = numbers.split("-");
  return say(`bet.${family}:*`, { a, b, all: numbers.replaceAll("-", "/") });
}

/** A game's name; one that has no sentence keeps the name the server gives it. */
export function gameName(game: string): string {
  return known(`game.${game}`) ? say(`game.${game}`) : game;
}

export function roleName(role: string): string {
  return known(`role.${role}`) ? say(`role.${role}`) : role;
}

/** What a device is called, and the table or terminal it stands at: the floor names it `printer@T1`. */
export function deviceName(name: string): { device: string; at: string } {
  const [kind = "", at = ""] = name.split("@");
  return { device: known(`device.${kind}`) ? say(`device.${kind}`) : kind, at };
}

/** A role as a key has room for it. */
export function shortRole(role: string): string {
  return known(`short.${role}`) ? say(`short.${role}`) : roleName(role);
}

function fill(sentence: string, figures: Figures): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(figures[name] ?? whole));
}
