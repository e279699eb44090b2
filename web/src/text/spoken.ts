import { signal } from "@preact/signals";
import { isLanguage, LANGUAGES, learn, type Language } from "./languages";

/**
 * Which language this page speaks, and for how long that is remembered.
 *
 * A station has one of its own, kept by the browser.  A guest's choice goes with him: it outlives a reload, not his account.
 */

const KEPT = "openfelt.language";
/** A guest who has cashed out still reads what becomes of his ticket. */
const READS_MS = 30_000;

export const language = signal<Language>(await atFirst());

let isGuests = false;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** A page says its first word in its own language, and in English where that cannot be had. */
async function atFirst(): Promise<Language> {
  const first = guests() ?? stations();
  return learn(first).then(() => first, () => "en");
}

/** The language in an address (`/s/T1/#zh-Hant`) becomes the station's: the start page hands on its own so. */
function named(): Language | undefined {
  const word = globalThis.location?.hash.slice(1);
  return isLanguage(word) ? word : undefined;
}

function guests(): Language | undefined {
  const word = named() ? null : globalThis.sessionStorage?.getItem(KEPT);
  return isLanguage(word) ? word : undefined;
}

function stations(): Language {
  const word = named() ?? globalThis.localStorage?.getItem(KEPT);
  return isLanguage(word) ? word : "en";
}

/** What a page does first. */
export function beginSpeaking(): void {
  const asked = named();
  if (asked) {
    localStorage.setItem(KEPT, asked);
    sessionStorage.removeItem(KEPT);
    history.replaceState(null, "", location.pathname + location.search);
  }
  show(guests() ?? stations());
}

/** From here on a choice is a guest's. */
export function speakToGuests(): void {
  isGuests = true;
}

/** Somebody has chosen. */
export function speak(next: Language): void {
  clearTimeout(leaving);
  (isGuests ? sessionStorage : localStorage).setItem(KEPT, next);
  show(next);
}

/** His account has ended: whoever comes next finds the station's language, unless he has already chosen. */
export function guestLeaves(): void {
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    sessionStorage.removeItem(KEPT);
    show(stations());
  }, READS_MS);
}

let wanted: Language = language.peek();

/** What was asked for last is shown once its texts are there; until then, or where they do not come, the page goes on as it is. */
function show(next: Language): void {
  wanted = next;
  void learn(next).then(() => {
    if (wanted === next) language.value = next;
    return dressIn(next);
  }, () => undefined);
}

/** The page is in a language once it is drawn as that: a sheet that does not come keeps nobody from reading. */
async function dressIn(next: Language): Promise<void> {
  const { fonts, tag } = LANGUAGES[next];
  await fonts().catch(() => undefined);
  if (language.peek() === next) document.documentElement.lang = tag;
}
