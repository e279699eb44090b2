import type { JSX } from "preact";
import { beat, engineNow } from "../../clock";
import { Dialog } from "../../components/Dialog";
import { SecondStep } from "../../components/SecondStep";
import type { DisplayView } from "../../generated/feed";
import { say } from "../../text/say";

interface Props {
  asks: string;
  table: DisplayView;
  yes: () => void;
  close: () => void;
}

/** What is asked once before a key is done that cannot be taken back: "a card closes wagering with 19 s left". */
export function Question({ asks, table, yes, close }: Props): JSX.Element {
  const pass = (): void => {
    close();
    yes();
  };
  return (
    <Dialog title={say(`asks.${asks}`, { seconds: secondsLeft(table) })} onClose={close}>
      <div class="dialog-buttons" data-testid="question">
        <button type="button" class="button" onClick={close} data-testid="question-no">
          {say("asks.wait")}
        </button>
        <SecondStep seen={asks} pass={pass} class="gold" testid="question-yes">
          {say(`asks.${asks}.do`)}
        </SecondStep>
      </div>
    </Dialog>
  );
}

function secondsLeft(table: DisplayView): number {
  beat.value;
  return Math.max(0, Math.ceil((table.due - engineNow()) / 1_000_000));
}
