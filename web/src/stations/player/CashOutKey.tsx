import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Dialog } from "../../components/Dialog";
import type { DisplayView, PlayerView } from "../../generated/feed";
import { house } from "../../house";
import { meter } from "../../money";
import { say } from "../../text/say";
import { Key } from "./Key";
import type { PlayerModel } from "./model";

interface Props {
  model: PlayerModel;
  view: PlayerView;
  table: DisplayView;
}

/**
 * The key that pays.  Where it empties the account a guest is asked first, with the sum: he leaves the terminal by it.
 *
 * Rule: LT Diagram A:5; LT Diagram B:5
 */
export function CashOutKey({ model, view, table }: Props): JSX.Element {
  const asks = useSignal(false);
  const key = { table, why: view.cash_out, data: view.cash_out_data };
  const pay = (): void => {
    asks.value = false;
    model.cashOut();
  };
  return (
    <>
      <Key {...key} label="key.cash_out" press={() => (empties(view) ? void (asks.value = true) : pay())} id="cash-out" />
      {asks.value && (
        <Dialog title={say("cash_out.title")} onClose={() => (asks.value = false)}>
          <p class="cash-out-sum">
            {house.value.currency} {meter(view.credit)}
          </p>
          <p>{say("cash_out.words")}</p>
          <form method="dialog" class="dialog-buttons">
            <button class="button" data-testid="cash-out-no">{say("cash_out.no")}</button>
            <Key {...key} label="key.cash_out" press={pay} id="cash-out-yes" gold />
          </form>
        </Dialog>
      )}
    </>
  );
}

/** Wagers that stand keep an account open. */
const empties = ({ staked }: PlayerView): boolean => staked === 0;
