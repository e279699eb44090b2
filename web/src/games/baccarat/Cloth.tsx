import type { JSX } from "preact";
import { isNarrow } from "../../narrow";
import { betName } from "../../text/say";
import { Area, oddsText, roomText } from "../../layouts/Area";
import type { Box, LayoutProps } from "../../layouts/props";
import "../../layouts/layout.css";
import { useLayoutTouch } from "../../layouts/touch";

const PLACES: readonly { bet: string; box: Box; kind: string; size: number }[] = [
  { bet: "player_pair", box: { x: 0, y: 0, w: 290, h: 150 }, kind: "player small-area", size: 30 },
  { bet: "tie", box: { x: 296, y: 0, w: 408, h: 150 }, kind: "tie", size: 44 },
  { bet: "banker_pair", box: { x: 710, y: 0, w: 290, h: 150 }, kind: "banker small-area", size: 30 },
  { bet: "player", box: { x: 0, y: 156, w: 497, h: 234 }, kind: "player", size: 62 },
  { bet: "banker", box: { x: 503, y: 156, w: 497, h: 234 }, kind: "banker", size: 62 },
];

export function Cloth(props: LayoutProps): JSX.Element {
  const events = useLayoutTouch(props.touch, (bet) => props.laid.has(bet));
  return (
    <svg class="layout" viewBox="-4 -4 1008 398" {...events}>
      {PLACES.map(({ bet, box, kind, size }) => {
        const x = box.x + box.w * 0.5;
        const y = box.y + box.h * 0.33;
        // On a telephone the live limit is as wide as it is legible: the pile makes room for it.
        const pile = isNarrow.value && props.room.has(bet) ? 0.58 : 0.5;
        return (
          <Area bet={bet} box={box} kind={kind} layout={props} key={bet} chipSize={size > 50 ? 96 : 70} chipAt={[pile, 0.69]}>
            <text x={x} y={y} font-size={size} class="area-name">
              {betName(bet)}
            </text>
            <text x={box.x + 16} y={box.y + box.h - 16} class="area-odds" font-size={24} data-room={props.room.get(bet)}>
              {roomText(props.room.get(bet))}
            </text>
            <text x={box.x + box.w - 16} y={box.y + box.h - 16} class="area-odds" font-size={size > 50 ? 24 : 20} text-anchor="end">
              {oddsText(props.odds.get(bet))}
            </text>
          </Area>
        );
      })}
    </svg>
  );
}
