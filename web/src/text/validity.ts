import { say } from "./say";

/** What a browser says of a field that is empty or wrong, in the station's language instead of its own. */
export function sayWhatIsWrong(): void {
  document.addEventListener("invalid", ({ target }) => complain(target as HTMLInputElement), true);
  // A complaint holds the whole form back until it is taken back, and a field may be filled by a key beside it.
  for (const act of ["input", "click"]) document.addEventListener(act, forgive, true);
}

function complain(field: HTMLInputElement): void {
  const { valueMissing } = field.validity;
  const text = !valueMissing ? say("field.wrong") : field.type === "radio" ? say("field.choose") : say("field.missing");
  field.setCustomValidity(text);
}

/** Whoever goes on is judged anew. */
function forgive(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input, select, textarea")) field.setCustomValidity("");
}
