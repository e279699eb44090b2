import en from "./en.json";
import { learnAll, learnt, type Catalogue } from "./languages";
import { language } from "./spoken";

/** Every sentence a station says, by key, in every language.  `tests/web` checks that none is missing. */

type FixedKey = keyof typeof en;
type Family = "rank" | "suit" | "bet" | "phase" | "refusal" | "game" | "variant" | "suspended" | "void" | "role" | "ticket" | "returned" | "history" | "log" | "act" | "error" | "start" | "warning" | "short" | "asks" | "dealer" | "alarm" | "fault" | "task" | "wager" | "order" | "device" | "desk";
export type TextKey = FixedKey | `${Family}.${string}`;

export type Figures = Record<string, string | number>;

const ENGLISH: Catalogue = en;

/** The sentence of a key in the station's language, its `{figures}` filled in. */
export function say(key: TextKey, figures: Figures = {}): string {
  return fill(sentence(key), figures);
}

/** The same with its `{figures}` still open.  What a catalogue lacks, `make check` names; nobody shall read a bare key. */
export function sentence(key: TextKey): string {
  return learnt.value[language.value]?.[key] ?? ENGLISH[key] ?? key;
}

/** The sentence of a key as a game says it, where it has a word of its own for that. */
export function sayAt(game: string, key: TextKey): string {
  const own = `${key}.${game}`;
  return say(known(own) ? (own as TextKey) : key);
}

export function known(key: string): boolean {
  return key in ENGLISH;
}

/** A reason of the system's own or a common one in the language of whoever reads it; what somebody typed as it was said. */
export function reasonText(said: string): string {
  if (known(`void.${said}`)) return say(`void.${said}` as TextKey);
  for (const catalogue of Object.values(learnt.value)) {
    const key = Object.keys(catalogue).find((one) => one.startsWith("reason.") && catalogue[one] === said);
    if (key) return say(key as TextKey);
  }
  learnAll();
  return said;
}

/** A bet's name: its own sentence, or its family's with the numbers of the code. */
export function betName(code: string): string {
  if (known(`bet.${code}`)) return say(`bet.${code}`);
  // A wager that stands on a number is called as one of that number.
  const [family = "", numbers = ""] = code.split(/[:@]/);
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

/** Where a slip was paid: `drawer:Casey`, `kiosk`, or a terminal of a pit. */
export function placeName(where: string): string {
  const [kind = "", name = ""] = where.split(":");
  return known(`desk.place.${kind}`) ? say(`desk.place.${kind}`, { name }) : say("desk.place.terminal", { name: where });
}

/** A role as a key has room for it. */
export function shortRole(role: string): string {
  return known(`short.${role}`) ? say(`short.${role}`) : roleName(role);
}

function fill(sentence: string, figures: Figures): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(figures[name] ?? whole));
}
