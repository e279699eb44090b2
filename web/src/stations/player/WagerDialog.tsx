import type { JSX } from "preact";
import { Dialog } from "../../components/Dialog";
import type { Chance, DisplayView, Play } from "../../generated/feed";
import { oddsText } from "../../layouts/Area";
import { figure } from "../../money";
import { refusalText, type Data } from "../../text/refusal";
import { betName, say } from "../../text/say";
import { factsOf } from "./chances";
import { isOpen } from "./chips-shown";
import type { PlayerModel } from "./model";
import { drawing, going, isInFavour, losing, percentText, winning } from "./needs";
import "./wagers.css";

interface Props {
  model: PlayerModel;
  table: DisplayView;
  play: Play;
}

/** What a bet needs, pays and costs, exactly; and for a wager that stands, what can be done with it. */
export function WagerDialog({ model, table, play }: Props): JSX.Element | null {
  const bet = model.explained.value;
  if (!bet) return null;
  const close = (): void => void (model.explained.value = "");
  return (
    <Dialog title={betName(bet)} onClose={close} key={bet}>
      <Facts table={table} play={play} bet={bet} />
      <form method="dialog" class="dialog-buttons wager-keys">
        <Acts model={model} table={table} play={play} bet={bet} />
        <button class="button gold" data-testid="explained">{say("close")}</button>
      </form>
    </Dialog>
  );
}

function Facts({ table, play, bet }: { table: DisplayView; play: Play; bet: string }): JSX.Element {
  const facts = factsOf(table);
  const stands = play.standing.find((one) => one.bet === bet);
  const spot = play.spots.find((one) => one.bet === bet);
  const chance = facts.get(stands?.chance ?? lineAt(facts, bet, table.point));
  const cap = play.caps.find((one) => one.bet === bet);
  const lies = stands?.amount ?? spot?.amount ?? 0;
  const odds = table.bets.find(({ code }) => code === bet.replace(/:.*@/, ":"))?.odds ?? oddsOf(table, bet);
  return (
    <dl class="facts" data-testid="facts" data-facts={bet}>
      {lies > 0 && <Fact name={say("facts.lies")} text={figure(lies)} />}
      {cap && <Fact name={say("facts.cap")} text={say("facts.cap.room", { most: figure(cap.most), room: figure(cap.room) })} />}
      {chance && <Needs chance={chance} />}
      <Fact name={say("facts.pays")} text={oddsText(odds)} />
      {chance && <Costs chance={chance} />}
    </dl>
  );
}

/** A line whose point is on can only be the one that stands there. */
function lineAt(facts: ReadonlyMap<string, Chance>, bet: string, point: number): string {
  const at = `${bet}@${point}`;
  return facts.has(at) ? at : bet;
}

/** A wager that has gone to a number pays as it did before. */
function oddsOf(table: DisplayView, bet: string): readonly string[] | undefined {
  return table.bets.find(({ code }) => code === bet.split(":")[0])?.odds;
}

function Needs({ chance }: { chance: Chance }): JSX.Element {
  return (
    <>
      <Fact name={say("facts.wins")} text={winning(chance)} />
      <Fact name={say("facts.loses")} text={losing(chance)} />
      {chance.draws.length > 0 && <Fact name={say("facts.draws")} text={drawing(chance)} />}
      {chance.goes.length > 0 && <Fact name={say("facts.goes")} text={going(chance)} />}
    </>
  );
}

function Costs({ chance: { edge, fee } }: { chance: Chance }): JSX.Element {
  return (
    <>
      {!fee.startsWith("0/") && <Fact name={say("facts.fee")} text={say("facts.fee.words", { percent: percentText(fee) })} />}
      <Fact name={say(isInFavour(edge) ? "facts.edge.yours" : "facts.edge")} text={percentText(edge)} />
    </>
  );
}

function Fact({ name, text }: { name: string; text: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** Raise by the chip in hand, lay all odds there may be, take down: closed keys say why. */
function Acts({ model, table, play, bet }: Props & { bet: string }): JSX.Element | null {
  const chip = model.chosen.value;
  const stands = play.standing.find((one) => one.bet === bet);
  const spot = play.spots.find((one) => one.bet === bet);
  const cap = play.caps.find((one) => one.bet === bet);
  if (!isOpen(table) || (!stands && !spot && !cap)) return null;
  const lies = stands?.amount ?? spot?.amount ?? 0;
  const open = { up: "", up_data: {}, down: lies > 0 ? "" : "BET_NOT_OFFERED", down_data: {} };
  const { up, up_data, down, down_data } = stands ?? open;
  return (
    <>
      <Act label={say("facts.raise", { amount: figure(chip) })} why={up} data={up_data} press={() => model.stage(table, bet, chip)} id="raise" />
      {cap && cap.room > 0 && (
        <Act label={say("facts.max", { amount: figure(cap.room) })} why="" data={{}} press={() => model.layOdds(table, [cap])} id="max" />
      )}
      {lies > 0 && <Act label={say("facts.down")} why={down} data={down_data} press={() => model.takeBack(table, bet)} id="down" />}
    </>
  );
}

interface ActProps {
  label: string;
  why: string;
  data: Data;
  press: () => void;
  id: string;
}

function Act({ label, why, data, press, id }: ActProps): JSX.Element {
  return (
    <span class="wager-act">
      <button type="button" class="button" disabled={why !== ""} onClick={press} data-testid={`wager-${id}`}>
        {label}
      </button>
      {why && <i>{refusalText(why, data)}</i>}
    </span>
  );
}
