import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { gameOf } from "../../games/find";
import type { DisplayView, Result } from "../../generated/feed";
import { reasonText, say } from "../../text/say";

const SHOWN = 6;

/** The rounds that were played, newest first: how each came out, and which were voided or corrected. */
export function PastRounds({ table }: { table: DisplayView }): JSX.Element | null {
  const all = useSignal(false);
  const past = table.results.toReversed();
  if (past.length === 0) return null;
  return (
    <section class="past-rounds">
      <h3 class="label">{say("past.rounds")}</h3>
      <ol>
        {(all.value ? past : past.slice(0, SHOWN)).map((result) => (
          <PastRound table={table} result={result} key={result.round} />
        ))}
      </ol>
      {past.length > SHOWN && (
        <button type="button" class="button" onClick={() => (all.value = !all.value)} aria-expanded={all.value}>
          {say(all.value ? "past.fewer" : "past.all", { n: past.length })}
        </button>
      )}
    </section>
  );
}

function PastRound({ table, result }: { table: DisplayView; result: Result }): JSX.Element {
  return (
    <li class={result.void ? "void" : ""} data-round={result.round}>
      <span class="past-number">{result.round}</span>
      <span class="past-words">{result.void ? reasonText(result.void) : gameOf(table).headline(result)}</span>
      {result.void && <em>{say("past.void")}</em>}
      {result.corrected && <em>{say("past.corrected")}</em>}
    </li>
  );
}
