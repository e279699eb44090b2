import type { JSX } from "preact";
import type { PlayerView } from "../../generated/feed";
import { meter } from "../../money";
import { say } from "../../text/say";

/** What became of the last cash-out, and of a ticket that is being asked about. */
export function TicketLine({ view }: { view: PlayerView }): JSX.Element {
  return (
    <p class="ticket-line" role="status" data-testid="ticket" data-state={view.last_ticket?.state ?? ""}>
      {text(view)}
    </p>
  );
}

function text(view: PlayerView): string {
  if (view.ticket_asked) return say("ticket.asked");
  if (view.paying_out > 0) return say("ticket.printing", { amount: meter(view.paying_out), digits: view.last_ticket?.digits ?? "" });
  const { last_ticket: last } = view;
  // Once somebody plays again, the ticket of before is nobody's news.
  if (last && (view.account === "closed" || last.state !== "printed")) return say(`ticket.${last.state}`, { amount: meter(last.amount), digits: last.digits });
  return view.account === "closed" ? say("ticket.welcome") : "";
}
