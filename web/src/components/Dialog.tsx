import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Toasts } from "./Toasts";
import { makeRoom } from "./toasting";
import "./dialog.css";

/** A question over the screen.  The browser's own dialog keeps the focus inside and closes on Escape. */
export function Dialog({ title, onClose, children, wide = false }: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    makeRoom();
    dialog.current?.showModal();
  }, []);
  return (
    <dialog class={`dialog ${wide ? "wide" : ""}`} ref={dialog} onClose={onClose} aria-label={title}>
      <Toasts />
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}
