import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";

interface Props {
  /** Names what is on the screen to be looked at before this, "" for nothing. */
  seen: string;
  /** Called with what was seen when the press began. */
  pass: (seen: string) => void;
  /** Touched although there is nothing to pass yet. */
  closed?: () => void;
  class?: string;
  testid: string;
  children: ComponentChildren;
}

/** So long after it was drawn a press may still belong to the gesture that brought it. */
const DWELL_MS = 400;

/**
 * The key of the second step of an act that costs money.
 *
 * It takes a press that began, by finger or key, after what it is about had been drawn for a moment: neither a
 * double tap nor a held key passes the first step and this one, and what was changed meanwhile is looked at anew.
 */
export function SecondStep({ seen, pass, closed, class: look = "", testid, children }: Props): JSX.Element {
  const open = useSignal("");
  const began = useRef("");
  useEffect(() => {
    open.value = "";
    if (!seen) return undefined;
    let wait = 0;
    const drawn = requestAnimationFrame(() => {
      wait = window.setTimeout(() => (open.value = seen), DWELL_MS);
    });
    return () => {
      cancelAnimationFrame(drawn);
      clearTimeout(wait);
    };
  }, [seen]);
  const isOpen = seen !== "" && open.value === seen;
  const begin = (): void => void (began.current = isOpen ? seen : "");
  const touch = (): void => {
    const on = began.current;
    began.current = "";
    if (on !== "" && on === seen) pass(on);
    else if (!seen) closed?.();
  };
  return (
    <button
      type="button"
      class={`button second-step ${look}`}
      aria-disabled={!isOpen}
      onPointerDown={(event) => event.isPrimary && begin()}
      onKeyDown={(event) => !event.repeat && begin()}
      onClick={touch}
      data-testid={testid}
    >
      {children}
    </button>
  );
}
