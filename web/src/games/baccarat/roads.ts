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

export interface RoadCell {
  side: "player" | "banker";
  column: number;
  row: number;
  ties: number;
  playerPair: boolean;
  bankerPair: boolean;
}

/**
 * The big road: a new column when the winning side changes, a turn to the right where the column is full
 * or taken, ties as strokes on the last mark.  Ties before any win are kept on the first mark.
 */
export function bigRoad(coups: readonly Coup[], columns: number, rows = 6): RoadCell[] {
  const cells: RoadCell[] = [];
  const taken = new Set<string>();
  let early = 0;
  let start = -1;
  for (const coup of coups) {
    const last = cells.at(-1);
    if (coup.winner === "tie") {
      if (last) last.ties += 1;
      else early += 1;
      continue;
    }
    const [column, row] = next(last, coup.winner);
    const cell = { side: coup.winner, column, row, ties: 0, playerPair: coup.playerPair, bankerPair: coup.bankerPair };
    cells.push(cell);
    taken.add(`${column},${row}`);
  }
  if (cells[0]) cells[0].ties += early;
  return window(cells, columns);

  function next(last: RoadCell | undefined, side: Side): [number, number] {
    if (!last || last.side !== side) {
      start += 1;
      return [start, 0];
    }
    const below = `${last.column},${last.row + 1}`;
    if (last.row + 1 < rows && !taken.has(below) && last.column === lowest(last)) {
      return [last.column, last.row + 1];
    }
    return [last.column + 1, last.row];
  }

  // A streak that has turned right stays on its row: it never goes down again.
  function lowest(last: RoadCell): number {
    return last.column === start ? start : -1;
  }
}

function window(cells: RoadCell[], columns: number): RoadCell[] {
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
