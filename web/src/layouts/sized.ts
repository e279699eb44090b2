import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface Size {
  w: number;
  h: number;
}

/** How large an element is on the screen, in pixels; null before it is there. */
export function useSize<E extends Element>(): [RefObject<E | null>, Size | null] {
  const element = useRef<E>(null);
  const size = useSignal<Size | null>(null);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const measure = (): void => {
      const { width, height } = watched.getBoundingClientRect();
      const now = { w: Math.round(width), h: Math.round(height) };
      if (now.w !== size.peek()?.w || now.h !== size.peek()?.h) size.value = now;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [element, size.value];
}
