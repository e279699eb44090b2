import type { VNode } from "preact";
import { useRef } from "preact/hooks";

/** Draws something, or hands out what was drawn before where nothing it depends on has changed. */
export type Keep = (key: string, depends: readonly unknown[], draw: () => VNode) => VNode;

/**
 * A cloth of hundreds of areas is asked for anew with every chip: an area that was kept is not even looked at.
 */
export function useKept(): Keep {
  const kept = useRef(new Map<string, { depends: readonly unknown[]; node: VNode }>());
  return (key, depends, draw) => {
    const known = kept.current.get(key);
    if (known && known.depends.every((one, index) => Object.is(one, depends[index]))) return known.node;
    const node = draw();
    kept.current.set(key, { depends, node });
    return node;
  };
}
