import type { JSX } from "preact";
import { refusalText, toast } from "../../components/toasting";
import type { DealerView, DisplayView } from "../../generated/feed";
import type { StaffCommand } from "../../staff/acts";
import type { StaffModel } from "../../staff/model";
import { betName, say, type TextKey } from "../../text/say";

interface Props {
  model: StaffModel<DealerView>;
  own: DealerView;
  table: DisplayView;
}

const RESULTS = ["player", "tie", "banker"] as const;

/** The dealer's own keys in the order of a coup; the ones that are open now stand out. */
export function DealerKeys({ model, own, table }: Props): JSX.Element {
  const { may } = own;
  const name = table.table;
  const tell = (command: StaffCommand) => (): void => void model.perform(command);
  return (
    <div class="keys-rows">
      <div class="coup-keys">
        <DealerKey label="dealer.new_game" why={may.new_game} table={table} press={tell({ type: "NewGame", table: name })} id="new-game" />
        {table.suspended && <DealerKey label="act.resume" why={may.resume} table={table} press={tell({ type: "ResumeTable", table: name })} id="resume" />}
        {/* On a demo floor the shuffler brings the next shoe when it is called. */}
        {!table.demo && table.coups_left === 0 && (
          <DealerKey label="dealer.bring_shoe" why={may.bring_shoe} table={table} press={tell({ type: "BringShoe", table: name })} id="bring-shoe" />
        )}
        {!own.burned && <DealerKey label="dealer.burn" why={may.burn} table={table} press={tell({ type: "BurnCard", table: name })} id="burn" />}
        {table.demo && (
          <>
            <DealerKey label="dealer.call_shoe" why={may.call_shoe} table={table} press={tell({ type: "CallShoe", table: name })} id="call-shoe" />
            <DealerKey label="dealer.draw" why={may.draw} table={table} press={tell({ type: "DrawCard", table: name })} id="draw" />
          </>
        )}
        <DealerKey label="dealer.standby" why={may.standby} table={table} press={tell({ type: "PressStandby", table: name })} id="standby" />
      </div>
      <div class="result-keys">
        {RESULTS.map((result) => (
          <DealerKey
            text={betName(result)}
            why={may.enter_result}
            table={table}
            press={tell({ type: "EnterResult", table: name, result })}
            id={`result-${result}`}
            kind={result}
            pressed={table.entered === result}
            key={result}
          />
        ))}
        <DealerKey label="dealer.confirm" why={may.confirm_result} table={table} press={tell({ type: "ConfirmResult", table: name })} id="confirm-result" kind="confirm" />
      </div>
    </div>
  );
}

interface KeyProps {
  label?: TextKey;
  text?: string;
  why: string;
  table: DisplayView;
  press: () => void;
  id: string;
  kind?: string;
  pressed?: boolean;
}

function DealerKey({ label, text, why, table, press, id, kind = "", pressed = false }: KeyProps): JSX.Element {
  const touch = (): void => {
    if (why) toast("plain", refusalText(why), table.clauses[why] ?? "");
    else press();
  };
  return (
    <button type="button" class={`button dealer-key ${kind} ${why ? "" : "ready"}`} aria-disabled={why !== ""} aria-pressed={pressed} onClick={touch} data-testid={id}>
      {text ?? (label && say(label))}
    </button>
  );
}
