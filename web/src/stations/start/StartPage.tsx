import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Brand, DemoMark, LanguageSwitch } from "../../components/Chrome";
import type { Kind, Start, StationLink } from "../../generated/feed";
import { get } from "../../http";
import { gameName, say } from "../../text/say";
import { language } from "../../text/spoken";
import "./start.css";

/** Seats are taken and left while somebody looks. */
const AGAIN_MS = 5_000;

/** Where every station is.  It only links: each station has its own face, key and sign-in. */
export function StartPage(): JSX.Element {
  const start = useSignal<Start | null>(null);
  useEffect(() => {
    const load = (): void =>
      void get<Start>("/api/start")
        .then((reply) => reply.ok && (start.value = reply.body), () => undefined)
        .then(() => setTimeout(load, AGAIN_MS));
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
  const free = links.filter(({ seat }) => seat === "free").length;
  const robots = links.filter(({ seat }) => seat === "robot").length;
  return (
    <section class="start-group" data-kind={kind}>
      <h2>{say(`start.${kind}`)}</h2>
      <p>
        {say(`start.${kind}.words`)} {links.some(({ seat }) => seat) && say("start.seats", { free, all: links.length })} {robots > 0 && say("start.robots", { n: robots })}
      </p>
      <ul>
        {links.map((link) => (
          <li key={link.station}>
            <Link link={link} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The station opens in the language of this page. */
function Link({ link: { url, station, tables, games, seat } }: { link: StationLink }): JSX.Element {
  const between = say("list.between");
  return (
    <a class={`button ${seat}`} href={`${url}#${language.value}`} target="_blank" rel="noreferrer" data-seat={seat}>
      <b>{station}</b>
      <span>{games.map(gameName).join(between)}</span>
      <span>{tables.join(between)}</span>
      {seat && <em>{say(`start.seat.${seat}`)}</em>}
    </a>
  );
}
