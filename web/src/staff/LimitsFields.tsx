import type { JSX } from "preact";
import type { DisplayView, Limits } from "../generated/feed";
import { figure } from "../money";
import { say, type TextKey } from "../text/say";

/** A limit of certain bets stands only where there are such bets. */
const NAMES: readonly [name: keyof Limits, label: TextKey, of?: string][] = [
  ["minimum", "limit.minimum"],
  ["maximum", "limit.maximum"],
  ["unit", "limit.unit"],
  ["differential", "limit.differential", "banker"],
  ["tie_maximum", "limit.tie", "tie"],
  ["pair_maximum", "limit.pair", "banker_pair"],
  ["minimum_total", "limit.minimum_total"],
  ["aggregate", "limit.aggregate"],
];

/** Another sign for the table.  Amounts are typed in dollars and cents and are kept in whole cents. */
export function LimitsFields({ limits, bets, change }: { limits: Limits; bets: DisplayView["bets"]; change: (limits: Limits) => void }): JSX.Element {
  const names = NAMES.filter(([, , of]) => !of || bets.some(({ code }) => code === of));
  return (
    <div class="limits-fields">
      {names.map(([name, label]) => (
        <label class="field" key={name}>
          <span class="label">{say(label)}</span>
          <input
            type="text"
            inputMode="decimal"
            pattern="\d{1,9}(\.\d\d)?"
            required
            autocomplete="off"
            defaultValue={dollars(limits[name])}
            onInput={(event) => change({ ...limits, [name]: centsOf(event.currentTarget.value) })}
          />
        </label>
      ))}
      <p class="field-error limits-error" role="alert">
        {limits.maximum > 0 && limits.maximum < limits.minimum && say("limits.max_below_min", { minimum: figure(limits.minimum) })}
      </p>
    </div>
  );
}

export function dollars(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** Whole cents of a typed amount, without a fraction on the way; -1 for what is no amount, and the server refuses it. */
export function centsOf(text: string): number {
  const found = /^(\d{1,9})(?:\.(\d\d))?$/.exec(text.trim());
  return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : -1;
}
