import type { ComponentChildren, JSX } from "preact";
import type { LayoutProps } from "./props";
import { useSize, type Size } from "./sized";
import { useLayoutTouch, type Follow } from "./touch";
import "./layout.css";

interface Props {
  layout: LayoutProps;
  /** Told where a finger rests, by a cloth whose areas are smaller than one. */
  follow?: Follow;
  children: (size: Size, element: SVGSVGElement) => ComponentChildren;
}

/** A cloth in the pixels of its screen: areas are placed anew for every size, and letters are never scaled down. */
export function Cloth({ layout, follow, children }: Props): JSX.Element {
  const events = useLayoutTouch(layout.touch, (bet) => layout.laid.has(bet), follow);
  const [element, size] = useSize<SVGSVGElement>();
  return (
    <svg class="layout" ref={element} viewBox={size ? `0 0 ${size.w} ${size.h}` : undefined} {...events}>
      {size && size.h > 0 && element.current && children(size, element.current)}
    </svg>
  );
}
