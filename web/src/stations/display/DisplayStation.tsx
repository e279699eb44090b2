import type { JSX } from "preact";
import { Brand, ConnectionMark, ConnectionVeil, DemoMark, LanguageSwitch } from "../../components/Chrome";
import type { Feed } from "../../feed/feed";
import { gameOf } from "../../games/find";
import type { DisplayCommand, DisplayView, Result } from "../../generated/feed";
import { oddsText } from "../../layouts/Area";
import { momentOf, type Moment } from "../../table/moment";
import { PhaseStrip } from "../../table/PhaseStrip";
import { Notices, Sign } from "../../table/Sign";
import { betName, gameName, say } from "../../text/say";
import "./display.css";

/** The display over a table: what came, what has been, what the sign says.  It asks for nothing. */
export function DisplayStation({ feed }: { feed: Feed<DisplayCommand> }): JSX.Element {
  const topic = feed.topics.names().find((name) => name.startsWith("display:"));
  const table = topic ? feed.topics.view<DisplayView>(topic) : null;
  return (
    <div class="felt" data-game={table?.game ?? ""}>
      {table && (
        <div class="display-screen">
          <header class="display-head">
            <Brand />
            <h1>
              {gameName(table.game)} <span>{table.table}</span>
            </h1>
            <span class="top-space" />
            <DemoMark demo={table.demo} />
            <ConnectionMark state={feed.connection.value} />
            <LanguageSwitch />
          </header>
          <Body table={table} />
        </div>
      )}
      <ConnectionVeil state={feed.connection.value} why={feed.ended.value} />
    </div>
  );
}

function Body({ table: known }: { table: DisplayView }): JSX.Element {
  const { shown: table, held, moving } = momentOf(known);
  const { Past } = gameOf(table);
  return (
    <main class="display-body">
      <section class="display-now">
        <PhaseStrip table={table} />
        <Headline text={held ? resultText(table, held) : ""} />
      </section>
      <section class="display-outcome">
        <Outcome table={table} held={held} moving={moving} />
      </section>
      <section class="display-past panel">
        <Past table={table} wide />
      </section>
      <aside class="display-sign panel">
        <Notices table={table} />
        <h3 class="label">{say("sign.title")}</h3>
        <Sign limits={table.limits} />
        <h3 class="label">{say("sign.odds")}</h3>
        <OddsSign table={table} held={held} />
      </aside>
    </main>
  );
}

/** How the round came out, in letters to be read across a room; a whole sentence leaves the phase its place. */
function Headline({ text }: { text: string }): JSX.Element {
  return (
    <p class={`display-result ${lettersOf(text) > LONG ? "sentence" : ""}`} data-testid="result">
      {text}
    </p>
  );
}

function resultText(table: DisplayView, result: Result): string {
  if (result.void) return say("round.void", { n: result.round });
  const came = gameOf(table).headline(result);
  return result.corrected ? say("round.corrected", { n: result.round, result: came }) : came;
}

function Outcome({ table, held, moving }: { table: DisplayView } & Pick<Moment, "held" | "moving">): JSX.Element {
  if (table.phase === "awaiting_shoot") return <p class="display-shooter">{say("shooter.other", { seat: table.shooter_seat })}</p>;
  const { Stage } = gameOf(table);
  return <Stage table={table} held={held} moving={moving} />;
}

/** With more lines than these a low screen shows two beside each other. */
const MANY = 9;

/** A line of so many letters takes the whole width where two stand beside each other. */
const LONG = 20;

/** How many letters wide a text is: a Chinese one takes the room of two. */
function lettersOf(text: string): number {
  return [...text].reduce((wide, letter) => wide + (letter > "\u2e7f" ? 2 : 1), 0);
}

/** What each bet pays, and which of them the result does; bets of one family that pay alike share a line. */
function OddsSign({ table, held }: { table: DisplayView; held: Result | null }): JSX.Element {
  const lines = new Map<string, string>();
  const pays = new Set<string>();
  for (const bet of table.bets) {
    // What consists of other bets pays as they do.
    if (bet.pieces.length > 0) continue;
    const family = bet.code.split(":")[0]!;
    const name = family === bet.code || family === "total" ? betName(bet.code) : say(`bet.${family}`);
    lines.set(name, oddsText(bet.odds));
    if (held?.winners.includes(bet.code)) pays.add(name);
  }
  return (
    <dl class={`sign odds-sign ${lines.size > MANY ? "many" : ""}`}>
      {[...lines].map(([name, odds]) => (
        <div key={name} class={`${pays.has(name) ? "pays" : ""} ${name.length + odds.length > LONG ? "long" : ""}`}>
          <dt>{name}</dt>
          <dd>{odds}</dd>
        </div>
      ))}
    </dl>
  );
}
