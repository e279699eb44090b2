import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../text/say";

const DIGITS = [..."123456789", "", "0"];
const LONGEST = 12;

interface Props {
  pin: string;
  change: (pin: string) => void;
}

/** A PIN by touch or by keyboard.  What was keyed is never shown, neither in the field nor on a key. */
export function PinPad({ pin, change }: Props): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const pad = useRef<HTMLDivElement>(null);
  // Below many names, or on a low screen, it would begin where nobody looks.
  useEffect(() => pad.current?.scrollIntoView({ block: "nearest" }), []);
  const key = (digit: string) => (): void => {
    if (pin.length < LONGEST) change(pin + digit);
    field.current?.focus();
  };
  const back = (): void => {
    change(pin.slice(0, -1));
    field.current?.focus();
  };
  return (
    <div class="pin-pad" ref={pad}>
      <label class="field">
        <span class="label">{say("door.pin")}</span>
        <input
          ref={field}
          name="pin"
          type="password"
          inputMode="none"
          autocomplete="off"
          maxLength={LONGEST}
          required
          value={pin}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </label>
      <div class="pin-keys" role="group" aria-label={say("pin.pad")}>
        {DIGITS.map((digit, index) =>
          digit ? (
            <button type="button" class="button" onClick={key(digit)} data-pin-key={digit} key={index}>
              {digit}
            </button>
          ) : (
            <button type="button" class="button" onClick={() => change("")} aria-label={say("pin.clear")} data-pin-key="clear" key={index}>
              C
            </button>
          ),
        )}
        <button type="button" class="button" onClick={back} aria-label={say("pin.back")} data-pin-key="back">
          ⌫
        </button>
      </div>
    </div>
  );
}
