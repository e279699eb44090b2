import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Dialog } from "../components/Dialog";
import type { Sheet } from "../generated/feed";
import { say, type TextKey } from "../text/say";
import { Paper } from "./Paper";

interface Props {
  label: TextKey;
  act: string;
  /** Whether this screen has a printer beside it. */
  prints?: boolean;
  draw: () => Promise<Sheet | null>;
}

/** A key that shows a piece of paper, and prints it where there is a printer. */
export function PaperKey({ label, act, prints = false, draw }: Props): JSX.Element {
  const sheet = useSignal<Sheet | null>(null);
  const show = async (): Promise<void> => void (sheet.value = await draw());
  return (
    <>
      <button type="button" class="button" onClick={() => void show()} data-act={act}>
        {say(label)}
      </button>
      {sheet.value && (
        <Dialog title={say(label)} onClose={() => (sheet.value = null)}>
          <Paper sheet={sheet.value} />
          <form method="dialog" class="dialog-buttons">
            <button class="button">{say("close")}</button>
            {prints && (
              <button type="button" class="button gold" onClick={() => window.print()} data-testid="print">
                {say("paper.print")}
              </button>
            )}
          </form>
        </Dialog>
      )}
    </>
  );
}
