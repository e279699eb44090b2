import type { JSX } from "preact";
import { say } from "../text/say";
import "./die.css";

const PLACES: Record<number, readonly (readonly [number, number])[]> = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[28, 28], [50, 50], [72, 72]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[28, 25], [72, 25], [28, 50], [72, 50], [28, 75], [72, 75]],
};

/** One face of a die.  One and four are red, as dice for this game are made. */
export function Die({ face }: { face: number }): JSX.Element {
  const red = face === 1 || face === 4;
  return (
    <svg class="die" viewBox="0 0 100 100" role="img" aria-label={say("die.face", { n: face })}>
      <DieFace face={face} red={red} />
    </svg>
  );
}

/** The same face for use inside a layout's own drawing. */
export function DieFace({ face, red }: { face: number; red: boolean }): JSX.Element {
  return (
    <>
      <rect x="3" y="3" width="94" height="94" rx="18" class="die-body" />
      {PLACES[face]?.map(([x, y]) => (
        <circle cx={x} cy={y} r={face === 1 ? 15 : 9.5} class={red ? "die-pip red" : "die-pip"} />
      ))}
    </>
  );
}

/** Dice in the tumbler: shown as moving and as no particular number, for nobody knows it yet. */
export function TumblingDice({ count = 3 }: { count?: number }): JSX.Element {
  return (
    <div class="dice tumbling" role="img" aria-label={say("dice.tumbling")}>
      {Array.from({ length: count }, (_, index) => (
        <div class={`tumble tumble-${index}`} key={index}>
          <StillDie />
          <div class="tumble-faces">
            {[5, 3, 6, 2].map((face) => (
              <svg class="die" viewBox="0 0 100 100" key={face} aria-hidden="true">
                <DieFace face={face} red={false} />
              </svg>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** A die on its way with no face up: for whoever wants nothing to move, and where the dice stand still. */
function StillDie(): JSX.Element {
  return (
    <svg class="die tumble-still" viewBox="0 0 100 100" aria-hidden="true">
      <rect x="20" y="20" width="60" height="60" rx="12" class="die-body" transform="rotate(18 50 50)" />
      <path class="die-way" d="M5 42A46 46 0 0 1 42 5M58 95A46 46 0 0 0 95 58" />
    </svg>
  );
}

export function Dice({ faces }: { faces: readonly number[] }): JSX.Element {
  return (
    <div class="dice">
      {faces.map((face, index) => (
        <Die face={face} key={index} />
      ))}
    </div>
  );
}
