import type { ComponentChildren, JSX } from "preact";
import { Dialog } from "../components/Dialog";
import { say } from "../text/say";
import "./staff.css";

/** The key behind which the rarer acts wait. */
export function MoreKey({ target, open }: { target: string; open: () => void }): JSX.Element {
  return (
    <button type="button" class="button" onClick={open} aria-haspopup="dialog" aria-label={`${say("act.more")} ${target}`} data-testid="more-acts">
      {say("act.more")}
    </button>
  );
}

/** The rarer acts, each as a key; choosing one puts its form in place of this. */
export function MoreActs({ target, onClose, children }: { target: string; onClose: () => void; children: ComponentChildren }): JSX.Element {
  return (
    <Dialog title={`${say("supervision.title")} · ${target}`} onClose={onClose}>
      <div class="more-acts">{children}</div>
      <form method="dialog" class="dialog-buttons">
        <button class="button">{say("close")}</button>
      </form>
    </Dialog>
  );
}
