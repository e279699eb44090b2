import type { JSX } from "preact";
import type { DisplayView, Paid, Play, Standing } from "../../generated/feed";
import { figure, meter } from "../../money";
import { betName, say } from "../../text/say";
import { rollsText } from "./needs";
import { factsOf } from "./chances";
import type { PlayerModel } from "./model";
import "./wagers.css";

interface Props {
  model: PlayerModel;
  table: DisplayView;
  play: Play;
  /** The dice still roll here: nothing of what they decided is told. */
  moving: boolean;
}

/** Where wagers outlive a round: what each was paid in the last one, and which stand. */
export function Wagers({ model, table, play, moving }: Props): JSX.Element | null {
  if (table.chances.length === 0) return null;
  return (
    <>
      {!moving && <Decided play={play} />}
      <Stands model={model} table={table} standing={moving ? [] : play.standing} />
    </>
  );
}

/** What the last roll did to each wager, and all in all. */
function Decided({ play: { last, last_round: round } }: { play: Play }): JSX.Element | null {
  if (last.length === 0) return null;
  const total = last.reduce((sum, paid) => sum + gain(paid), 0);
  return (
    <section class="decided" data-testid="decided" data-round={round} data-total={total}>
      <h3 class="label">{say("wagers.decided", { n: round })}</h3>
      <ul>
        {last.map((paid) => (
          <li class={tone(gain(paid))} data-paid={paid.bet} data-cents={gain(paid)} key={paid.bet}>
            <span>{betName(paid.bet)}</span>
            <b>{signed(gain(paid))}</b>
          </li>
        ))}
        <li class={`total ${tone(total)}`}>
          <span>{say("wagers.total")}</span>
          <b>{signed(total)}</b>
        </li>
      </ul>
    </section>
  );
}

const gain = ({ amount, returned }: Paid): number => returned - amount;
const tone = (cents: number): string => (cents > 0 ? "won" : cents < 0 ? "lost" : "");
const signed = (cents: number): string => (cents > 0 ? `+${meter(cents)}` : meter(cents));

/** A list to be drawn along; whatever can be done here can be done where the wager lies, too. */
function Stands({ model, table, standing }: { model: PlayerModel; table: DisplayView; standing: readonly Standing[] }): JSX.Element {
  const facts = factsOf(table);
  return (
    <section class="stands">
      {standing.length > 0 && <h3 class="label">{say("wagers.stand")}</h3>}
      <p class="wagers-hint">{say("wagers.hint")}</p>
      {standing.map(({ bet, amount, chance }) => (
        <button type="button" class="stand" onClick={() => model.explain(bet)} data-stands={bet} data-cents={amount} key={bet}>
          <span>{betName(bet)}</span>
          <b>{figure(amount)}</b>
          <i>{rollsText(facts.get(chance))}</i>
        </button>
      ))}
    </section>
  );
}
