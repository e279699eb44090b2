import type { JSX } from "preact";
import { say } from "../../text/say";
import { colourOf } from "./wheel";

interface Props {
  chosen: number | null;
  press: (number: number) => void;
  disabled?: boolean;
}

/** The numbers as they lie on the cloth, each a key. */
const NUMBERS = [0, ...[3, 2, 1].flatMap((row) => Array.from({ length: 12 }, (_, column) => 3 * column + row))];

export function NumberKeys({ chosen, press, disabled = false }: Props): JSX.Element {
  return (
    <div class="number-keys" role="group" aria-label={say("picker.number")}>
      {NUMBERS.map((number) => (
        <button
          type="button"
          class={`button number-key ${colourOf(number)}`}
          aria-pressed={chosen === number}
          aria-disabled={disabled}
          onClick={() => press(number)}
          data-testid={`number-${number}`}
          key={number}
        >
          {number}
        </button>
      ))}
    </div>
  );
}
