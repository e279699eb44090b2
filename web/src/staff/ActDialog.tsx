import type { ComponentChildren, JSX } from "preact";
import { useSignal } from "@preact/signals";
import { CardPicker } from "../components/CardPicker";
import { Dialog } from "../components/Dialog";
import { gameOf } from "../games/find";
import type { Authority, DisplayView, Limits, Seat } from "../generated/feed";
import { known, say } from "../text/say";
import type { Act, Filled, Perform } from "./acts";
import { LimitsFields } from "./LimitsFields";
import { GroundFields, TerminalField, WagerFields } from "./RemedyFields";
import { roundsFor } from "./rounds";
import "./staff.css";

interface Props {
  act: Act;
  /** The table or terminal it is done to. */
  target: string;
  table: DisplayView;
  seats: readonly Seat[];
  perform: Perform;
  onClose: () => void;
  /** What has to be seen while the form is filled in. */
  children?: ComponentChildren;
}

function empty(act: Act, table: DisplayView, seats: readonly Seat[]): Filled {
  const wager = { terminal: seats[0]?.terminal ?? "", bet: table.bets[0]?.code ?? "", amount: 0 };
  const fresh = { reason: "", cards: [], dice: [], limits: table.limits, now: false, ground: "disruption", forfeit: [] } as const;
  return { ...fresh, ...wager, round: roundsFor(act, table)[0] ?? 0 };
}

/** Asks for what an act needs, says plainly what it will do, and does it once. */
export function ActDialog({ act, target, table, seats, perform, onClose, children }: Props): JSX.Element {
  const filled = useSignal<Filled>(empty(act, table, seats));
  const authority = useSignal<Authority>({ person: "", pin: "" });
  const waiting = useSignal(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    waiting.value = true;
    const given = authority.value.person ? authority.value : null;
    const done = await perform(act.command(target, filled.value), given);
    waiting.value = false;
    if (done) onClose();
  };
  return (
    <Dialog title={`${say(`act.${act.name}`)} · ${target}`} onClose={onClose} wide={act.fields.some((field) => field === "outcome" || field === "cards")}>
      {known(`act.${act.name}.words`) && <p class="act-words">{say(`act.${act.name}.words`)}</p>}
      {children}
      <form onSubmit={submit} data-testid="act-form">
        <Fields act={act} table={table} seats={seats} filled={filled.value} fill={(part) => (filled.value = { ...filled.value, ...part })} />
        <AuthorityFields needed={act.second ?? false} authority={authority.value} give={(given) => (authority.value = given)} />
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={onClose}>
            {say("cancel")}
          </button>
          <button class={`button ${act.tone ?? "gold"}`} disabled={waiting.value} data-testid="act-do">
            {say(`act.${act.name}`)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  act: Act;
  table: DisplayView;
  seats: readonly Seat[];
  filled: Filled;
  fill: (part: Partial<Filled>) => void;
}

function Fields({ act, table, seats, filled, fill }: FieldsProps): JSX.Element {
  const wants = (name: Act["fields"][number]): boolean => act.fields.includes(name);
  const { Picker } = gameOf(table);
  return (
    <>
      {wants("outcome") && <Picker game={table.game} outcome={filled} pick={fill} />}
      {wants("cards") && <CardPicker cards={filled.cards} most={6} pick={(cards) => fill({ cards })} />}
      {wants("card") && <CardPicker cards={filled.cards} most={1} pick={(cards) => fill({ cards })} />}
      {wants("limits") && <LimitsFields limits={filled.limits} change={(limits: Limits) => fill({ limits })} />}
      {wants("wager") && <WagerFields table={table} seats={seats} filled={filled} fill={fill} />}
      {wants("keeps") && <TerminalField label="act.keeps" seats={seats} filled={filled} fill={fill} />}
      {wants("ground") && <GroundFields table={table} seats={seats} filled={filled} fill={fill} />}
      {wants("round") && <RoundField act={act} table={table} round={filled.round} change={(round) => fill({ round })} />}
      {wants("reason") && <TextField label="act.reason" name="reason" value={filled.reason} change={(reason) => fill({ reason })} />}
      {wants("now") && (
        <label class="check">
          <input type="checkbox" checked={filled.now} onChange={(event) => fill({ now: event.currentTarget.checked })} />
          <span>{say("act.now")}</span>
        </label>
      )}
    </>
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

function roundName(round: number, table: DisplayView): string {
  if (round === 0) return say(table.dummy ? "act.dummy" : "round.none");
  return round === table.round ? say("act.round.current", { n: round }) : say("round.number", { n: round });
}

function TextField({ label, name, value, change }: { label: "act.reason"; name: string; value: string; change: (text: string) => void }): JSX.Element {
  return (
    <label class="field">
      <span class="label">{say(label)}</span>
      <input name={name} type="text" required maxLength={200} autocomplete="off" value={value} onInput={(event) => change(event.currentTarget.value)} />
    </label>
  );
}

/** A second person shows himself with his own PIN; without him the act is tried with the powers of whoever is signed in. */
function AuthorityFields({ needed, authority, give }: { needed: boolean; authority: Authority; give: (authority: Authority) => void }): JSX.Element {
  return (
    <fieldset class="authority">
      <legend class="label">{say(needed ? "authority.needed" : "authority.optional")}</legend>
      <label class="field">
        <span class="label">{say("door.person")}</span>
        <input name="authority" type="text" autocomplete="off" required={needed} value={authority.person} onInput={(event) => give({ ...authority, person: event.currentTarget.value })} />
      </label>
      <label class="field">
        <span class="label">{say("door.pin")}</span>
        <input name="pin" type="password" inputMode="numeric" autocomplete="off" required={needed || authority.person !== ""} value={authority.pin} onInput={(event) => give({ ...authority, pin: event.currentTarget.value })} />
      </label>
    </fieldset>
  );
}
