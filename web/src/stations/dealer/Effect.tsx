import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Card } from "../../components/Card";
import { SecondStep } from "../../components/SecondStep";
import { toast } from "../../components/toasting";
import { useTruth } from "../../components/truth";
import type { DealerView, DisplayView, Key, ResultEffect } from "../../generated/feed";
import { meter } from "../../money";
import type { Act } from "../../staff/acts";
import type { StaffModel } from "../../staff/model";
import { needsAnother, Under } from "../../staff/needs";
import { OnBets } from "../../staff/OnBets";
import { refusedNow } from "../../table/refused";
import { betName, say } from "../../text/say";
import { byAuthority, CONFIRM } from "./DealerKeys";
import { Differential } from "./Differential";

interface Props {
  model: StaffModel<DealerView>;
  own: DealerView;
  table: DisplayView;
  open: (act: Act) => void;
}

/** What lies on the table; once a result is entered, what it does to that, and the key that does it. */
export function EffectPanel(props: Props): JSX.Element | null {
  const { own, table } = props;
  const confirm = own.keys.flat().find((key) => key.act === CONFIRM);
  return (
    <section class="dealer-effect panel">
      {confirm && <ConfirmKey {...props} wish={confirm} />}
      <div class="effect-words">{own.face ? <CardThere face={own.face} /> : own.effect ? <Effect effect={own.effect} /> : <OnTable own={own} table={table} />}</div>
    </section>
  );
}

/** Totals a side, and how far they lie apart, while nothing is decided. */
function OnTable({ own, table }: Pick<Props, "own" | "table">): JSX.Element {
  return (
    <>
      <Differential table={table} />
      <OnBets sums={own.on_bets} />
    </>
  );
}

/** Settles the round.  It carries what was seen: should that have changed, it is not done. */
function ConfirmKey({ wish, model, own, table, open }: Props & { wish: Key }): JSX.Element {
  const sent = useSignal("");
  const truth = useTruth(wish.reason, wish.data);
  const seen = own.effect && own.effect.seen !== sent.value ? own.effect.seen : "";
  const next = own.next_act === wish.act;
  const command = { type: "ConfirmResult", table: table.table } as const;
  const pass = async (): Promise<void> => {
    if (needsAnother(wish)) return open(byAuthority(wish.act, command, seen));
    sent.value = seen;
    if (!(await model.perform(command, null, seen))) sent.value = "";
  };
  const closed = (): void => toast("plain", refusedNow(table, wish.reason, wish.data), table.clauses[wish.reason] ?? "", truth());
  return (
    <div class={`confirm-place ${next ? "next" : ""}`} data-next={next || undefined}>
      <SecondStep seen={seen} pass={() => void pass()} closed={closed} class="dealer-key confirm_result" testid="confirm-result">
        <span>{say(`act.${wish.act}`)}</span>
        <Under wish={wish} />
      </SecondStep>
    </div>
  );
}

/** What a result does to the money: how many win, what is paid, what is kept, and the same of each bet. */
export function Effect({ effect }: { effect: ResultEffect }): JSX.Element {
  const { wagers, winning, returned, kept, bets } = effect;
  return (
    <div class="effect" data-testid="effect">
      <strong>{wagers > 0 ? say("effect.winning", { n: winning, all: wagers }) : say("effect.nobody")}</strong>
      <dl class="effect-sums">
        <dt>{say("effect.paid")}</dt>
        <dd data-testid="effect-paid" data-cents={returned}>{meter(returned)}</dd>
        <dt>{say("effect.kept")}</dt>
        <dd data-testid="effect-kept" data-cents={kept}>{meter(kept)}</dd>
      </dl>
      {bets.length > 0 && <Bets bets={bets} />}
    </div>
  );
}

function Bets({ bets }: Pick<ResultEffect, "bets">): JSX.Element {
  return (
    <table class="effect-bets">
      <thead>
        <tr>
          <th />
          <th>{say("effect.staked")}</th>
          <th>{say("effect.back")}</th>
        </tr>
      </thead>
      <tbody>
        {bets.map(({ bet, staked, returned }) => (
          <tr class={returned > staked ? "wins" : ""} data-effect={bet} key={bet}>
            <th>{betName(bet)}</th>
            <td>{meter(staked)}</td>
            <td>{meter(returned)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A virtual card that nobody could read, as whoever stands at a table would see it lie there. */
export function CardThere({ face }: { face: string }): JSX.Element {
  return (
    <figure class="card-there" data-testid="card-there" data-face={face}>
      <Card code={face} />
      <figcaption>{say("dealer.card_there")}</figcaption>
    </figure>
  );
}
