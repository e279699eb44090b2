import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { toast } from "../../components/toasting";
import { useTruth } from "../../components/truth";
import { gameOf } from "../../games/find";
import type { Game } from "../../games/game";
import type { DealerView, DisplayView, Key } from "../../generated/feed";
import { formOf, hasForm, pressed, type Act, type StaffCommand } from "../../staff/acts";
import type { StaffModel } from "../../staff/model";
import { isClosed, needsAnother, Under } from "../../staff/needs";
import { refusedNow } from "../../table/refused";
import { betName, say, sayAt } from "../../text/say";
import { Question } from "./Question";

interface Props {
  model: StaffModel<DealerView>;
  own: DealerView;
  table: DisplayView;
  /** Opens the form in which another person gives his PIN. */
  open: (act: Act) => void;
}

/** This one stands apart from the others, beside what it would pay. */
export const CONFIRM = "confirm_result";

/** The dealer's own keys as the server sends them: always the same in the same places; the next one stands out. */
export function DealerKeys(props: Props): JSX.Element {
  return (
    <div class="keys-rows">
      {props.own.keys
        .filter((row) => row.every((key) => key.act !== CONFIRM))
        .map((row, index) => (
          <Row {...props} row={row} key={index} />
        ))}
    </div>
  );
}

function Row({ row, ...props }: Props & { row: readonly Key[] }): JSX.Element {
  const choices = row.find((key) => key.choices.length > 0);
  const { Entry } = gameOf(props.table);
  if (choices) return Entry ? <EntryKeys {...props} wish={choices} Entry={Entry} /> : <ResultKeys {...props} wish={choices} />;
  return (
    <div class="coup-keys" style={{ "--keys": row.length }}>
      {row.map((key) => (
        <PressKey {...props} wish={key} key={key.act} />
      ))}
    </div>
  );
}

interface WishProps extends Props {
  wish: Key;
}

/** What a key shows of the table besides its name. */
const STATES: Record<string, ((own: DealerView) => string) | undefined> = {
  standby: ({ standby }) => say(standby ? "dealer.standby.on" : "dealer.standby.off"),
};

function PressKey(props: WishProps): JSX.Element {
  const { wish, own, table } = props;
  const state = STATES[wish.act]?.(own);
  const press = { id: wish.act.replaceAll("_", "-"), kind: wish.act, text: sayAt(table.game, `act.${wish.act}`), command: pressed(wish, table.table) };
  return <DealerKey {...props} {...press} next={own.next_act === wish.act} {...(state === undefined ? {} : { state })} pressed={wish.act === "standby" && own.standby} />;
}

/** One key for each result there can be; the one that is entered stays down.  Together they are one step. */
function ResultKeys(props: WishProps): JSX.Element {
  const { wish, own, table } = props;
  const next = own.next_act === wish.act;
  return (
    <div class={`result-keys ${next ? "next" : ""}`} data-next={next || undefined}>
      {wish.choices.map((result) => {
        const press = { id: `result-${result}`, kind: result, text: betName(result), pressed: table.entered === result && table.phase === "result_pending" };
        return <DealerKey {...props} {...press} command={{ type: "EnterResult", table: table.table, result }} key={result} />;
      })}
    </div>
  );
}

/** What came, as the game has it keyed: entered anew until it is confirmed. */
function EntryKeys({ wish, model, own, table, Entry }: WishProps & { Entry: NonNullable<Game["Entry"]> }): JSX.Element {
  const truth = useTruth(wish.reason, wish.data);
  const next = own.next_act === wish.act;
  const enter = (command: StaffCommand): void => {
    if (isClosed(wish)) toast("plain", refusedNow(table, wish.reason, wish.data), table.clauses[wish.reason] ?? "", truth());
    else void model.perform(command);
  };
  return (
    <div class={`entry-keys ${next ? "next" : ""}`} data-next={next || undefined}>
      <Entry table={table} closed={isClosed(wish)} enter={enter} />
    </div>
  );
}

interface KeyProps extends WishProps {
  id: string;
  kind: string;
  text: string;
  command: StaffCommand;
  pressed?: boolean;
  next?: boolean;
  state?: string;
}

function DealerKey({ id, kind, text, wish, command, model, table, open, pressed = false, next = false, state = "" }: KeyProps): JSX.Element {
  const asking = useSignal(false);
  const truth = useTruth(wish.reason, wish.data);
  const touch = (): void => {
    if (isClosed(wish)) toast("plain", refusedNow(table, wish.reason, wish.data), table.clauses[wish.reason] ?? "", truth());
    else if (hasForm(wish)) open(formOf(wish));
    else if (needsAnother(wish)) open(byAuthority(wish.act, command));
    else if (wish.asks) asking.value = true;
    else void model.perform(command);
  };
  const look = `${isClosed(wish) ? "" : "ready"} ${next ? "next" : ""}`;
  return (
    <>
      <button
        type="button"
        class={`button dealer-key ${kind} ${look}`}
        aria-disabled={isClosed(wish)}
        aria-pressed={pressed}
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={touch}
        data-testid={id}
        data-next={next || undefined}
      >
        <span>{text}</span>
        <Under wish={wish} state={state} />
      </button>
      {/* Once there is nothing to be asked any more, the question goes. */}
      {asking.value && wish.asks && <Question asks={wish.asks} table={table} yes={() => void model.perform(command)} close={() => (asking.value = false)} />}
    </>
  );
}

/** A key that only another person's PIN opens, as a form that asks for it. */
export function byAuthority(name: string, command: StaffCommand, seen = ""): Act {
  return { name, fields: [], seen, command: () => command };
}
