import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { DisplayView, Line, PlayerView } from "../../generated/feed";
import { PaperKey } from "../../paper/PaperKey";
import { reasonText, say } from "../../text/say";
import type { PlayerModel } from "./model";
import { keepRoom } from "./keep-room";
import { newsText } from "./news";
import "./news.css";

/** What has not come to its end yet: there is nothing to acknowledge. */
const UNDER_WAY: readonly Line["slip"][] = ["printing"];
/** What a guest has to do something about. */
const URGENT: readonly Line["slip"][] = ["failed", "by_hand", "voucher", "held"];

/** The newest change of a guest's credit that he did not make, or his slip: it stays until he has read it. */
export function NewsStrip({ model, view, table }: { model: PlayerModel; view: PlayerView; table: DisplayView }): JSX.Element | null {
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
        {line.reason && <span>{say("news.reason", { reason: reasonText(line.reason) })}</span>}
        {others > 0 && <span>{say("news.more", { n: others })}</span>}
      </p>
      {line.slip === "printed" && <PaperKey label="ticket.on_paper" act="on_paper" draw={() => model.drawTicket()} />}
      {table.demo && table.takes_tickets && line.slip === "printed" && (
        <button type="button" class="button" onClick={() => model.insertLastTicket()} data-testid="put-back">
          {say("ticket.put_back")}
        </button>
      )}
      {!UNDER_WAY.includes(line.slip) && (
        <button type="button" class="button gold" onClick={() => model.acknowledge(line.number)} data-testid="acknowledge">
          {say("news.read")}
        </button>
      )}
    </section>
  );
}

function tone(line: Line): "urgent" | "good" | "plain" {
  if (URGENT.includes(line.slip) || line.amount < 0 && line.kind !== "cash_out") return "urgent";
  return line.amount > 0 || line.slip === "printed" ? "good" : "plain";
}
