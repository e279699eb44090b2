import { useRef } from "preact/hooks";
import type { LayoutTouch } from "./props";

/**
 * All that is known about fingers on a layout.
 *
 * A tap lays the chosen chip.  A pile dragged to another area moves there, dragged off the felt it comes back.
 * Only the primary pointer counts: a resting palm is not a bet.  The browser's own click is not used for
 * pointers, because after a drag it would lay a chip nobody meant.
 *
 * A finger that stays on a bet asks what it needs, where the layout can say, and lays nothing.
 *
 * Where areas are smaller than a finger, the layout follows it: what lies under it is shown while it rests, and from
 * an empty area it may slide to the one that was meant.
 */
const FAR = 14;
/** A finger that rests so long looks for something; a tap is over by then. */
const RESTS_MS = 140;
/** A finger that stays so long wants to know what the bet is; then it lays nothing. */
const STAYS_MS = 650;

interface Held {
  pointer: number;
  bet: string;
  x: number;
  y: number;
  timer: number;
}

/** Where a finger rests, in pixels of the screen, and what lies under it. */
export interface Finger {
  bet: string | null;
  x: number;
  y: number;
}

export type Follow = (finger: Finger | null) => void;

export interface LayoutEvents {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function useLayoutTouch(touch: LayoutTouch | null, hasChips: (bet: string) => boolean, follow?: Follow): LayoutEvents {
  const held = useRef<Held | null>(null);
  const letGo = (): Held | null => {
    const was = held.current;
    if (was) clearTimeout(was.timer);
    held.current = null;
    follow?.(null);
    return was;
  };
  const wait = (bet: string, x: number, y: number): number => {
    const explain = touch?.explain;
    if (follow) return window.setTimeout(() => follow({ bet, x, y }), RESTS_MS);
    if (!explain) return 0;
    return window.setTimeout(() => {
      letGo();
      explain(bet);
    }, STAYS_MS);
  };
  return {
    onPointerDown(event) {
      const bet = betOf(event.target);
      if (!touch || !event.isPrimary || event.button !== 0 || bet === null || held.current) return;
      event.preventDefault();
      const { clientX: x, clientY: y, pointerId: pointer } = event;
      held.current = { pointer, bet, x, y, timer: wait(bet, x, y) };
      // Without this a finger's events stay with the area it began on and never name another.
      (event.target as Element).releasePointerCapture?.(pointer);
      (event.currentTarget as Element).setPointerCapture(pointer);
    },
    onPointerMove(event) {
      const from = held.current;
      if (from?.pointer !== event.pointerId || !isFar(event, from)) return;
      clearTimeout(from.timer);
      follow?.({ bet: over(event), x: event.clientX, y: event.clientY });
    },
    onPointerUp(event) {
      if (!touch || held.current?.pointer !== event.pointerId) return;
      const from = letGo();
      if (!from) return;
      const to = over(event);
      if (!isFar(event, from) || to === from.bet) touch.tap(from.bet);
      else if (hasChips(from.bet)) {
        if (to === null) touch.takeBack(from.bet);
        else touch.move(from.bet, to);
      } else if (follow && to !== null) touch.tap(to);
    },
    onPointerCancel() {
      letGo();
    },
    onKeyDown(event) {
      const bet = betOf(event.target);
      if (!touch || bet === null) return;
      if (event.key === "Enter" || event.key === " ") touch.tap(bet);
      else if (event.key === "?" && touch.explain) touch.explain(bet);
      else if (event.key === "Delete" || event.key === "Backspace") touch.takeBack(bet);
      else return;
      event.preventDefault();
    },
  };
}

function isFar({ clientX, clientY }: PointerEvent, from: Held): boolean {
  return Math.hypot(clientX - from.x, clientY - from.y) > FAR;
}

function over({ clientX, clientY }: PointerEvent): string | null {
  return betOf(document.elementFromPoint(clientX, clientY));
}

function betOf(target: EventTarget | null): string | null {
  return (target as Element | null)?.closest<SVGElement>("[data-bet]")?.dataset["bet"] ?? null;
}
