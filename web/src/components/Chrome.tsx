import type { JSX } from "preact";
import type { Connection } from "../feed/feed";
import { language, say, speak, type Language } from "../text/say";
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

const NAMES: Record<Language, string> = { en: "English", zh: "中文" };

/** Offers the other language, in that language. */
export function LanguageSwitch(): JSX.Element {
  const other: Language = language.value === "en" ? "zh" : "en";
  return (
    <button type="button" class="button quiet" lang={other} onClick={() => speak(other)} data-testid="language">
      {NAMES[other]}
    </button>
  );
}

export function Brand(): JSX.Element {
  return (
    <span class="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="13" />
        <path d="M16 7.5l7.6 8.5-7.6 8.5-7.6-8.5z" />
      </svg>
      OpenFelt
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
