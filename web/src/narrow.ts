import { signal } from "@preact/signals";

/** Whether the page is a telephone's; the same width as in the style sheets. */
const asked = matchMedia("(max-width: 760px)");
export const isNarrow = signal(asked.matches);
asked.addEventListener("change", () => (isNarrow.value = asked.matches));
