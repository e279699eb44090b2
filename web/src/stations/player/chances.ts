import type { Chance, DisplayView } from "../../generated/feed";

const told = new WeakMap<DisplayView["chances"], ReadonlyMap<string, Chance>>();

/** What each bet of a table needs, by its code: the same as long as the server sends the same. */
export function factsOf({ chances }: DisplayView): ReadonlyMap<string, Chance> {
  const known = told.get(chances);
  if (known) return known;
  const made = new Map(chances.map((chance) => [chance.code, chance]));
  told.set(chances, made);
  return made;
}
