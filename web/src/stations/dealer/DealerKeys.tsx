import type { JSX } from "preact";
import { toast } from "../../components/toasting";
import type { DealerView, DisplayView, Key } from "../../generated/feed";
import { pressed, type StaffCommand } from "../../staff/acts";
import type { StaffModel } from "../../staff/model";
import { refusalText, type Data } from "../../text/refusal";
import { betName, say } from "../../text/say";

interface Props {
  model: StaffModel<DealerView>;
  table: DisplayView;
}

/** The dealer's own keys as the server sends them; the ones that are open now stand out. */
export function DealerKeys({ model, own, table }: Props & { own: DealerView }): JSX.Element {
  return (
    <div class="keys-rows">
      {own.keys.map((row, index) => (
        <div class={row.some((key) => key.choices.length > 0) ? "result-keys" : "coup-keys"} key={index}>
          {row.map((key) => {
            const Drawn = DRAWN[key.act] ?? PressKey;
            return <Drawn wish={key} model={model} table={table} key={key.act} />;
          })}
        </div>
      ))}
    </div>
  );
}

interface WishProps extends Props {
  wish: Key;
}

/** Keys that are more than a press, by their act. */
const DRAWN: Record<string, ((props: WishProps) => JSX.Element) | undefined> = { enter_result: ResultKeys };

function PressKey({ wish, model, table }: WishProps): JSX.Element {
  const press = { id: wish.act.replaceAll("_", "-"), kind: wish.act, text: say(`act.${wish.act}`), command: pressed(wish, table.table) };
  return <DealerKey {...press} why={wish.reason} data={wish.data} model={model} table={table} />;
}

/** One key for each result there can be; the one that is entered stays down. */
function ResultKeys({ wish, model, table }: WishProps): JSX.Element {
  return (
    <>
      {wish.choices.map((result) => {
        const press = { id: `result-${result}`, kind: result, text: betName(result), pressed: table.entered === result };
        return <DealerKey {...press} command={{ type: "EnterResult", table: table.table, result }} why={wish.reason} data={wish.data} model={model} table={table} key={result} />;
      })}
    </>
  );
}

interface KeyProps extends Props {
  id: string;
  kind: string;
  text: string;
  why: string;
  data: Data;
  command: StaffCommand;
  pressed?: boolean;
}

function DealerKey({ id, kind, text, why, data, command, model, table, pressed = false }: KeyProps): JSX.Element {
  const touch = (): void => {
    if (why) toast("plain", refusalText(why, data), table.clauses[why] ?? "");
    else void model.perform(command);
  };
  return (
    <button type="button" class={`button dealer-key ${kind} ${why ? "" : "ready"}`} aria-disabled={why !== ""} aria-pressed={pressed} onClick={touch} data-testid={id}>
      {text}
    </button>
  );
}
