import type { JSX } from "preact";
import { say } from "../text/say";
import { Die } from "./Die";

const FACES = [1, 2, 3, 4, 5, 6];

/** A die that nobody has set yet: no face, so that no throw is said by accident. */
const UNSET = 0;

interface Props {
  dice: readonly number[];
  pick: (dice: readonly number[]) => void;
  count: number;
}

/** Dice, each set by touching its face. */
export function DicePicker({ dice, pick, count }: Props): JSX.Element {
  const places = Array.from({ length: count }, (_, place) => place);
  return (
    <div class="picker">
      <span class="label">{say("picker.dice")}</span>
      {places.map((place) => (
        <div class="picker-row" key={place}>
          {FACES.map((face) => (
            <button
              type="button"
              class="button face"
              aria-pressed={dice[place] === face}
              onClick={() => pick(places.map((other) => (other === place ? face : (dice[other] ?? UNSET))))}
              data-die={`${place}-${face}`}
              key={face}
            >
              <Die face={face} />
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
