import type { JSX } from "preact";
import { Brand, ConnectionMark, ConnectionVeil, DemoMark, LanguageSwitch } from "../../components/Chrome";
import type { Feed } from "../../feed/feed";
import { gameOf } from "../../games/find";
import { meter } from "../../money";
import type { DisplayCommand, DisplayView, Result } from "../../generated/feed";
import { momentOf, type Moment } from "../../table/moment";
import { oddsLines } from "../../table/odds-lines";
import { PhaseStrip, voidText } from "../../table/PhaseStrip";
import { Notices, Sign } from "../../table/Sign";
import { gameName, say } from "../../text/say";
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
  const { Past, OddsSign = Odds } = gameOf(table);
  return (
    <main class="display-body">
      <section class="display-now">
        <PhaseStrip table={table} />
        <Wins table={table} />
        <Headline text={held ? resultText(table, held) : ""} />
      </section>
      <section class="display-outcome">
        <Outcome table={table} held={held} moving={moving} />
      </section>
      <section class="display-past panel" aria-label={`${say("past.title")}, ${say("past.only")}`}>
        <Past table={table} wide />
      </section>
      <div class="display-notices">
        <Notices table={table} />
      </div>
      <aside class="display-sign panel">
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

/** For so many there is a place. */
const WINS = 4;

/** Who won how much in the last round, by seat, as their own meters say it. */
// Rule: AC 3.6.2; AC 3.6.3; SB 3.6.3; SB 3.6.4
function Wins({ table: { wins, winners } }: { table: DisplayView }): JSX.Element | null {
  if (wins.length === 0) return null;
  const named = winners > WINS ? wins.slice(0, WINS - 1) : wins;
  return (
    <ul class="display-wins" aria-label={say("wins.title")} data-testid="wins">
      {named.map(({ seat, amount }) => (
        <li key={seat} data-seat={seat} data-cents={amount}>
          {say("wins.seat", { seat })} <b>{meter(amount)}</b>
        </li>
      ))}
      {winners > named.length && <li>{say("wins.more", { n: winners - named.length })}</li>}
    </ul>
  );
}

function resultText(table: DisplayView, result: Result): string {
  if (result.void) return voidText(table, result.round);
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

/** What each bet pays, and which of them the result does. */
function Odds({ table, held }: { table: DisplayView; held: Result | null }): JSX.Element {
  const lines = oddsLines(table);
  const pays = (bets: readonly string[]): boolean => bets.some((bet) => held?.winners.includes(bet));
  return (
    <dl class={`sign odds-sign ${lines.length > MANY ? "many" : ""}`}>
      {lines.map(({ name, odds, bets }) => (
        <div key={name} class={`${pays(bets) ? "pays" : ""} ${name.length + odds.length > LONG ? "long" : ""}`}>
          <dt class={/\d/.test(name) ? "figured" : ""}>{name}</dt>
          <dd>{odds}</dd>
        </div>
      ))}
    </dl>
  );
}
