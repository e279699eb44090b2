import { afterEach, describe, expect, it } from "vitest";
import { hearEngineTime } from "../src/clock";
import { toast, toasts } from "../src/components/toasting";
import type { DisplayView } from "../src/generated/feed";
import { refusedNow } from "../src/table/refused";
import { refusalText } from "../src/text/refusal";
import { nameIs } from "../src/text/names";
import { language } from "../src/text/spoken";

describe("a refusal", () => {
  afterEach(() => void (language.value = "en"));

  it("names its figures, amounts in dollars and a bet by its name", () => {
    expect(refusalText("ABOVE_MAXIMUM", { maximum: 50_000, bet: "tie" })).toBe("at most 500 on Tie");
    expect(refusalText("NOT_A_MULTIPLE", { unit: 250, minimum: 500 })).toBe("amounts go in steps of 2.50");
    expect(refusalText("ABOVE_AGGREGATE", { aggregate: 100_000, room: 2_500 })).toBe("at most 1,000 in all at this table, 25 is left");
  });

  it("says the same in the other language", () => {
    language.value = "zh";
    expect(refusalText("ABOVE_DIFFERENTIAL", { room: 1_234_500, bet: "banker" })).toContain("12,345");
  });

  it("has a sentence for its second word, and counts are no money", () => {
    expect(refusalText("PHASE_DOES_NOT_ALLOW", { why: "not_idle", rounds: 3 })).toBe("possible after 3 rounds without a wager");
    expect(refusalText("BELOW_MINIMUM", { why: "total", minimum_total: 10_000 })).toBe("at least 100 in all");
  });

  it("words each of several figures", () => {
    expect(refusalText("NOTE_NOT_ACCEPTED", { notes: "500,1000,2000" })).toBe("this terminal takes notes of 5, 10, 20");
  });

  it("of a role says whose it is, what he holds, and who may", () => {
    nameIs("lin", "Lin Wei");
    const data = { person: "lin", holds: "dealer", roles: "agm", may: "agm,gm" };
    expect(refusalText("ROLE_MAY_NOT", data)).toBe("Lin Wei (Dealer) may not do this. Who may: AGM, GM");
    expect(refusalText("ROLE_MAY_NOT", { ...data, holds: "", person: "eve" })).toBe("eve (no role) may not do this. Who may: AGM, GM");
    expect(refusalText("SECOND_PERSON_NEEDED", { roles: "agm", may: "agm,cleaner" })).toContain("AGM, cleaner");
  });

  it("says in how many seconds, where a page knows", () => {
    const data = { why: "no_card_due", closes_in: 19 };
    expect(refusalText("PHASE_DOES_NOT_ALLOW", data)).toBe("no card is due: possible when wagering has closed, in 19 s");
    expect(refusalText("PHASE_DOES_NOT_ALLOW", { why: "no_card_due" })).toContain("after wagering closes");
    expect(refusalText("WAGERING_IS_CLOSED", { opens_in: 4 })).toContain("opens in 4 s");
  });

  it("takes the seconds from the timer of the table, while it runs", () => {
    const at = (other: Partial<DisplayView>): string => {
      hearEngineTime(1_000_000_000);
      const table = { phase: "wagering", due: 1_018_500_000, suspended: "", ...other } as DisplayView;
      return refusedNow(table, "PHASE_DOES_NOT_ALLOW", { why: "no_card_due" });
    };
    expect(at({})).toContain("in 19 s");
    expect([at({ suspended: "staff" }), at({ due: 0 }), at({ phase: "settled" })].join()).not.toContain(" s");
  });

  it("is one message, though seconds have passed in it", () => {
    toast("plain", "wagering closes in 19 s");
    toast("plain", "wagering closes in 18 s");
    expect(toasts.value).toMatchObject([{ text: "wagering closes in 18 s", times: 2 }]);
  });

  it("is plain where the word is unknown or a figure is missing", () => {
    expect(refusalText("PHASE_DOES_NOT_ALLOW", { why: "no such word" })).toBe("not possible at this moment: try again after the next step");
    expect(refusalText("PHASE_DOES_NOT_ALLOW", { why: "not_idle" })).toBe("not possible at this moment: try again after the next step");
    expect(refusalText("ABOVE_MAXIMUM", { maximum: 50_000 })).toBe("this is above the maximum bet");
    expect(refusalText("ABOVE_MAXIMUM")).toBe("this is above the maximum bet");
  });

  it("of a code nobody has written a text for is its code", () => {
    expect(refusalText("SOMETHING_NEW", { maximum: 1 })).toBe("SOMETHING_NEW");
  });
});
