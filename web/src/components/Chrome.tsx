import type { JSX } from "preact";
import { beat, engineNow } from "../clock";
import type { Connection } from "../feed/feed";
import { languageAfter, LANGUAGES } from "../text/languages";
import { say } from "../text/say";
import { language, speak } from "../text/spoken";
import { clockTime } from "../text/when";
import "./chrome.css";

/** What stands on every screen: the mark, whether this is a demonstration, the connection, the language. */

export function DemoMark({ demo }: { demo: boolean }): JSX.Element | null {
  return demo ? <span class="demo-mark">{say("demo.mark")}</span> : null;
}

export function ConnectionMark({ state }: { state: Connection }): JSX.Element {
  return (
    <span class={`connection ${state}`} role="status" data-connection={state}>
      <i aria-hidden="true" />
      <span>{say(`connection.${state}`)}</span>
    </span>
  );
}

/**
 * Offers the next language, in that language.
 *
 * Rule: LT Diagram A:6; LT Diagram B:6
 */
export function LanguageSwitch(): JSX.Element {
  const next = languageAfter(language.value);
  const { tag, name } = LANGUAGES[next];
  return (
    <button type="button" class="button quiet" lang={tag} onClick={() => speak(next)} data-testid="language">
      {name}
    </button>
  );
}

/** The floor's time of day: the clock of the terminal itself is never asked. */
export function TimeOfDay(): JSX.Element {
  beat.value;
  return (
    <time class="time-of-day" aria-label={say("clock.name")} data-testid="time-of-day">
      {clockTime(engineNow())}
    </time>
  );
}

export function Brand(): JSX.Element {
  return (
    <span class="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="13" />
        <path d="M16 7.5l7.6 8.5-7.6 8.5-7.6-8.5z" />
      </svg>
      <span>OpenFelt</span>
    </span>
  );
}

/** Over everything while there is no connection: what is shown may be old, and nothing can be asked.  A guest hears about his money. */
export function ConnectionVeil({ state, why, guest = false }: { state: Connection; why: string | null; guest?: boolean }): JSX.Element | null {
  if (state === "live") return null;
  const text = state === "ended" ? say(`error.${why ?? "INTERNAL"}`) : say(`connection.${state}.long`);
  return (
    <div class={`veil ${state}`} role="alert">
      <div class="veil-box panel">
        {state !== "ended" && <span class="spinner" aria-hidden="true" />}
        <span>
          {text} {guest && state === "lost" && say("connection.safe")}
        </span>
        {why === "REPLACED" && (
          <button type="button" class="button gold" onClick={() => location.reload()} data-testid="use-here">
            {say("veil.use_here")}
          </button>
        )}
      </div>
    </div>
  );
}
