import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Line, PlayerView } from "../../generated/feed";
import { say } from "../../text/say";
import type { PlayerModel } from "./model";
import { newsText } from "./news";
import "./news.css";

/** What has not come to its end yet: there is nothing to acknowledge. */
const UNDER_WAY: readonly Line["slip"][] = ["printing"];
/** What a guest has to do something about. */
const URGENT: readonly Line["slip"][] = ["failed", "by_hand", "voucher", "held"];

/** The newest change of a guest's credit that he did not make, or his slip: it stays until he has read it. */
export function NewsStrip({ model, view }: { model: PlayerModel; view: PlayerView }): JSX.Element | null {
  const line = view.news.at(-1);
  const strip = useRef<HTMLElement>(null);
  useEffect(() => keepRoom(strip.current), [line?.number]);
  if (!line) return null;
  const others = view.news.length - 1;
  const isSlip = line.kind === "cash_out";
  return (
    <section ref={strip} class={`news ${tone(line)}`} role="alert" data-testid="news" data-kind={line.kind} data-line={line.number} data-cents={line.amount}>
      <p class="news-words" data-testid={isSlip ? "ticket" : "news-words"} data-state={line.slip}>
        <strong>{newsText(line, view.tables.length > 1)}</strong>
        {line.reason && <span>{say("news.reason", { reason: line.reason })}</span>}
        {others > 0 && <span>{say("news.more", { n: others })}</span>}
      </p>
      {!UNDER_WAY.includes(line.slip) && (
        <button type="button" class="button gold" onClick={() => model.acknowledge(line.number)} data-testid="acknowledge">
          {say("news.read")}
        </button>
      )}
    </section>
  );
}

/** On a telephone it stays at the top: what else stays there has to know how high it is. */
function keepRoom(strip: HTMLElement | null): (() => void) | undefined {
  if (!strip) return undefined;
  const screen = strip.parentElement!;
  const observer = new ResizeObserver(() => screen.style.setProperty("--news-height", `${strip.offsetHeight}px`));
  observer.observe(strip);
  return () => observer.disconnect();
}

function tone(line: Line): "urgent" | "good" | "plain" {
  if (URGENT.includes(line.slip) || line.amount < 0 && line.kind !== "cash_out") return "urgent";
  return line.amount > 0 || line.slip === "printed" ? "good" : "plain";
}
