import type { JSX } from "preact";
import { useSignal, type Signal } from "@preact/signals";
import type { Denomination } from "../chips";
import { figure, onChip, type Cents } from "../money";
import { say } from "../text/say";
import { ChipFace } from "./Chip";

interface Props {
  chips: readonly Denomination[];
  chosen: Signal<Cents>;
  /** What is there to lay; null while nobody plays. */
  credit: Cents | null;
  disabled: boolean;
  /** A chip was let go over a bet's area. */
  onDrop: (cents: Cents, bet: string) => void;
}

interface Drag {
  chip: Denomination;
  pointer: number;
  x: number;
  y: number;
  far: boolean;
}

const FAR = 12; // Pixels: less is a tap with an unsteady finger.

/** The player's chips: tap one and then an area, or drag it there. */
export function ChipRack({ chips, chosen, credit, disabled, onDrop }: Props): JSX.Element {
  const drag = useSignal<Drag | null>(null);

  const down = (chip: Denomination) => (event: PointerEvent) => {
    // One finger only: a second hand or a resting palm does not play.
    if (disabled || !event.isPrimary || drag.value) return;
    chosen.value = chip.cents;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    drag.value = { chip, pointer: event.pointerId, x: event.clientX, y: event.clientY, far: false };
  };

  const move = (event: PointerEvent) => {
    const now = drag.value;
    if (!now || now.pointer !== event.pointerId) return;
    const away = now.far || Math.hypot(event.clientX - now.x, event.clientY - now.y) > FAR;
    if (away) drag.value = { ...now, x: event.clientX, y: event.clientY, far: true };
  };

  const up = (event: PointerEvent) => {
    const ended = drag.value;
    if (!ended || ended.pointer !== event.pointerId) return;
    drag.value = null;
    const bet = ended.far ? betAt(event.clientX, event.clientY) : null;
    if (bet !== null) onDrop(ended.chip.cents, bet);
  };

  const lost = () => {
    drag.value = null;
  };

  return (
    <div class="rack" role="radiogroup" aria-label={say("rack.label")}>
      {chips.map((chip) => (
        <button
          type="button"
          class="rack-chip"
          role="radio"
          key={chip.cents}
          data-chip={chip.cents}
          aria-checked={chosen.value === chip.cents}
          aria-label={say(credit !== null && chip.cents > credit ? "rack.chip.beyond" : "rack.chip", { amount: figure(chip.cents) })}
          data-beyond={credit !== null && chip.cents > credit}
          disabled={disabled}
          onPointerDown={down(chip)}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={lost}
          onClick={() => (chosen.value = chip.cents)}
        >
          <svg viewBox="-50 -50 100 100" aria-hidden="true">
            <ChipFace chip={chip} text={onChip(chip.cents)} />
          </svg>
        </button>
      ))}
      {drag.value?.far && <Dragged drag={drag.value} />}
    </div>
  );
}

function Dragged({ drag }: { drag: Drag }): JSX.Element {
  return (
    <svg class="dragged-chip" viewBox="-50 -50 100 100" style={{ left: `${drag.x}px`, top: `${drag.y}px` }} aria-hidden="true">
      <ChipFace chip={drag.chip} text={onChip(drag.chip.cents)} />
    </svg>
  );
}

/** The bet whose area lies under a point of the screen. */
function betAt(x: number, y: number): string | null {
  const area = document.elementFromPoint(x, y)?.closest<SVGElement>("[data-bet]");
  return area?.dataset["bet"] ?? null;
}
