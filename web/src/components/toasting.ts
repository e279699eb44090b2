import { signal } from "@preact/signals";
import type { Answer } from "../feed/unanswered";
import { refusalText } from "../text/refusal";
import { say } from "../text/say";

/** Short messages that come and go.  To staff a refusal says its clause: "LT 4.2.7: a confirmed wager cannot be changed". */
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

export function toast(tone: Toast["tone"], text: string, clause = ""): void {
  // The same message again is counted, not stacked: an impatient finger must not bury the screen.
  const same = toasts.value.find((shown) => shown.text === text);
  const times = (same?.times ?? 0) + 1;
  const fresh = { id: (last += 1), tone, clause, text, times };
  toasts.value = [...toasts.value.filter((shown) => shown !== same), fresh].slice(-3);
  setTimeout(() => dismiss(fresh.id), STAYS);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((shown) => shown.id !== id);
}

/** Say how a command was answered, where the screen does not show it by itself; guests are not told clauses. */
export function toastAnswer(answer: Answer, { clauses }: { clauses: boolean }): void {
  if (answer.type === "refusal") toast("bad", refusalText(answer.code, answer.data), clauses ? answer.clause : "");
  else if (answer.trimmed) toast("plain", say("toast.trimmed"));
}
