import type { Result } from "../../generated/feed";

/** Roads and statistics: how players write down what has been.  Which bets won is the server's word, never worked out here. */

export type Side = "player" | "banker" | "tie";

export interface Coup {
  winner: Side;
  playerPair: boolean;
  bankerPair: boolean;
}

const SIDES: readonly Side[] = ["player", "banker", "tie"];

export function winnerOf(result: Result): Side | undefined {
  return SIDES.find((side) => result.winners.includes(side));
}

export function coupsOf(results: readonly Result[]): Coup[] {
  return results.flatMap((result) => {
    const winner = winnerOf(result);
    if (result.void || !winner) return [];
    const won = (bet: string): boolean => result.winners.includes(bet);
    return [{ winner, playerPair: won("player_pair"), bankerPair: won("banker_pair") }];
  });
}

export interface BeadCell extends Coup {
  column: number;
  row: number;
}

/** The bead plate: results in order, down the column, then the next column. */
export function beadPlate(coups: readonly Coup[], columns: number, rows = 6): BeadCell[] {
  // Whole columns fall off the left edge, so what remains does not shift up or down.
  const filled = Math.ceil(coups.length / rows);
  const dropped = Math.max(0, filled - columns) * rows;
  return coups.slice(dropped).map((coup, index) => ({
    ...coup,
    column: Math.floor(index / rows),
    row: index % rows,
  }));
}

export interface Place {
  column: number;
  row: number;
}

export interface RoadCell extends Coup, Place {
  winner: "player" | "banker";
  ties: number;
}

/** The big road: ties are strokes on the last mark; those before any win are kept on the first. */
export function bigRoad(coups: readonly Coup[], columns: number): RoadCell[] {
  const marks: Omit<RoadCell, keyof Place>[] = [];
  let early = 0;
  for (const { winner, ...coup } of coups) {
    const last = marks.at(-1);
    if (winner !== "tie") marks.push({ ...coup, winner, ties: 0 });
    else if (last) last.ties += 1;
    else early += 1;
  }
  if (marks[0]) marks[0].ties += early;
  return laid(marks, ({ winner }) => winner, columns);
}

/**
 * Lay marks as a road, the newest columns of it: a new column where what is written changes, a turn to the right where
 * the column is full or taken.  What has turned right stays on its row: it never goes down again.
 */
export function laid<M extends object>(marks: readonly M[], written: (mark: M) => string, columns: number, rows = 6): (M & Place)[] {
  const cells: (M & Place)[] = [];
  const taken = new Set<string>();
  const isFree = (column: number, row: number): boolean => row < rows && !taken.has(`${column},${row}`);
  let start = -1;
  for (const mark of marks) {
    const place = next(cells.at(-1), written(mark));
    cells.push({ ...mark, ...place });
    taken.add(`${place.column},${place.row}`);
  }
  return newest(cells, columns);

  function next(last: (M & Place) | undefined, what: string): Place {
    if (!last || written(last) !== what) {
      do start += 1;
      while (!isFree(start, 0));
      return { column: start, row: 0 };
    }
    const { column, row } = last;
    return column === start && isFree(column, row + 1) ? { column, row: row + 1 } : { column: column + 1, row };
  }
}

function newest<P extends Place>(cells: P[], columns: number): P[] {
  const widest = Math.max(-1, ...cells.map((cell) => cell.column));
  const shift = Math.max(0, widest + 1 - columns);
  return cells.filter((cell) => cell.column >= shift).map((cell) => ({ ...cell, column: cell.column - shift }));
}

export interface Tally {
  player: number;
  banker: number;
  tie: number;
  playerPair: number;
  bankerPair: number;
  total: number;
}

export function tally(coups: readonly Coup[]): Tally {
  const count = { player: 0, banker: 0, tie: 0, playerPair: 0, bankerPair: 0, total: coups.length };
  for (const coup of coups) {
    count[coup.winner] += 1;
    if (coup.playerPair) count.playerPair += 1;
    if (coup.bankerPair) count.bankerPair += 1;
  }
  return count;
}
