import type { JSX } from "preact";
import type { DisplayView, Seat } from "../generated/feed";
import { betName, say, type TextKey } from "../text/say";
import { GROUNDS, type Filled, type Ground } from "./acts";
import { centsOf, dollars } from "./LimitsFields";

interface Props {
  table: DisplayView;
  seats: readonly Seat[];
  filled: Filled;
  fill: (part: Partial<Filled>) => void;
}

/** One of the terminals at the table. */
export function TerminalField({ label, seats, filled, fill }: Omit<Props, "table"> & { label: TextKey }): JSX.Element {
  return (
    <label class="field">
      <span class="label">{say(label)}</span>
      <select name="terminal" value={filled.terminal} onChange={(event) => fill({ terminal: event.currentTarget.value })}>
        {seats.map((seat) => (
          <option value={seat.terminal} key={seat.terminal}>
            {seat.seat} · {seat.terminal}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Whose wager, which, and what it shall stand at. */
export function WagerFields({ table, seats, filled, fill }: Props): JSX.Element {
  return (
    <div class="limits-fields">
      <TerminalField label="terminals.terminal" seats={seats} filled={filled} fill={fill} />
      <label class="field">
        <span class="label">{say("act.bet")}</span>
        <select name="bet" value={filled.bet} onChange={(event) => fill({ bet: event.currentTarget.value })}>
          {table.bets.map(({ code }) => (
            <option value={code} key={code}>
              {betName(code)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">{say("act.stands_at")}</span>
        <input
          name="amount"
          type="text"
          inputMode="decimal"
          pattern="\d{1,9}(\.\d\d)?"
          required
          autocomplete="off"
          defaultValue={filled.amount > 0 ? dollars(filled.amount) : ""}
          onInput={(event) => fill({ amount: centsOf(event.currentTarget.value) })}
        />
      </label>
    </div>
  );
}

/** On which ground, and for fraud whose wagers are kept. */
export function GroundFields({ seats, filled, fill }: Props): JSX.Element {
  const toggle = (terminal: string) => (): void => {
    const without = filled.forfeit.filter((one) => one !== terminal);
    fill({ forfeit: without.length < filled.forfeit.length ? without : [...without, terminal] });
  };
  return (
    <>
      <label class="field">
        <span class="label">{say("act.ground")}</span>
        <select name="ground" value={filled.ground} onChange={(event) => fill({ ground: event.currentTarget.value as Ground })}>
          {GROUNDS.map((ground) => (
            <option value={ground} key={ground}>
              {say(`act.ground.${ground}`)}
            </option>
          ))}
        </select>
      </label>
      {filled.ground === "fraud" && (
        <fieldset class="forfeit">
          <legend class="label">{say("act.forfeit")}</legend>
          {seats.map(({ terminal, seat }) => (
            <button type="button" class="button" aria-pressed={filled.forfeit.includes(terminal)} onClick={toggle(terminal)} data-forfeit={terminal} key={terminal}>
              {seat} · {terminal}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** The rules of the book whose breach may be why; not every such act is for a breach. */
export function RuleField({ rules, rule, change }: { rules: readonly string[]; rule: string; change: (rule: string) => void }): JSX.Element {
  return (
    <label class="field">
      <span class="label">{say("act.rule")}</span>
      <select name="rule" value={rule} onChange={(event) => change(event.currentTarget.value)}>
        <option value="">{say("act.rule.none")}</option>
        {rules.map((one) => (
          <option value={one} key={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Whether the player who objects or disputes is right. */
export function UpheldField({ upheld, no = "act.upheld.no", change }: { upheld: boolean; no?: TextKey; change: (upheld: boolean) => void }): JSX.Element {
  return (
    <label class="field">
      <span class="label">{say("act.upheld")}</span>
      <select name="upheld" value={upheld ? "yes" : "no"} onChange={(event) => change(event.currentTarget.value === "yes")}>
        <option value="no">{say(no)}</option>
        <option value="yes">{say("act.upheld.yes")}</option>
      </select>
    </label>
  );
}
