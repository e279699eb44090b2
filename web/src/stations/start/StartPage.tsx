import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Brand, DemoMark, LanguageSwitch } from "../../components/Chrome";
import type { Kind, Start, StationLink } from "../../generated/feed";
import { get } from "../../http";
import { say } from "../../text/say";
import "./start.css";

/** Where every station is.  It only links: each station has its own face, key and sign-in. */
export function StartPage(): JSX.Element {
  const start = useSignal<Start | null>(null);
  useEffect(() => {
    const load = (): void =>
      void get<Start>("/api/start").then(
        (reply) => (reply.ok ? (start.value = reply.body) : setTimeout(load, 2_000)),
        () => setTimeout(load, 2_000),
      );
    load();
  }, []);
  const links = start.value?.stations ?? [];
  return (
    <div class="felt start" data-game="office">
      <header class="start-head">
        <Brand />
        <span class="top-space" />
        <DemoMark demo={start.value?.demo ?? false} />
        <LanguageSwitch />
      </header>
      <main class="start-body">
        <h1>{say("start.title")}</h1>
        <p>{say("start.words")}</p>
        {[...new Set(links.map((link) => link.kind))].map((kind) => (
          <Group kind={kind} links={links.filter((link) => link.kind === kind)} key={kind} />
        ))}
      </main>
    </div>
  );
}

function Group({ kind, links }: { kind: Kind; links: readonly StationLink[] }): JSX.Element | null {
  if (links.length === 0) return null;
  return (
    <section class="start-group">
      <h2>{say(`start.${kind}`)}</h2>
      <p>{say(`start.${kind}.words`)}</p>
      <ul>
        {links.map((link) => (
          <li key={link.station}>
            <a class="button" href={link.url} target="_blank" rel="noreferrer">
              <b>{link.station}</b>
              <span>{link.tables.join(", ")}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
