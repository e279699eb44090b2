import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Brand, LanguageSwitch } from "../../components/Chrome";
import type { Start } from "../../generated/feed";
import { get } from "../../http";
import { say } from "../../text/say";
import "../door/door.css";

/** What a person sees at an address where there is nothing: what he may have meant, and where to go from here. */
export function NowherePage({ path }: { path: string }): JSX.Element {
  const hasStart = useSignal(false);
  useEffect(() => {
    // Only the office has a start page: the floor tells nobody which stations there are.
    void get<Start>("/api/start").then((reply) => (hasStart.value = reply.ok), () => undefined);
  }, []);
  const meant = stationMeant(path);
  return (
    <div class="felt door" data-game="office">
      <header class="door-head">
        <Brand />
        <LanguageSwitch />
      </header>
      <main class="door-box panel nowhere" data-testid="nowhere">
        <h1>{say("nowhere.title")}</h1>
        <p class="nowhere-path">{path}</p>
        <p>{say(hasStart.value ? "nowhere.office" : "nowhere.floor")}</p>
        <nav class="nowhere-ways">
          {meant && (
            <a class="button gold" href={meant}>
              {say("nowhere.meant", { address: meant })}
            </a>
          )}
          {hasStart.value && (
            <a class="button gold" href="/">
              {say("nowhere.start")}
            </a>
          )}
          <button type="button" class="button" onClick={() => history.back()}>
            {say("nowhere.back")}
          </button>
        </nav>
      </main>
    </div>
  );
}

/** The address of a station that only lacks its last stroke. */
function stationMeant(path: string): string | null {
  return /^\/s\/[^/]+$/.test(path) ? `${path}/` : null;
}
