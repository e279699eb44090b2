import { shown } from "./shown";
import { beforeEach, describe, expect, it } from "vitest";
import { Dialog } from "../../src/components/Dialog";
import { toast, toasts } from "../../src/components/toasting";

const said = (): string[] => toasts.value.map((one) => one.text);

describe("a question over the screen", () => {
  beforeEach(() => void (toasts.value = []));

  it("has nothing over its title that was said before it, but why it opens", async () => {
    toast("good", "Paid");
    toast("bad", "Somebody else has to approve that");
    await shown(<Dialog title="Close the shift" onClose={() => undefined} children={null} />);
    expect(said()).toEqual(["Somebody else has to approve that"]);
  });

  it("shows what is said while it is open", async () => {
    await shown(<Dialog title="Close the shift" onClose={() => undefined} children={null} />);
    toast("good", "Counted");
    expect(said()).toEqual(["Counted"]);
  });
});
