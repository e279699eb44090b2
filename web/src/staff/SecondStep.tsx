import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { Effect } from "../generated/feed";
import { say } from "../text/say";
import type { Act } from "./acts";
import { EffectPanel } from "./EffectPanel";

/** So long an effect has to be in sight before it can be had: longer than the second tap of a double one. */
const READ_FOR = 900;

interface Props {
  act: Act;
  effect: Effect;
  /** The floor has gone on since the effect was shown before. */
  changed: boolean;
  /** Players still lay and lift chips, so that it may change again. */
  moving: boolean;
  waiting: boolean;
  back: () => void;
  perform: (seen: string) => void;
}

/**
 * The effect, and the key that has it done.
 *
 * Nothing of the first step reaches this key: it opens after a while, it is not focused, and a key held down from
 * before does not press it.
 */
export function SecondStep({ act, effect, changed, moving, waiting, back, perform }: Props): JSX.Element {
  const title = useRef<HTMLHeadingElement>(null);
  const read = useSignal(false);
  useEffect(() => {
    read.value = false;
    title.current?.focus();
    const soon = setTimeout(() => (read.value = true), READ_FOR);
    return () => clearTimeout(soon);
  }, [effect]);
  const press = (event: MouseEvent): void => {
    if (event.detail <= 1) perform(effect.mark);
  };
  return (
    <section class="second-step" data-testid="second-step">
      {changed && (
        <p class="effect-changed" role="alert" data-testid="effect-changed">
          <b>{say("effect.changed")}</b> {moving && say("effect.changed.moving")}
        </p>
      )}
      <h3 ref={title} tabIndex={-1}>
        {say("effect.title")}
      </h3>
      <EffectPanel effect={effect} />
      <div class="dialog-buttons">
        <button
          type="button"
          class={`button do ${act.tone ?? "gold"}`}
          disabled={!read.value || waiting}
          onClick={press}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          data-testid="act-do"
        >
          {say("act.do", { act: say(`act.${act.name}`) })}
        </button>
        <button type="button" class="button" onClick={back} disabled={waiting} data-testid="act-back">
          {say("act.back")}
        </button>
      </div>
    </section>
  );
}
