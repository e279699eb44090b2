import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { toast } from "../../components/toasting";
import { useTruth } from "../../components/truth";
import type { DisplayView } from "../../generated/feed";
import { refusedNow } from "../../table/refused";
import type { Data } from "../../text/refusal";
import { say, type TextKey } from "../../text/say";

interface KeyProps {
  table: DisplayView;
  label: TextKey;
  /** The refusal the server would give now, or "". */
  why: string;
  /** What that refusal would say besides its code. */
  data?: Data | undefined;
  press: () => void;
  id: string;
  gold?: boolean;
  /** For a key that stays down. */
  pressed?: boolean;
}

/** A key that is closed says why when it is touched; whether it is closed is the server's word. */
export function Key({ table, label, why, data, press, id, gold = false, pressed }: KeyProps): JSX.Element {
  const bounces = useSignal(false);
  const truth = useTruth(why, data);
  const touch = (): void => {
    if (why) return toast("plain", refusedNow(table, why, data), "", truth());
    if (bounces.value) return;
    // One touch, one command: a finger that bounces is not two wishes.
    bounces.value = true;
    setTimeout(() => (bounces.value = false), 300);
    press();
  };
  return (
    <button type="button" class={`button key ${gold ? "gold" : ""}`} aria-disabled={why !== ""} aria-pressed={pressed} onClick={touch} data-testid={id}>
      {say(label)}
    </button>
  );
}
