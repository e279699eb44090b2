/** Whole cents in, text out.  Nothing here computes with fractions of a cent. */

export type Cents = number;

/** `1234500` → `12,345.00`; whole amounts keep their cents so that meters do not jump. */
export function meter(cents: Cents): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "−" : ""}${grouped(whole)}.${rest}`;
}

/** What a meter says: `12,345.00` → `1234500`. */
export function centsOf(text: string): Cents {
  const cents = Number(text.replace(/\D/g, ""));
  return text.startsWith("−") ? -cents : cents;
}

/** As short as is exact: `2500` → `25`, `2550` → `25.50`.  For chips, limits and odds signs. */
export function figure(cents: Cents): string {
  return cents % 100 === 0 ? `${cents < 0 ? "−" : ""}${grouped(Math.abs(cents) / 100)}` : meter(cents);
}

/** For the rim of a chip: `100000` → `1K`, exact or not shortened at all. */
export function onChip(cents: Cents): string {
  if (cents >= 100_000_000 && cents % 100_000_000 === 0) return `${cents / 100_000_000}M`;
  if (cents >= 100_000 && cents % 100_000 === 0) return `${cents / 100_000}K`;
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}
