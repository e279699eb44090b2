import type { JSX } from "preact";
import { say } from "../text/say";
import { dismiss, toasts } from "./toasting";
import "./toasts.css";

/** The newest message, where a station keeps room for it: over no result and no key.  The one before waits behind it. */
export function Toasts(): JSX.Element {
  const toast = toasts.value.at(-1);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toast && (
        <button type="button" class={`toast ${toast.tone}`} key={toast.id} onClick={() => dismiss(toast.id)} aria-label={`${toast.clause} ${toast.text}. ${say("toast.dismiss")}`}>
          {toast.clause && <b class="toast-clause">{toast.clause}</b>}
          <span>{toast.text}</span>
          {toast.times > 1 && <i class="toast-times">× {toast.times}</i>}
        </button>
      )}
    </div>
  );
}
