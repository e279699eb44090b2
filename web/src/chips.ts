import type { Cents } from "./money";

/** Denominations a rack may offer, and the colours of their clay. */
export interface Denomination {
  cents: Cents;
  clay: string;
  inlay: string;
}

export const DENOMINATIONS: readonly Denomination[] = [
  { cents: 50, clay: "#7f6a58", inlay: "#efe6d8" },
  { cents: 100, clay: "#5d7285", inlay: "#eef3f6" },
  { cents: 500, clay: "#a3262b", inlay: "#f8ecec" },
  { cents: 1_000, clay: "#1f5fa8", inlay: "#eaf2fb" },
  { cents: 2_500, clay: "#1c7a4a", inlay: "#e9f6ee" },
  { cents: 5_000, clay: "#b8651b", inlay: "#fcf1e6" },
  { cents: 10_000, clay: "#1f2226", inlay: "#f2efe6" },
  { cents: 50_000, clay: "#5d2a86", inlay: "#f3ebfa" },
  { cents: 100_000, clay: "#b08a2c", inlay: "#fff8e2" },
  { cents: 500_000, clay: "#8a3a52", inlay: "#fbeaf0" },
  { cents: 1_000_000, clay: "#17616b", inlay: "#e6f6f8" },
];

const MOST_IN_A_RACK = 6;

/**
 * What the rack offers at a table: the chips the limits make useful, at most six.
 *
 * One of them is the least that can be laid, whatever that is, and one the unit by which wagers rise where it is
 * smaller: nothing the sign allows is out of reach.  None is above the maximum: the table's own figures decide,
 * not the station.
 */
export function rackFor(minimum: Cents, maximum: Cents, unit: Cents): Denomination[] {
  const useful = DENOMINATIONS.filter(({ cents }) => cents > minimum && cents % unit === 0 && (!maximum || cents <= maximum));
  const small = unit < minimum ? [chipOf(unit)] : [];
  return [...small, chipOf(minimum), ...useful].slice(0, MOST_IN_A_RACK);
}

/** The chip in hand at first: one that can be laid by itself. */
export function firstOf(chips: readonly Denomination[], minimum: Cents): Cents {
  return chips.find(({ cents }) => cents >= minimum)?.cents ?? chips[0]?.cents ?? 0;
}

/** A chip of any value; where none is made of it, in the colours of the next smaller. */
function chipOf(cents: Cents): Denomination {
  return { ...topChip(cents), cents };
}

/** An amount as a pile, the largest chips at the bottom; what no chip can show is left to the label. */
export function pile(amount: Cents, most = 6): Denomination[] {
  const chips: Denomination[] = [];
  let rest = amount;
  for (const chip of DENOMINATIONS.toReversed()) {
    while (rest >= chip.cents && chips.length < most) {
      chips.push(chip);
      rest -= chip.cents;
    }
  }
  return chips;
}

/** The chip whose colour stands for an amount. */
export function topChip(amount: Cents): Denomination {
  const fitting = DENOMINATIONS.findLast((chip) => chip.cents <= amount);
  return fitting ?? DENOMINATIONS[0]!;
}
