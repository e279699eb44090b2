import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Dialog } from "../components/Dialog";
import { gameOf } from "../games/find";
import type { DisplayView, Result } from "../generated/feed";
import { say } from "../text/say";
import { voidText } from "./PhaseStrip";
import { lastGames, tableThen } from "./past";

/** So long one card lies before the next. */
const STEP_MS = 700;

/** The last games once more, plainly marked: nothing here can be taken for the round that is played now. */
export function Replay({ table, onClose }: { table: DisplayView; onClose: () => void }): JSX.Element {
  const games = lastGames(table);
  const chosen = useSignal(games[0]?.round ?? 0);
  // A game that has gone from the last ten since leaves its place to the newest.
  const result = games.find(({ round }) => round === chosen.value) ?? games[0];
  return (
    <Dialog title={say("replay.title")} onClose={onClose} wide>
      {result ? <Past table={table} result={result} key={result.round} /> : <p>{say("replay.none")}</p>}
      <div class="replay-games" role="radiogroup" aria-label={say("replay.title")}>
        {games.map((past) => (
          <button type="button" role="radio" class="button quiet" aria-checked={past.round === result?.round} onClick={() => (chosen.value = past.round)} data-replay={past.round} key={past.round}>
            {past.round} <Mark table={table} result={past} />
          </button>
        ))}
      </div>
      <form method="dialog" class="dialog-buttons">
        <button class="button gold">{say("close")}</button>
      </form>
    </Dialog>
  );
}

function Mark({ table, result }: { table: DisplayView; result: Result }): JSX.Element {
  const { text, tone } = result.void ? { text: "–", tone: "" } : gameOf(table).mark(result);
  return <i class={`replay-mark ${tone}`}>{text}</i>;
}

/** One game as it came: card by card where it has cards. */
function Past({ table, result }: { table: DisplayView; result: Result }): JSX.Element {
  const { Stage, headline, steps } = gameOf(table);
  const then = tableThen(table, result);
  const told = result.void ? [] : (steps?.(result) ?? []);
  const step = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => (step.value += 1), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  const now = told[step.value];
  return (
    <section class="replay" data-testid="replay" data-round={result.round}>
      <p class="replay-head">
        <b class="replay-word">{say("replay.mark")}</b>
        <span>{say("round.number", { n: result.round })}</span>
        <strong>{result.void ? voidText(table, result.round) : now ? "" : headline(result)}</strong>
      </p>
      <div class="replay-stage">
        <Stage table={now ? { ...then, ...now } : then} held={now ? null : result} />
      </div>
    </section>
  );
}
