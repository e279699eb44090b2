import type { ChipLook } from "../components/Chip";
import type { Cap, Chance } from "../generated/feed";
import type { Cents } from "../money";

/** What lies on a bet, as one pile. */
export interface Laid {
  bet: string;
  amount: Cents;
  look: ChipLook;
  /** What it won beside the stake, once it is paid. */
  won?: Cents;
}

/** What a layout needs to draw itself and to pass on a touch; it decides nothing. */
export interface LayoutProps {
  /** Odds by bet code, as the sign at the table prints them. */
  odds: ReadonlyMap<string, readonly string[]>;
  /** The bets of which one consists, each an equal part of it. */
  pieces: ReadonlyMap<string, readonly string[]>;
  /** Bets whose areas are there although this table does not offer them. */
  off: ReadonlySet<string>;
  laid: ReadonlyMap<string, Laid>;
  /** How much more may be confirmed on a bet now, where the table limits that for all together. */
  room: ReadonlyMap<string, Cents>;
  /** Bets that won the round that is shown; empty while nothing is decided. */
  winners: ReadonlySet<string>;
  /** The number the table's dice are thrown for; 0 for none. */
  point: number;
  /** What each bet needs, where the table says. */
  facts: ReadonlyMap<string, Chance>;
  /** How much may lie on a bet that leans on another, and how much of that is still to be laid. */
  caps: ReadonlyMap<string, Cap>;
  open: boolean;
  touch: LayoutTouch | null;
}

export interface LayoutTouch {
  tap: (bet: string) => void;
  move: (from: string, to: string) => void;
  takeBack: (bet: string) => void;
  /** What a finger that stays on a bet asks for; without it, it stays in vain. */
  explain?: ((bet: string) => void) | undefined;
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
