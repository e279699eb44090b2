import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { toast } from "../../components/toasting";
import type { CashDeskView, CashdeskCommand, DrawerView, Key } from "../../generated/feed";
import { meter } from "../../money";
import { refusalText } from "../../text/refusal";
import { say, type TextKey } from "../../text/say";
import { dayAndTime } from "../../text/when";
import { AmountDialog } from "./AmountDialog";
import type { CashDeskModel } from "./model";

interface Props {
  model: CashDeskModel;
  desk: CashDeskView;
}

const COMMANDS: Record<string, (amount: number) => CashdeskCommand> = {
  open_drawer: (amount) => ({ type: "OpenDrawer", amount }),
  fill_drawer: (amount) => ({ type: "FillDrawer", amount }),
  empty_drawer: (amount) => ({ type: "FillDrawer", amount: -amount }),
  close_drawer: (counted) => ({ type: "CloseDrawer", counted }),
};
const KEYS = ["fill_drawer", "empty_drawer", "close_drawer"] as const;

/** What the cashier's drawer began with, what has moved, and what should be in it. */
export function DrawerPanel({ model, desk }: Props): JSX.Element {
  const asks = useSignal("");
  const { drawer } = desk;
  const press = (act: string, key: Key | undefined): void => {
    if (key?.reason === "") asks.value = act;
    else if (key) toast("bad", refusalText(key.reason, key.data));
  };
  return (
    <section class="desk-drawer panel" aria-label={say("desk.drawer")} data-testid="drawer">
      <h2>{say("desk.drawer")}</h2>
      {drawer ? <Figures drawer={drawer} /> : <p class="desk-none">{say("desk.drawer.none")}</p>}
      <div class="desk-keys">
        {model.isOpen.value ? (
          KEYS.map((act) => (
            <button type="button" class="button" onClick={() => press(act, model.key(act === "empty_drawer" ? "fill_drawer" : act))} data-act={act} key={act}>
              {say(`desk.${act}`)}
            </button>
          ))
        ) : (
          <button type="button" class="button gold" onClick={() => press("open_drawer", model.key("open_drawer"))} data-act="open_drawer">
            {say("desk.open_drawer")}
          </button>
        )}
      </div>
      {asks.value && <AmountDialog model={model} act={asks.value} command={COMMANDS[asks.value]!} onClose={() => (asks.value = "")} />}
    </section>
  );
}

function Figures({ drawer }: { drawer: DrawerView }): JSX.Element {
  const isOpen = drawer.counted < 0;
  const difference = drawer.counted - drawer.holds;
  const lines: readonly [TextKey, number][] = [
    ["desk.opening", drawer.opening],
    ["desk.filled", drawer.filled],
    ["desk.paid", -drawer.paid],
    ["desk.taken", drawer.taken],
  ];
  return (
    <>
      <p class="desk-since">{isOpen ? say("desk.since", { time: dayAndTime(drawer.since), n: drawer.payments }) : say("desk.closed_at", { time: dayAndTime(drawer.closed_at) })}</p>
      <dl class="desk-figures">
        {lines.map(([key, amount]) => (
          <div key={key}>
            <dt>{say(key)}</dt>
            <dd data-figure={key}>{meter(amount)}</dd>
          </div>
        ))}
        <div class="total">
          <dt>{say("desk.holds")}</dt>
          <dd data-testid="holds">{meter(drawer.holds)}</dd>
        </div>
        {!isOpen && (
          <>
            <div>
              <dt>{say("desk.counted")}</dt>
              <dd>{meter(drawer.counted)}</dd>
            </div>
            <div class={`total ${difference ? "off" : ""}`}>
              <dt>{say(difference < 0 ? "desk.short" : "desk.over")}</dt>
              <dd data-testid="difference">{meter(Math.abs(difference))}</dd>
            </div>
          </>
        )}
      </dl>
    </>
  );
}
