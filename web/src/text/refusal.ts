import { figure } from "../money";
import { called } from "./names";
import { betName, known, roleName, say, sentence, shortRole, type Figures, type TextKey } from "./say";

/** Why something was refused, as exactly as the floor says it: which maximum, how much room, whose role, who may. */

export type Data = Readonly<Record<string, number | string>>;

/** Figures that are cents; every other number is a count.  A test holds the list against the floor's. */
const MONEY: ReadonlySet<string> = new Set(["aggregate", "cash", "credit", "differential", "lies", "maximum", "minimum", "minimum_total", "notes", "room", "unit"]);

/** Figures that are words of ours, or several of them. */
const WORDED: Readonly<Record<string, (value: string) => string>> = {
  bet: betName,
  person: called,
  roles: (roles) => each(roles, roleName),
  may: (roles) => each(roles, shortRole),
  holds: (roles) => (roles ? each(roles, roleName) : say("role.none")),
  notes: (notes) => each(notes, (note) => figure(Number(note))),
};

/**
 * The sentence of a refusal: of its second word `why`, else with its figures, else plain; with the seconds, where the
 * page knows what is waited for.
 *
 * A sentence is only taken when every figure in it was sent: a hole is worse than less said.
 */
export function refusalText(code: string, data: Data = {}): string {
  const figures = shown(data);
  const why = data["why"] === undefined ? "" : `.${data["why"]}`;
  const keys: TextKey[] = [`refusal.${code}${why}.timed`, ...(why ? [`refusal.${code}${why}` as const] : []), `refusal.${code}.figures`, `refusal.${code}`];
  const key = keys.find((one) => known(one) && isFilled(sentence(one), figures));
  return key ? say(key, figures) : code;
}

function isFilled(text: string, figures: Figures): boolean {
  return [...text.matchAll(/\{(\w+)\}/g)].every(([, name]) => name! in figures);
}

function shown(data: Data): Figures {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shownAs(name, value)]));
}

function shownAs(name: string, value: number | string): number | string {
  const word = WORDED[name];
  if (word) return word(String(value));
  return typeof value === "number" && MONEY.has(name) ? figure(value) : value;
}

/** Several figures in one, each worded by itself. */
function each(value: string, word: (one: string) => string): string {
  return value.split(",").map(word).join(say("list.between"));
}
