import type { JSX } from "preact";
import { Figure } from "../../components/Statistics";
import { useSize } from "../../layouts/sized";
import { betName, say } from "../../text/say";
import { derived, DERIVED, preview, type Colour, type DerivedRoad } from "./derived";
import { beadPlate, bigRoad, laid, tally, type Coup, type Side } from "./roads";
import "./roads.css";

const LETTER: Record<Side, "road.p" | "road.b" | "road.t"> = { player: "road.p", banker: "road.b", tie: "road.t" };

/** Results in order, one bead each, pairs as small dots. */
export function BeadPlate({ coups, columns }: { coups: readonly Coup[]; columns: number }): JSX.Element {
  return (
    <svg class="road bead-plate" viewBox={`0 0 ${columns * 20} 120`} preserveAspectRatio="xMinYMin meet" role="img" aria-label={say("road.bead")}>
      <Grid columns={columns} size={20} />
      {beadPlate(coups, columns).map((cell, index) => (
        <g transform={`translate(${cell.column * 20 + 10} ${cell.row * 20 + 10})`} key={index}>
          <circle r="8.6" class={`bead ${cell.winner}`} />
          <text y="4.5" class="bead-letter">
            {say(LETTER[cell.winner])}
          </text>
          <Pairs coup={cell} at={6.4} r={2.6} />
        </g>
      ))}
    </svg>
  );
}

export function BigRoad({ coups, columns }: { coups: readonly Coup[]; columns: number }): JSX.Element {
  return (
    <svg class="road" viewBox={`0 0 ${columns * 20} 120`} preserveAspectRatio="xMinYMin meet" role="img" aria-label={say("road.big")}>
      <Grid columns={columns} size={20} />
      {bigRoad(coups, columns).map((cell, index) => (
        <g transform={`translate(${cell.column * 20 + 10} ${cell.row * 20 + 10})`} key={index}>
          <circle r="7.4" class={`ring ${cell.winner}`} />
          {cell.ties > 0 && <path d="M-7 7L7-7" class="tie-stroke" />}
          {cell.ties > 1 && (
            <text y="5.4" class="tie-count">
              {cell.ties}
            </text>
          )}
          <Pairs coup={cell} at={6} r={2.4} />
        </g>
      ))}
    </svg>
  );
}

interface DerivedProps {
  coups: readonly Coup[];
  road: DerivedRoad;
  columns: number;
  /** Whether it is told by a name of its own while nothing stands there; else one stands above it. */
  named?: boolean;
}

/** A road that is derived from the big road; its cells are half as wide as that one's. */
export function Derived({ coups, road, columns, named = false }: DerivedProps): JSX.Element {
  const marks = derived(coups, road).map((colour) => ({ colour }));
  return (
    <svg class="road" viewBox={`0 0 ${columns * 20} 120`} preserveAspectRatio="xMinYMin meet" role="img" aria-label={say(`road.${road}`)} data-road={road}>
      <Grid columns={columns} size={20} />
      {named && marks.length === 0 && (
        <text x={columns * 10} y="70" class="road-name">
          {say(`road.${road}`)}
        </text>
      )}
      {laid(marks, ({ colour }) => colour, columns).map(({ colour, column, row }, index) => (
        <g transform={`translate(${column * 20 + 10} ${row * 20 + 10})`} key={index}>
          <Mark road={road} colour={colour} />
        </g>
      ))}
    </svg>
  );
}

/** Rings, beads and strokes: each road is told from the others by its shape. */
function Mark({ road, colour }: { road: DerivedRoad; colour: Colour }): JSX.Element {
  if (road === "cockroach") return <path d="M-7 7L7-7" class={`mark stroke ${colour}`} />;
  return <circle r={road === "eye" ? 6.6 : 7.4} class={`mark ${road === "eye" ? "ring" : "bead"} ${colour}`} />;
}

const BOTH = ["banker", "player"] as const;

/**
 * What the derived roads would be given for the next win of each side.  It is read off what has been: neither a forecast nor advice.
 *
 * Rule: LT Diagram A:13; LT Diagram B:13; LT 12.6
 */
export function Previews({ coups }: { coups: readonly Coup[] }): JSX.Element {
  return (
    <dl class="road-previews" data-testid="previews">
      {BOTH.map((side) => {
        const marks = preview(coups, side);
        return (
          <div class={side} data-preview={side} key={side}>
            <dt>{say(`road.if.${side}`)}</dt>
            <dd>
              {DERIVED.map((road) => (
                <NextMark road={road} colour={marks[road]} key={road} />
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function NextMark({ road, colour }: { road: DerivedRoad; colour: Colour | null }): JSX.Element {
  return (
    <svg viewBox="-10 -10 20 20" role="img" aria-label={`${say(`road.${road}`)}: ${say(`road.mark.${colour ?? "none"}`)}`} data-road={road} data-mark={colour ?? ""}>
      <rect x="-10" y="-10" width="20" height="20" class="road-paper" />
      {colour && <Mark road={road} colour={colour} />}
    </svg>
  );
}

function Pairs({ coup, at, r }: { coup: { playerPair: boolean; bankerPair: boolean }; at: number; r: number }): JSX.Element {
  return (
    <>
      {coup.bankerPair && <circle cx={-at} cy={-at} r={r} class="pair banker" />}
      {coup.playerPair && <circle cx={at} cy={at} r={r} class="pair player" />}
    </>
  );
}

function Grid({ columns, size }: { columns: number; size: number }): JSX.Element {
  const width = columns * size;
  const across = [0, 1, 2, 3, 4, 5, 6].map((row) => `M0 ${row * size}H${width}`);
  const down = Array.from({ length: columns + 1 }, (_, column) => `M${column * size} 0V${6 * size}`);
  return (
    <>
      <rect width={width} height={6 * size} class="road-paper" />
      <path d={[...across, ...down].join("")} class="road-grid" />
    </>
  );
}

/** A column is no wider than this: a road of a few fat cells tells little. */
const WIDEST = 36;

interface FittedProps {
  /** How wide a column has to be for what is written in it, where the road is as high as it comes. */
  least?: number;
  children: (columns: number) => JSX.Element;
}

/** As many columns as stand in a box: with six rows in its height, or each wide enough to be read. */
export function Fitted({ least, children }: FittedProps): JSX.Element {
  const [element, size] = useSize<HTMLDivElement>();
  const columns = size && Math.max(6, Math.floor(least ? size.w / least : Math.max((6 * size.w) / (size.h || 1), size.w / WIDEST)));
  return (
    <div class={least ? "road-wide" : "road-fit"} ref={element}>
      {columns && children(columns)}
    </div>
  );
}

/** How often each side has won in the results at hand. */
export function RoadStatistics({ coups }: { coups: readonly Coup[] }): JSX.Element {
  const count = tally(coups);
  const sides = [
    ["banker", count.banker],
    ["player", count.player],
    ["tie", count.tie],
  ] as const;
  return (
    <div class="statistics">
      <div class="statistics-bar" aria-hidden="true">
        {sides.map(([side, number]) => (
          <i class={side} style={{ flexGrow: number }} key={side} />
        ))}
      </div>
      <dl class="statistics-list">
        <Figure kind="banker" name={betName("banker")} number={count.banker} />
        <Figure kind="player" name={betName("player")} number={count.player} />
        <Figure kind="banker" name={betName("banker_pair")} number={count.bankerPair} />
        <Figure kind="player" name={betName("player_pair")} number={count.playerPair} />
        <Figure kind="tie" name={betName("tie")} number={count.tie} />
        <Figure kind="all" name={say("statistics.rounds")} number={count.total} />
      </dl>
    </div>
  );
}
