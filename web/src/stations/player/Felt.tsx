import type { JSX } from "preact";
import { gameOf } from "../../games/find";
import type { DisplayView, Play, PlayerView, Result } from "../../generated/feed";
import type { LayoutProps, LayoutTouch } from "../../layouts/props";
import { figure } from "../../money";
import { momentOf, type Moment } from "../../table/moment";
import { PhaseStrip, roundText, voidText } from "../../table/PhaseStrip";
import { say } from "../../text/say";
import { chipsShown, isOpen } from "./chips-shown";
import { factsOf } from "./chances";
import type { PlayerModel } from "./model";
import { isWin, moneyOf, type RoundMoney } from "./outcome";

interface Props {
  model: PlayerModel;
  view: PlayerView;
  table: DisplayView;
  play: Play;
}

type OutcomeProps = Props & Pick<Moment, "held" | "moving">;

/** The table in front of the player: what happens, cards or dice, and the layout he bets on. */
export function Felt({ model, view, table: known, play }: Props): JSX.Element {
  const { shown: table, held, moving } = momentOf(known);
  const { Cloth } = gameOf(table);
  return (
    <section class="felt-column">
      <div class="felt-head">
        <PhaseStrip table={table} line={model.takes.value ? hint(model) : headline(view, table, play, held)} />
        <div class="felt-outcome">
          <Outcome model={model} view={view} table={table} play={play} held={held} moving={moving} />
        </div>
      </div>
      <div class={`felt-layout ${model.takes.value ? "taking" : ""}`}>
        <Cloth {...layoutProps(model, view, table, play, held)} />
      </div>
    </section>
  );
}

function Outcome({ held, moving, ...props }: OutcomeProps): JSX.Element {
  const { table } = props;
  const { Stage } = gameOf(table);
  return table.phase === "awaiting_shoot" ? <ShooterCall {...props} /> : <Stage table={table} held={held} moving={moving} />;
}

function layoutProps(model: PlayerModel, view: PlayerView, table: DisplayView, play: Play, held: Result | null): LayoutProps {
  const open = isOpen(table) && !table.suspended;
  // Who has taken his money has left: his chips are not there for the next guest.
  const laid: LayoutProps["laid"] = view.account === "closed" ? new Map() : chipsShown(table, play, model.feed.unanswered.list.value);
  const touch: LayoutTouch = {
    tap: (bet) => (model.takes.value ? model.takeDown(table, bet, laid.get(bet)?.amount ?? 0) : model.stage(table, bet, model.chosen.value)),
    move: (bet, to) => model.move(table, bet, to),
    takeBack: (bet) => model.takeBack(table, bet),
    explain: table.chances.length > 0 ? (bet) => model.explain(bet) : undefined,
  };
  // Whoever already bets on the next round is not to take the last one's winners for his own.
  const winners = isOpen(table) && laid.size > 0 ? [] : (held?.winners ?? []);
  return {
    ...printed(table.bets),
    laid,
    room: new Map(Object.entries(table.room)),
    winners: new Set(winners),
    point: table.point,
    facts: factsOf(table),
    caps: new Map(play.caps.map((cap) => [cap.bet, cap])),
    open,
    touch,
  };
}

const prints = new WeakMap<DisplayView["bets"], Pick<LayoutProps, "odds" | "pieces" | "off">>();

/** What is printed of each bet: the same as long as the server sends the same. */
function printed(bets: DisplayView["bets"]): Pick<LayoutProps, "odds" | "pieces" | "off"> {
  const known = prints.get(bets);
  if (known) return known;
  const odds = new Map(bets.map((bet) => [bet.code, bet.odds]));
  const pieces = new Map(bets.filter((bet) => bet.pieces.length > 0).map((bet) => [bet.code, bet.pieces]));
  const off = new Set(bets.filter((bet) => !bet.offered).map((bet) => bet.code));
  const made = { odds, pieces, off };
  prints.set(bets, made);
  return made;
}

/** What a touch does while chips are taken off. */
function hint(model: PlayerModel): string {
  return say("take_down.hint", { amount: figure(model.chosen.value) });
}

/** The line under the phase: what the last round brought, else the round's number. */
function headline(view: PlayerView, table: DisplayView, play: Play, held: Result | null): string {
  if (held?.void) return voidText(table, held.round);
  if (held?.corrected) return say("round.corrected", { n: held.round, result: gameOf(table).headline(held) });
  if (!held || view.account === "closed" || play.last_round !== held.round || play.last.length === 0) return roundText(table);
  const money = moneyOf(play);
  return money ? say(isWin(money) ? "round.won" : "round.money", { result: gameOf(table).headline(held), ...figures(money) }) : roundText(table);
}

/** What a player staked, what came back, and the difference: with its sign. */
function figures({ staked, returned, net }: RoundMoney): Record<string, string> {
  return { staked: figure(staked), returned: figure(returned), net: net > 0 ? `+${figure(net)}` : figure(net) };
}

/** The shooter gets one large button; everybody else reads who shoots. */
function ShooterCall({ model, view, table, play }: Props): JSX.Element {
  const mine = table.shooter === view.terminal;
  if (!mine) return <p class="shooter-line">{say("shooter.other", { seat: table.shooter_seat })}</p>;
  return (
    <button type="button" class="button gold shoot" disabled={play.may.shoot !== ""} onClick={() => model.shoot(table)} data-testid="shoot">
      {say("shooter.shoot")}
    </button>
  );
}
