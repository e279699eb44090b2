/** How persons are called.  The floor knows them by ids; the server says the name of whoever is signed in here. */

const NAMES = new Map<string, string>();

export function nameIs(person: string, name: string): void {
  if (person && name) NAMES.set(person, name);
}

/** A person's name; whoever is not known by one is shown as he was told. */
export function called(person: string): string {
  return NAMES.get(person) ?? person;
}
