import { house } from "../house";
import { LANGUAGES } from "./languages";
import { language } from "./spoken";

/** Times as the station's language writes them, on the clocks of the house; the browser's own are never asked. */

/** The hour as the wall of the house shows it. */
export function clockTime(micros: number): string {
  return written(micros, { hour: "2-digit", minute: "2-digit" });
}

/** The day alone. */
export function dayOf(micros: number): string {
  return written(micros, { dateStyle: "medium" });
}

/** The day, too. */
export function dayAndTime(micros: number): string {
  return written(micros, { dateStyle: "medium", timeStyle: "short" });
}

function written(micros: number, how: Intl.DateTimeFormatOptions): string {
  return new Date(micros / 1000).toLocaleString(LANGUAGES[language.value].locale, { ...how, hourCycle: "h23", timeZone: house.value.time_zone });
}
