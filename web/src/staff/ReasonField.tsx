import type { JSX } from "preact";
import { say, type TextKey } from "../text/say";

interface Props {
  /** What people commonly say, in their language; it is kept as they said it. */
  common: readonly TextKey[];
  value: string;
  change: (reason: string) => void;
}

/** Why it is done: one of the common reasons by touch, or any other in words. */
export function ReasonField({ common, value, change }: Props): JSX.Element {
  return (
    <div class="reason">
      {common.length > 0 && (
        <div class="reasons" role="group" aria-label={say("act.reasons")}>
          {common.map((key) => (
            <button type="button" class="button" aria-pressed={value === say(key)} onClick={() => change(say(key))} data-reason={key} key={key}>
              {say(key)}
            </button>
          ))}
        </div>
      )}
      <label class="field">
        <span class="label">{say(common.length > 0 ? "act.reason.other" : "act.reason")}</span>
        <input name="reason" type="text" required maxLength={200} autocomplete="off" value={value} onInput={(event) => change(event.currentTarget.value)} />
      </label>
    </div>
  );
}
