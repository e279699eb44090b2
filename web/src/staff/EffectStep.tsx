import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { SecondStep } from "../components/SecondStep";
import type { Effect } from "../generated/feed";
import { say } from "../text/say";
import type { Act } from "./acts";
import { EffectPanel } from "./EffectPanel";

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

/** The effect, and the key that has it done; nothing of the first step reaches that key, nor is it focused. */
export function EffectStep({ act, effect, changed, moving, waiting, back, perform }: Props): JSX.Element {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [effect]);
  return (
    <section class="effect-step" data-testid="effect-step">
      {changed && (
        <p class="effect-changed" role="alert" data-testid="effect-changed">
          <b>{say("effect.changed")}</b> {moving && !effect.loose && say("effect.changed.moving")}
        </p>
      )}
      <h3 ref={title} tabIndex={-1}>
        {say("effect.title")}
      </h3>
      <EffectPanel effect={effect} />
      <div class="dialog-buttons">
        <SecondStep seen={waiting ? "" : effect.mark} pass={perform} class={act.tone ?? "gold"} testid="act-do">
          {say("act.do", { act: say(`act.${act.name}`) })}
        </SecondStep>
        <button type="button" class="button" onClick={back} disabled={waiting} data-testid="act-back">
          {say("act.back")}
        </button>
      </div>
    </section>
  );
}
