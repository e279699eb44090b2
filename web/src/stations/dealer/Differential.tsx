import type { JSX } from "preact";
import type { DisplayView } from "../../generated/feed";
import { figure } from "../../money";
import { betName, say } from "../../text/say";

/** How far the two sides lie apart, of what the differential allows: all of it in the server's figures. */
export function Differential({ table: { limits, room } }: { table: DisplayView }): JSX.Element | null {
  const most = limits.differential ?? 0;
  const sides = Object.entries(room);
  if (most === 0 || sides.length === 0) return null;
  // A side that has less room left than the whole differential lies ahead by what it lacks.
  const [side, left] = sides.reduce((least, one) => (one[1] < least[1] ? one : least));
  const ahead = Math.min(most, most - left);
  return (
    <div class="differential" data-testid="differential" data-ahead={ahead > 0 ? side : ""} data-cents={ahead}>
      <span>{ahead > 0 ? say("differential.ahead", { side: betName(side), amount: figure(ahead), most: figure(most) }) : say("differential.even", { most: figure(most) })}</span>
      <meter max={most} high={most * 0.8} value={ahead} aria-label={say("limit.differential")} />
    </div>
  );
}
