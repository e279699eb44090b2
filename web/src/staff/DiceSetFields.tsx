import type { JSX } from "preact";
import { say, type TextKey } from "../text/say";
import type { Filled } from "./acts";

/** Which dice are sealed in the tumbler, and the number of the seal. */
export function DiceSetFields({ fill }: { fill: (part: Partial<Filled>) => void }): JSX.Element {
  return (
    <div class="limits-fields">
      <Name name="set" label="dice_set.name" change={(set) => fill({ set })} />
      <Name name="seal" label="dice_set.seal" change={(seal) => fill({ seal })} />
    </div>
  );
}

function Name({ name, label, change }: { name: string; label: TextKey; change: (text: string) => void }): JSX.Element {
  return (
    <label class="field">
      <span class="label">{say(label)}</span>
      <input name={name} type="text" required pattern="\S+" maxLength={40} autocomplete="off" onInput={(event) => change(event.currentTarget.value.trim())} />
    </label>
  );
}
