import { effect, signal } from "@preact/signals";
import type { Answer } from "../feed/unanswered";
import { refusalText } from "../text/refusal";
import { say } from "../text/say";

/** Short messages that come and go.  Staff is told the clause of a refusal, guests the plain words alone. */
export interface Toast {
  id: number;
  tone: "plain" | "good" | "bad";
  clause: string;
  text: string;
  times: number;
}

export const toasts = signal<readonly Toast[]>([]);
const STAYS = 5_000;
let last = 0;
let plain = false;

/** Say no clauses from now on: this page is for guests. */
export function sayPlainly(): void {
  plain = true;
}

/** Whether a message is still true; it reads signals, and is asked again when one of them changes. */
export type Holds = () => boolean;

export function toast(tone: Toast["tone"], text: string, clause = "", holds?: Holds): void {
  // The same message again is counted, not stacked, also where seconds have passed in it: an impatient finger must
  // not bury the screen.
  const same = toasts.peek().find((shown) => withoutFigures(shown.text) === withoutFigures(text));
  const times = (same?.times ?? 0) + 1;
  const fresh = { id: (last += 1), tone, clause: plain ? "" : clause, text, times };
  toasts.value = [...toasts.peek().filter((shown) => shown !== same), fresh].slice(-3);
  const stop = holds && watch(fresh.id, holds);
  setTimeout(() => {
    stop?.();
    dismiss(fresh.id);
  }, STAYS);
}

function withoutFigures(text: string): string {
  return text.replace(/\d+/g, "");
}

/** Take a message away as soon as it is no longer true. */
function watch(id: number, holds: Holds): () => void {
  return effect(() => {
    if (!holds()) dismiss(id);
  });
}

export function dismiss(id: number): void {
  toasts.value = toasts.peek().filter((shown) => shown.id !== id);
}

/** Make room for a question that opens: what went well has been seen, what was refused may be why it opens. */
export function makeRoom(): void {
  toasts.value = toasts.peek().filter((shown) => shown.tone === "bad");
}

/** Say how a command was answered, where the screen does not show it by itself. */
export function toastAnswer(answer: Answer, holds?: Holds): void {
  if (answer.type === "refusal") toast("bad", refusalText(answer.code, answer.data), answer.clause, holds);
  else if (answer.trimmed) toast("plain", say("toast.trimmed"));
}
