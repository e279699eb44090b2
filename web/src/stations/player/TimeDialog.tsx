import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../../components/Dialog";
import { house } from "../../house";
import { say } from "../../text/say";
import { clockTime } from "../../text/when";
import { keepRoom } from "./keep-room";
import { LIMITS, type Sitting } from "./sitting";
import "./time.css";

/** Minutes as people say them. */
export function spanText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return say("time.minutes", { n: rest });
  return rest === 0 ? say("time.hours", { n: hours }) : say("time.both", { hours, n: rest });
}

/** How long a guest has played, and how long he wants to. */
export function TimeDialog({ sitting, onClose }: { sitting: Sitting; onClose: () => void }): JSX.Element {
  const [since, limit] = [sitting.since.value, sitting.limit.value];
  return (
    <Dialog title={say("time.title")} onClose={onClose}>
      <p data-testid="time-played">{since > 0 ? say("time.played", { since: clockTime(since), span: spanText(sitting.played.value) }) : say("time.nobody")}</p>
      {since > 0 && (
        <>
          <h3 class="label">{say("time.limit")}</h3>
          <div class="time-limits" role="radiogroup" aria-label={say("time.limit")}>
            {LIMITS.map((minutes) => (
              <button type="button" role="radio" class="button" aria-checked={minutes === limit} onClick={() => sitting.set(minutes)} data-limit={minutes} key={minutes}>
                {minutes === 0 ? say("time.none") : spanText(minutes)}
              </button>
            ))}
          </div>
          {limit > 0 && <p data-testid="time-set">{say("time.set", { at: clockTime(since + limit * 60_000_000) })}</p>}
        </>
      )}
      <p class="time-safer">
        {say("rules.safer")} {house.value.safer}
      </p>
      <form method="dialog" class="dialog-buttons">
        <button class="button gold">{say("close")}</button>
      </form>
    </Dialog>
  );
}

/** It is time to tell a guest how long he has played: until he has read it, and over nothing he plays with. */
export function TimeStrip({ sitting }: { sitting: Sitting }): JSX.Element | null {
  const reminds = sitting.reminds.value;
  const strip = useRef<HTMLElement>(null);
  useEffect(() => keepRoom(strip.current), [reminds]);
  if (!reminds) return null;
  const [played, limit] = [sitting.played.value, sitting.limit.value];
  const isOver = limit > 0 && played >= limit;
  return (
    <section ref={strip} class={`news ${isOver ? "urgent" : ""}`} role="alert" data-testid="time-strip" data-over={isOver}>
      <p class="news-words">
        <strong>{say("time.strip", { span: spanText(played) })}</strong>
        <span>{isOver ? say("time.over", { limit: spanText(limit) }) : say("time.break")}</span>
        {house.value.safer && <span>{house.value.safer}</span>}
      </p>
      <button type="button" class="button gold" onClick={() => sitting.go()} data-testid="time-read">
        {say("news.read")}
      </button>
    </section>
  );
}
