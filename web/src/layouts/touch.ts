import { useRef } from "preact/hooks";
import type { LayoutTouch } from "./props";

/**
 * All that is known about fingers on a layout.
 *
 * A tap lays the chosen chip.  A pile dragged to another area moves there, dragged off the felt it comes back.
 * Only the primary pointer counts: a resting palm is not a bet.  The browser's own click is not used for
 * pointers, because after a drag it would lay a chip nobody meant.
 */
const FAR = 14;

interface Held {
  pointer: number;
  bet: string;
  x: number;
  y: number;
}

export interface LayoutEvents {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function useLayoutTouch(touch: LayoutTouch | null, hasChips: (bet: string) => boolean): LayoutEvents {
  const held = useRef<Held | null>(null);
  return {
    onPointerDown(event) {
      const bet = betOf(event.target);
      if (!touch || !event.isPrimary || event.button !== 0 || bet === null || held.current) return;
      event.preventDefault();
      held.current = { pointer: event.pointerId, bet, x: event.clientX, y: event.clientY };
      // Without this a finger's events stay with the area it began on and never name another.
      (event.target as Element).releasePointerCapture?.(event.pointerId);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    },
    onPointerUp(event) {
      const from = held.current;
      if (!touch || !from || from.pointer !== event.pointerId) return;
      held.current = null;
      const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR;
      const over = betOf(document.elementFromPoint(event.clientX, event.clientY));
      if (!far || over === from.bet) touch.tap(from.bet);
      else if (hasChips(from.bet)) {
        if (over === null) touch.takeBack(from.bet);
        else touch.move(from.bet, over);
      }
    },
    onPointerCancel() {
      held.current = null;
    },
    onKeyDown(event) {
      const bet = betOf(event.target);
      if (!touch || bet === null) return;
      if (event.key === "Enter" || event.key === " ") touch.tap(bet);
      else if (event.key === "Delete" || event.key === "Backspace") touch.takeBack(bet);
      else return;
      event.preventDefault();
    },
  };
}

function betOf(target: EventTarget | null): string | null {
  return (target as Element | null)?.closest<SVGElement>("[data-bet]")?.dataset["bet"] ?? null;
}
