import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { drawn, goneOn, HEIGHT, onPad, WIDTH, type Stroke } from "./strokes";

interface Props {
  label: string;
  strokes: readonly Stroke[];
  /** Without it the pad only shows what was signed. */
  change?: (strokes: readonly Stroke[]) => void;
}

/**
 * A pad to sign on, by finger, pen or mouse.
 *
 * Rule: LT 9.1; SB 5.1; AC 4.1
 */
export function SignaturePad({ label, strokes, change }: Props): JSX.Element {
  const svg = useRef<SVGSVGElement>(null);
  const writes = useRef(-1);
  // A browser says several moves at once: each goes on from what the one before has left.
  const now = useRef(strokes);
  now.current = strokes;
  const put = (next: readonly Stroke[]): void => {
    now.current = next;
    change?.(next);
  };
  const at = (event: PointerEvent) => onPad(event, svg.current!.getBoundingClientRect());
  const down = (event: PointerEvent): void => {
    // One finger writes: the heel of the hand that rests beside it does not.
    if (!change || writes.current >= 0 || event.button !== 0) return;
    event.preventDefault();
    writes.current = event.pointerId;
    svg.current?.setPointerCapture(event.pointerId);
    put([...now.current, [at(event)]]);
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== writes.current) return;
    const moves = event.getCoalescedEvents?.() ?? [];
    const stroke = (moves.length ? moves : [event]).reduce<Stroke>((going, one) => goneOn(going, at(one)), now.current.at(-1) ?? []);
    put([...now.current.slice(0, -1), stroke]);
  };
  const up = (event: PointerEvent): void => {
    if (event.pointerId === writes.current) writes.current = -1;
  };
  return (
    <svg
      ref={svg}
      class={`signature-pad ${change ? "writes" : ""}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      data-testid="signature-pad"
    >
      <line class="signature-line" x1="60" x2={WIDTH - 60} y1={HEIGHT - 70} y2={HEIGHT - 70} />
      {strokes.map((stroke, place) => (
        <path d={drawn(stroke)} key={place} />
      ))}
    </svg>
  );
}
