import type { JSX } from "preact";
import type { DisplayView, PlayerView } from "../../generated/feed";
import { house } from "../../house";
import { say } from "../../text/say";
import type { PlayerModel } from "./model";

/**
 * What is under way beside the play: a ticket that is asked about, an attendant who comes.  What became of money is news.
 *
 * A call is taken back here and not by the key that made it: whoever taps that twice wants somebody all the more.
 */
export function ServiceLine({ model, view, table }: { model: PlayerModel; view: PlayerView; table: DisplayView }): JSX.Element {
  return (
    <div class="service-line" role="status" data-testid="service-line">
      <span>{text(view, table)}</span>
      {view.called && (
        <button type="button" class="button" onClick={() => model.service("WithdrawCall")} data-testid="withdraw-call">
          {say("call.withdraw")}
        </button>
      )}
    </div>
  );
}

function text(view: PlayerView, table: DisplayView): string {
  if (view.ticket_asked) return say("ticket.asked");
  if (view.coming) return say("call.somebody_comes");
  if (view.called) return say("call.on_the_way");
  // Who waits for his money is not asked for more.
  if (view.account !== "closed" || view.news.length > 0) return house.value.safer;
  return say(table.takes_tickets ? "ticket.welcome.tickets" : "ticket.welcome");
}
