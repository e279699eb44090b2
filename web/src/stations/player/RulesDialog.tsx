import type { JSX } from "preact";
import { Dialog } from "../../components/Dialog";
import type { DisplayView } from "../../generated/feed";
import { oddsLines } from "../../table/odds-lines";
import { Notices, Sign } from "../../table/Sign";
import { gameName, known, say, type TextKey } from "../../text/say";
import { factsOf } from "./chances";
import { percentText } from "./needs";
import "./rules.css";

const STEPS: readonly TextKey[] = ["rules.step.money", "rules.step.bet", "rules.step.confirm", "rules.step.close", "rules.step.paid", "rules.step.leave"];

/**
 * How a table is played, what every bet of it pays and costs, and its limits.  It is there for whoever has put no money in, too, and gives no advice.
 *
 * Rule: LT Diagram A:4; LT Diagram B:4; LT 4.1; SB 3.1; SB 3.3; MT 7.13; LT 12.6
 */
export function RulesDialog({ table, onClose }: { table: DisplayView; onClose: () => void }): JSX.Element {
  return (
    <Dialog title={say("rules.title", { game: gameName(table.game), table: table.table })} onClose={onClose} wide>
      <div class="rules" tabIndex={0} data-testid="rules">
        <section>
          <h3>{say("rules.steps")}</h3>
          <ol>
            {STEPS.filter((step) => step !== "rules.step.confirm" || table.confirm_step).map((step) => (
              <li key={step}>{say(step)}</li>
            ))}
          </ol>
          <h3>{say("rules.decides")}</h3>
          <p>{known(`rules.of.${table.game}`) ? say(`rules.of.${table.game}` as TextKey) : say("rules.of.any")}</p>
          <h3>{say("sign.title")}</h3>
          <Sign limits={table.limits} />
          <Notices table={table} />
          <p class="rules-safer">{say("rules.safer")}</p>
        </section>
        <section>
          <h3>{say("rules.pays")}</h3>
          <Paytable table={table} />
        </section>
      </div>
      <form method="dialog" class="dialog-buttons">
        <button class="button gold">{say("close")}</button>
      </form>
    </Dialog>
  );
}

/** Each line of the paytable with what it costs: exactly, and in hundredths of a percent. */
function Paytable({ table }: { table: DisplayView }): JSX.Element {
  const chances = factsOf(table);
  const lines = oddsLines(table);
  const two = lines.filter(({ odds }) => odds.includes(" / "));
  return (
    <>
      <table class="paytable">
        <thead>
          <tr>
            <th>{say("rules.bet")}</th>
            <th>{say("facts.pays")}</th>
            <th>{say("rules.cost")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, odds, edge, bets }) => (
            <tr key={name} data-pays={bets[0]}>
              <th>{name}</th>
              <td>{odds}</td>
              <td>{percentText(edge || chances.get(bets[0]!)?.edge || "0/1")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {two.length > 0 && known(`rules.two.${table.variant}`) && <p>{say(`rules.two.${table.variant}` as TextKey)}</p>}
    </>
  );
}
