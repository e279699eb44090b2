import type { JSX } from "preact";
import { say } from "../text/say";
import type { Filled } from "./acts";

const WAYS = ["", "by_hand", "shuffler", "pre_shuffled"] as const;
export type Way = (typeof WAYS)[number];

/** How the next shoe was shuffled and where it was cut; what is left empty is not put on record. */
export function ShoeFields({ filled, fill }: { filled: Filled; fill: (part: Partial<Filled>) => void }): JSX.Element {
  return (
    <div class="limits-fields">
      <label class="field">
        <span class="label">{say("shoe.how")}</span>
        <select name="how" value={filled.how} onChange={(event) => fill({ how: event.currentTarget.value as Way, batch: "" })}>
          {WAYS.map((way) => (
            <option value={way} key={way}>
              {say(way ? `shoe.how.${way}` : "shoe.how.unsaid")}
            </option>
          ))}
        </select>
      </label>
      {filled.how === "pre_shuffled" && (
        <label class="field">
          <span class="label">{say("shoe.batch")}</span>
          <input name="batch" type="text" required maxLength={40} autocomplete="off" onInput={(event) => fill({ batch: event.currentTarget.value.trim() })} />
        </label>
      )}
      <Count name="cut" label={say("shoe.cut")} change={(cut) => fill({ cut })} />
      <Count name="end" label={say("shoe.end")} change={(end) => fill({ end })} />
    </div>
  );
}

function Count({ name, label, change }: { name: string; label: string; change: (count: number) => void }): JSX.Element {
  return (
    <label class="field">
      <span class="label">{label}</span>
      <input name={name} type="text" inputMode="numeric" pattern="\d{1,3}" autocomplete="off" onInput={(event) => change(Number(event.currentTarget.value) || 0)} />
    </label>
  );
}
