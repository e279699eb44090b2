import type { JSX } from "preact";
import { CardPicker } from "../components/CardPicker";
import { gameOf } from "../games/find";
import type { DisplayView, Limits, Seat } from "../generated/feed";
import { say } from "../text/say";
import { VOID, type Act, type Filled } from "./acts";
import { DiceSetFields } from "./DiceSetFields";
import { DisputeFields } from "./DisputeFields";
import { LimitsFields } from "./LimitsFields";
import { ReasonField } from "./ReasonField";
import { GroundFields, RuleField, TerminalField, UpheldField, WagerFields } from "./RemedyFields";
import { roundsFor } from "./rounds";
import { ShoeFields } from "./ShoeFields";

interface Props {
  act: Act;
  table: DisplayView;
  seats: readonly Seat[];
  filled: Filled;
  fill: (part: Partial<Filled>) => void;
}

/** What an act has to be told. */
export function ActFields({ act, table, seats, filled, fill }: Props): JSX.Element {
  const wants = (name: Act["fields"][number]): boolean => act.fields.includes(name);
  const { Picker, voids } = gameOf(table);
  const reasons = (act === VOID && voids) || act.reasons || [];
  return (
    <>
      {wants("outcome") && <Picker game={table.game} outcome={filled} pick={fill} />}
      {wants("cards") && <CardPicker cards={filled.cards} most={6} pick={(cards) => fill({ cards })} />}
      {wants("drawn") && <CardPicker cards={filled.cards} most={9} pick={(cards) => fill({ cards })} />}
      {wants("rounds") && <RoundsField rounds={filled.rounds} change={(rounds) => fill({ rounds })} />}
      {wants("card") && <CardPicker cards={filled.cards} most={1} pick={(cards) => fill({ cards })} />}
      {wants("limits") && <LimitsFields limits={filled.limits} bets={table.bets} change={(limits: Limits) => fill({ limits })} />}
      {wants("wager") && <WagerFields table={table} seats={seats} filled={filled} fill={fill} />}
      {wants("keeps") && <TerminalField label="act.keeps" seats={seats} filled={filled} fill={fill} />}
      {wants("ground") && <GroundFields table={table} seats={seats} filled={filled} fill={fill} />}
      {wants("shoe") && <ShoeFields filled={filled} fill={fill} />}
      {wants("dice_set") && <DiceSetFields fill={fill} />}
      {wants("rule") && <RuleField rules={act.choices ?? []} rule={filled.rule} change={(rule) => fill({ rule })} />}
      {wants("dispute") && <DisputeFields about={filled.about} said={filled.said} fill={fill} />}
      {wants("upheld") && <UpheldField upheld={filled.upheld} no={wants("dispute") ? "dispute.no" : "act.upheld.no"} change={(upheld) => fill({ upheld })} />}
      {wants("round") && <RoundField act={act} table={table} round={filled.round} change={(round) => fill({ round })} />}
      {wants("reason") && <ReasonField common={reasons} value={filled.reason} change={(reason) => fill({ reason })} />}
      {wants("now") && (
        <label class="check">
          <input type="checkbox" checked={filled.now} onChange={(event) => fill({ now: event.currentTarget.checked })} />
          <span>{say("act.now")}</span>
        </label>
      )}
    </>
  );
}

/** Orders that are given often; -1 is until somebody wagers, 0 takes an order back. */
const ORDERS: readonly number[] = [-1, 1, 2, 3, 5, 10, 0];

function RoundsField({ rounds, change }: { rounds: number; change: (rounds: number) => void }): JSX.Element {
  return (
    <label class="field">
      <span class="label">{say("act.rounds.number")}</span>
      <select name="rounds" value={String(rounds)} onChange={(event) => change(Number(event.currentTarget.value))}>
        {ORDERS.map((one) => (
          <option value={String(one)} key={one}>
            {one > 0 ? one : say(one ? "act.rounds.continuous" : "act.rounds.none")}
          </option>
        ))}
      </select>
    </label>
  );
}

interface RoundProps {
  act: Act;
  table: DisplayView;
  round: number;
  change: (round: number) => void;
}

function RoundField({ act, table, round, change }: RoundProps): JSX.Element {
  const rounds = roundsFor(act, table);
  // A form that was opened on a round keeps it, though the table has gone on.
  const offered = rounds.includes(round) ? rounds : [round, ...rounds];
  return (
    <label class="field">
      <span class="label">{say("act.round")}</span>
      <select name="round" value={String(round)} onChange={(event) => change(Number(event.currentTarget.value))}>
        {offered.map((one) => (
          <option value={String(one)} key={one}>
            {roundName(one, table)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A settled round is known by how it came out, better than by its number. */
function roundName(round: number, table: DisplayView): string {
  if (round === 0) return say(table.dummy ? "act.dummy" : "round.none");
  if (round === table.round) return say("act.round.current", { n: round });
  const result = table.results.find((one) => one.round === round);
  const number = say("round.number", { n: round });
  return result ? `${number} · ${gameOf(table).headline(result)}` : number;
}
