import { expect, it } from "vitest";
import { slipNumber } from "../src/paper/number";

it("takes a number as it stands on paper, in groups, and as a scanner says it", () => {
  for (const keyed of ["010000000000000017", "01-0000-0000-0000-0017", " 01 0000 0000 0000 0017 "]) expect(slipNumber(keyed)).toBe("010000000000000017");
  expect(slipNumber("v01-0000-0000-0000-0017")).toBe("V010000000000000017");
});

it("leaves what a voucher has behind another's number", () => {
  expect(slipNumber("V010000000000000017-44")).toBe("V010000000000000017-44");
  expect(slipNumber("01-0000")).toBe("01-0000");
});
