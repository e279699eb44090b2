/** A ticket's number has so many digits; a voucher has a V before it. */
const DIGITS = 18;

/**
 * The number of a slip as it was keyed: on paper it stands in groups, and who reads it off writes it so.
 *
 * A voucher whose number was another's first has more behind a dash of its own: that stays.
 */
export function slipNumber(keyed: string): string {
  const said = keyed.replaceAll(/\s/g, "");
  const bare = said.replaceAll("-", "").toUpperCase();
  return new RegExp(`^V?\\d{${DIGITS}}$`).test(bare) ? bare : said;
}
