import type { JSX } from "preact";
import type { DealerView } from "../../generated/feed";
import { say } from "../../text/say";

/** How far the shoe has been dealt: what is in the discard rack, and what is left. */
export function ShoeProgress({ own: { out, cards } }: { own: DealerView }): JSX.Element | null {
  if (cards === 0) return null;
  return (
    <div class="shoe-progress" data-testid="shoe-progress" data-out={out}>
      <span data-place="rack">{say("shoe.out", { n: out })}</span>
      <progress max={cards} value={out} aria-label={say("shoe.progress")} />
      <span data-place="shoe">{say("shoe.left", { n: Math.max(0, cards - out) })}</span>
    </div>
  );
}
