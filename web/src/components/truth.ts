import { useEffect } from "preact/hooks";
import { useSignal, type ReadonlySignal } from "@preact/signals";
import type { DisplayView } from "../generated/feed";
import type { Holds } from "./toasting";

/** How long a message is true: a page takes it away when it is not. */

const SETTLES_MS = 1_000;

/** What a key says of itself is true until it says something else. */
export function useTruth(reason: string, data: unknown): () => Holds {
  const says = `${reason} ${JSON.stringify(data)}`;
  const said = useSignal(says);
  useEffect(() => void (said.value = says));
  return () => {
    const then = said.peek();
    return () => said.value === then;
  };
}

/** How a table stands: a message about one moment is not true of the next. */
export function standOf(table: DisplayView | null): string {
  return table ? `${table.round} ${table.phase} ${table.suspended}` : "";
}

/** True until something goes on.  An answer may come before the view it was given on: that change is part of it. */
export function whileSame(stand: ReadonlySignal<string>): Holds {
  const since = performance.now();
  let then = stand.peek();
  return () => {
    const now = stand.value;
    if (performance.now() - since < SETTLES_MS) then = now;
    return now === then;
  };
}
