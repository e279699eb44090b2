import type { JSX } from "preact";
import type { Approval, Authority } from "../generated/feed";
import { roleName, say } from "../text/say";
import { PinPad } from "./PinPad";

export const NOBODY: Authority = { person: "", pin: "" };

interface Props {
  /** Who may, as the server says; null until it has. */
  approval: Approval | null;
  authority: Authority;
  give: (authority: Authority) => void;
}

/** A second person shows himself with his own PIN; without him the act is tried with the powers of whoever is signed in. */
export function ApprovalFields({ approval, authority, give }: Props): JSX.Element | null {
  if (approval === null) return null;
  const { persons, alone } = approval;
  const needed = !alone;
  if (persons.length === 0) return needed ? <p class="field-error">{say("authority.nobody")}</p> : null;
  const choose = (person: string): void => give({ person, pin: "" });
  return (
    <fieldset class="authority">
      <legend class="label">{say(needed ? "authority.needed" : "authority.optional")}</legend>
      <div class="approvers">
        {!needed && <Choice value="" name={say("authority.myself")} chosen={authority.person} choose={choose} />}
        {persons.map(({ person, name, roles }) => (
          <Choice value={person} name={name} words={roles.map(roleName).join(say("list.between"))} chosen={authority.person} choose={choose} required={needed} key={person} />
        ))}
      </div>
      {authority.person !== "" && <PinPad pin={authority.pin} change={(pin) => give({ ...authority, pin })} />}
    </fieldset>
  );
}

interface ChoiceProps {
  value: string;
  name: string;
  words?: string;
  chosen: string;
  choose: (person: string) => void;
  required?: boolean;
}

function Choice({ value, name, words = "", chosen, choose, required = false }: ChoiceProps): JSX.Element {
  return (
    <label class="approver">
      <input type="radio" name="authority" value={value} checked={chosen === value} required={required} onChange={() => choose(value)} data-approver={value || "myself"} />
      <span>
        <b>{name}</b>
        {words && <i>{words}</i>}
      </span>
    </label>
  );
}
