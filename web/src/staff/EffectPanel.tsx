import type { JSX } from "preact";
import { engineNow } from "../clock";
import type { Change, Effect, Fact } from "../generated/feed";
import { meter } from "../money";
import { known, say, type TextKey } from "../text/say";
import { clockTime } from "../text/when";

const MINUTE = 60_000_000;

/** What an act would do: in sentences, and in money for each terminal it touches.  Every figure is the server's. */
export function EffectPanel({ effect }: { effect: Effect }): JSX.Element {
  const moved = effect.changes.length > 0 || effect.bank !== 0 || effect.claims !== 0;
  return (
    <div class="effect" data-testid="effect">
      <ul class="effect-facts">
        {[...new Set(effect.facts.map(factText).filter(Boolean))].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {effect.loose && (
        <p class="effect-loose" data-testid="effect-loose">
          {say("effect.loose")}
        </p>
      )}
      {moved ? <Money effect={effect} /> : <p class="effect-none">{say("effect.no_money")}</p>}
    </div>
  );
}

/** Some events say when: then the sentence depends on whether that is now, at a time, or after a round. */
function factText({ event, round, at }: Fact): string {
  const left = Math.max(0, at - engineNow());
  const keys = [left > 0 ? `effect.${event}.later` : at > 0 ? `effect.${event}.soon` : "", `effect.${event}`];
  const key = keys.find(known);
  if (!key) return "";
  return say(key as TextKey, { n: round, time: clockTime(at), minutes: Math.ceil(left / MINUTE) });
}

function Money({ effect }: { effect: Effect }): JSX.Element {
  return (
    <>
      <dl class="effect-sums">
        <Sum label="effect.players" cents={effect.changes.reduce((sum, one) => sum + one.credit_after - one.credit, 0)} />
        {effect.claims !== 0 && <Sum label="effect.claims" cents={effect.claims} />}
        <Sum label="effect.bank" cents={effect.bank} />
      </dl>
      {effect.changes.length > 0 && <Changes changes={effect.changes} />}
    </>
  );
}

function Changes({ changes }: { changes: readonly Change[] }): JSX.Element {
  return (
    <div class="effect-scroll">
      <table class="effect-changes">
        <thead>
          <tr>
            <th>{say("terminals.seat")}</th>
            <th class="number">{say("meter.credit")}</th>
            <th class="number">{say("effect.moves")}</th>
            <th class="number">{say("effect.on_table")}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((one) => (
            <tr key={one.terminal} data-effect={one.terminal}>
              <td>
                {one.seat} · {one.terminal}
              </td>
              <td class="number" data-label={say("meter.credit")}>
                {meter(one.credit)} → <b>{meter(one.credit_after)}</b>
              </td>
              <td class={`number ${tone(one.credit_after - one.credit)}`}>
                {signed(one.credit_after - one.credit)}
                {one.owed !== 0 && <small>{say("effect.owed", { amount: signed(one.owed) })}</small>}
              </td>
              <td class="number" data-label={say("effect.on_table")}>
                {meter(one.staked)} → {meter(one.staked_after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sum({ label, cents }: { label: TextKey; cents: number }): JSX.Element {
  return (
    <div>
      <dt>{say(label)}</dt>
      <dd class={tone(cents)} data-sum={label}>
        {signed(cents)}
      </dd>
    </div>
  );
}

const signed = (cents: number): string => (cents > 0 ? `+${meter(cents)}` : meter(cents));
const tone = (cents: number): string => (cents > 0 ? "more" : cents < 0 ? "less" : "");
