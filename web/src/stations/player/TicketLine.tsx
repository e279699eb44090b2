import type { JSX } from "preact";
import type { PlayerView } from "../../generated/feed";
import { say } from "../../text/say";

/** What is under way beside the play: a ticket that is asked about, an attendant who comes.  What became of money is news. */
export function TicketLine({ view }: { view: PlayerView }): JSX.Element {
  return (
    <p class="ticket-line" role="status" data-testid="service-line">
      {text(view)}
    </p>
  );
}

function text(view: PlayerView): string {
  if (view.ticket_asked) return say("ticket.asked");
  if (view.called) return say("call.on_the_way");
  // Who waits for his money is not asked for more.
  return view.account === "closed" && view.news.length === 0 ? say("ticket.welcome") : "";
}
