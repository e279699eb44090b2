import type { JSX } from "preact";
import { Brand, ConnectionMark, ConnectionVeil, DemoMark, LanguageSwitch } from "../../components/Chrome";
import { DiceHistory, DiceStatistics } from "../../components/DiceHistory";
import { BaccaratStatistics, BeadPlate, BigRoad } from "../../components/Roads";
import type { Feed } from "../../feed/feed";
import type { DisplayCommand, DisplayView, Result } from "../../generated/feed";
import { oddsText } from "../../layouts/Area";
import { coupsOf, rollsOf } from "../../results";
import { DiceStage } from "../../table/DiceStage";
import { Hands, handsOf } from "../../table/Hands";
import { resultHeldUp } from "../../table/moment";
import { PhaseStrip } from "../../table/PhaseStrip";
import { Notices, Sign } from "../../table/Sign";
import { betName, say } from "../../text/say";
import "./display.css";

/** The display over a table: what came, what has been, what the sign says.  It asks for nothing. */
export function DisplayStation({ feed }: { feed: Feed<DisplayCommand> }): JSX.Element {
  const topic = feed.topics.names().find((name) => name.startsWith("display:"));
  const table = topic ? feed.topics.view<DisplayView>(topic) : null;
  return (
    <div class="felt" data-game={table?.game ?? "baccarat"}>
      {table && (
        <div class="display-screen">
          <header class="display-head">
            <Brand />
            <h1>
              {say(`game.${table.game}`)} <span>{table.table}</span>
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

function Body({ table }: { table: DisplayView }): JSX.Element {
  const held = resultHeldUp(table);
  const dice = table.game === "sic bo";
  return (
    <main class="display-body">
      <section class="display-now">
        <PhaseStrip table={table} />
        <p class="display-result" data-testid="result">
          {held ? resultText(held) : ""}
        </p>
      </section>
      <section class="display-outcome">{dice ? <DiceOutcome table={table} held={held} /> : <Hands {...handsOf(table, held)} />}</section>
      <section class="display-past panel">{dice ? <DicePast table={table} /> : <CoupPast table={table} />}</section>
      <aside class="display-sign panel">
        <Notices table={table} />
        <h3 class="label">{say("sign.title")}</h3>
        <Sign limits={table.limits} />
        <h3 class="label">{say("sign.odds")}</h3>
        <OddsSign table={table} />
      </aside>
    </main>
  );
}

function resultText(result: Result): string {
  if (result.void) return say("round.void", { n: result.round });
  const dice = result.dice.length > 0;
  const main = dice ? ["any_triple", "small", "big"] : ["player", "banker", "tie"];
  const winner = main.find((bet) => result.winners.includes(bet));
  const name = winner ? betName(winner) : "";
  if (dice) return `${result.points[0]} · ${name}`;
  return winner === "tie" ? name : say("display.wins", { winner: name });
}

function DiceOutcome({ table, held }: { table: DisplayView; held: Result | null }): JSX.Element {
  if (table.phase === "awaiting_shoot") return <p class="display-shooter">{say("shooter.other", { seat: table.shooter_seat })}</p>;
  return <DiceStage table={table} held={held} />;
}

function CoupPast({ table }: { table: DisplayView }): JSX.Element {
  const coups = coupsOf(table.results);
  return (
    <>
      <h3 class="label">{say("road.big")}</h3>
      <BigRoad coups={coups} columns={40} />
      <div class="display-past-row">
        <div>
          <h3 class="label">{say("road.bead")}</h3>
          <BeadPlate coups={coups} columns={20} />
        </div>
        <div>
          <h3 class="label">{say("statistics.title")}</h3>
          <BaccaratStatistics coups={coups} />
        </div>
      </div>
    </>
  );
}

function DicePast({ table }: { table: DisplayView }): JSX.Element {
  const rolls = rollsOf(table.results);
  return (
    <div class="display-past-row dice-past">
      <div>
        <h3 class="label">{say("dice.history")}</h3>
        <DiceHistory rolls={rolls} rows={8} />
      </div>
      <div>
        <h3 class="label">{say("statistics.title")}</h3>
        <DiceStatistics rolls={rolls} />
        <p class="display-shooter-line">{table.shooter_seat > 0 ? say("shooter.seat", { seat: table.shooter_seat }) : ""}</p>
      </div>
    </div>
  );
}

/** What each bet pays; bets of one family that pay alike share a line. */
function OddsSign({ table }: { table: DisplayView }): JSX.Element {
  const lines = new Map<string, string>();
  for (const bet of table.bets) {
    const family = bet.code.split(":")[0]!;
    const name = family === bet.code || family === "total" ? betName(bet.code) : say(`bet.${family}`);
    lines.set(name, oddsText(bet.odds));
  }
  return (
    <dl class="sign odds-sign">
      {[...lines].map(([name, odds]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{odds}</dd>
        </div>
      ))}
    </dl>
  );
}
