import type { ComponentChildren, JSX } from "preact";
import type { LayoutProps } from "./props";
import { useSize, type Size } from "./sized";
import { useLayoutTouch } from "./touch";
import "./layout.css";

/** A cloth in the pixels of its screen: areas are placed anew for every size, and letters are never scaled down. */
export function Cloth({ layout, children }: { layout: LayoutProps; children: (size: Size) => ComponentChildren }): JSX.Element {
  const events = useLayoutTouch(layout.touch, (bet) => layout.laid.has(bet));
  const [element, size] = useSize<SVGSVGElement>();
  return (
    <svg class="layout" ref={element} viewBox={size ? `0 0 ${size.w} ${size.h}` : undefined} {...events}>
      {size && size.h > 0 && children(size)}
    </svg>
  );
}
