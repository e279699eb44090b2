import type { ComponentChildren, JSX } from "preact";
import { ChipPile } from "../components/Chip";
import { figure, type Cents } from "../money";
import { oddsPair } from "../text/odds";
import { betName, say } from "../text/say";
import type { Box, LayoutProps } from "./props";
import { pileIn } from "./room";

const CHIP_MOST = 88;

interface Props {
  bet: string;
  box: Box;
  kind: string;
  layout: LayoutProps;
  /** Where the pile lies: nothing is printed there. */
  chips: Box;
  /** Its shape, where it is no box. */
  path?: string;
  children?: ComponentChildren;
}

/** One area of a layout: it carries its bet's code, its odds and the pile that lies on it. */
export function Area({ bet, box, kind, layout, chips, path, children }: Props): JSX.Element {
  const laid = layout.laid.get(bet);
  const off = layout.off.has(bet);
  const winning = layout.winners.has(bet) && !off;
  const pile = pileIn(chips, CHIP_MOST);
  return (
    <g
      class={`area ${kind} ${winning ? "winning" : ""} ${off ? "off" : layout.open ? "open" : ""} ${laid ? "laid" : ""}`}
      data-bet={bet}
      role="button"
      tabindex={layout.touch ? 0 : -1}
      aria-disabled={off || !layout.open}
      aria-label={spoken(bet, layout)}
    >
      {path ? <path d={path} class="area-ground" /> : <rect x={box.x + 1} y={box.y + 1} width={box.w - 2} height={box.h - 2} rx="8" class="area-ground" />}
      {children}
      {laid && (
        <g transform={`translate(${pile.x} ${pile.y})`}>
          <ChipPile amount={laid.amount} won={laid.won} look={laid.look} size={pile.size} />
        </g>
      )}
    </g>
  );
}

function spoken(bet: string, layout: LayoutProps): string {
  const laid = layout.laid.get(bet);
  const odds = payText(bet, layout);
  const pays = layout.off.has(bet) ? `${betName(bet)}, ${odds}` : say("area.spoken", { bet: betName(bet), odds });
  // What has moved on to its number prints no odds: they stand where it came from.
  const parts = [odds ? pays : betName(bet)];
  if (laid) parts.push(say("area.laid", { amount: figure(laid.amount) }));
  if (layout.room.has(bet)) parts.push(roomText(layout.room.get(bet)));
  return parts.join(say("list.between"));
}

/** The live limit of a side of a differential; "" where there is none. */
export function roomText(room: Cents | undefined): string {
  return room === undefined ? "" : say("area.room", { amount: figure(room) });
}

/** What a bet pays, or that it is not offered here though its area is. */
export function payText(bet: string, layout: LayoutProps): string {
  return layout.off.has(bet) ? say("area.off") : oddsText(layout.odds.get(bet));
}

/** The odds as the sign prints them, in the station's language; several where the outcome decides. */
/** What a bet may win.  Odds to one unit are said together: `1 / 2 / 3 to 1`. */
export function oddsText(odds: readonly string[] = []): string {
  const wins = odds.map((one) => /^(\d+) to 1$/.exec(one)?.[1]);
  return odds.length > 1 && wins.every(Boolean) ? say("odds.pair", { win: wins.join(" / "), stake: 1 }) : odds.map(pair).join(" / ");
}

function pair(odds: string): string {
  const [win = "", stake = "", percent = ""] = odds.split(/ to | less |%/);
  return percent ? say("odds.less", { win, stake, percent }) : oddsPair(Number(win), Number(stake));
}
