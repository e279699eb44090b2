import { render, type JSX } from "preact";
import { useSignal } from "@preact/signals";
import { Brand, DemoMark, LanguageSwitch } from "../../components/Chrome";
import type { Guest, StationInfo } from "../../generated/feed";
import { get, post, type Problem } from "../../http";
import { roleName, say, type TextKey } from "../../text/say";
import { troubleText } from "../../text/trouble";
import { tell } from "./told";
import "../../components/dialog.css";
import "./door.css";

/** The door of a station: it enrols once with a code of the office; whoever works there signs in. */

export function showDoor(root: HTMLElement): void {
  const knock = (): void => {
    get<StationInfo>("api/station").then(
      (reply) => render(reply.ok ? <Door info={reply.body} /> : <Closed problem={reply.problem} />, root),
      () => setTimeout(knock, 2_000),
    );
  };
  knock();
}

/** What has to be filled in, and where it goes. */
interface Form {
  title: TextKey;
  path: string;
  fields: readonly Field[];
}

interface Field {
  name: string;
  label: TextKey;
  secret: boolean;
  numeric?: boolean;
}

/** Asked for once the server says that this person's role needs it. */
const CODE: Field = { name: "code", label: "door.second_factor", secret: false, numeric: true };

const ENROL: Form = { title: "door.enrol", path: "api/enrol", fields: [{ name: "code", label: "door.code", secret: false }] };
const SIGN_IN: Form = {
  title: "door.sign_in",
  path: "api/sign-in",
  fields: [
    { name: "person", label: "door.person", secret: false },
    { name: "password", label: "door.password", secret: true },
  ],
};
export const HAND_OVER: Form = { ...SIGN_IN, title: "door.hand_over", path: "api/hand-over" };
export const UNLOCK: Form = { title: "door.unlock", path: "api/unlock", fields: [{ name: "pin", label: "door.pin", secret: true, numeric: true }] };

function Door({ info }: { info: StationInfo }): JSX.Element {
  const form = !info.enrolled ? ENROL : info.locked ? UNLOCK : SIGN_IN;
  return (
    <div class="felt door" data-game="office">
      <header class="door-head">
        <Brand />
        <DemoMark demo={info.demo} />
        <LanguageSwitch />
      </header>
      <main class="door-box panel">
        <h1>{say(form.title)}</h1>
        <p>{say("door.station", { station: info.station })}</p>
        <DoorForm form={form} done={() => location.reload()} />
        {form === ENROL && <p class="door-help">{say("door.code.help", { station: info.station })}</p>}
        {form === SIGN_IN && info.guests.length > 0 && <Guests guests={info.guests} />}
      </main>
    </div>
  );
}

/** The people of a demonstration: a newcomer need not know their password. */
export function Guests({ guests }: { guests: readonly Guest[] }): JSX.Element {
  const trouble = useSignal("");
  const enter = async ({ person, password }: Guest): Promise<void> => {
    const reply = await post<StationInfo>("api/sign-in", { person, password }).catch(() => null);
    if (reply?.ok) {
      tell(reply.body);
      location.reload();
    } else trouble.value = troubleText(reply?.problem ?? { error: "NOT_READY" });
  };
  return (
    <section class="guests">
      <p>{say("door.guests")}</p>
      {guests.map((guest) => (
        <button type="button" class="button" onClick={() => void enter(guest)} data-guest={guest.person} key={guest.person}>
          {guest.name || guest.person} <span>{roleName(guest.role)}</span>
        </button>
      ))}
      {trouble.value && <p class="field-error" role="alert">{trouble.value}</p>}
    </section>
  );
}

interface FormProps {
  form: Form;
  done: () => void;
  cancel?: () => void;
  /** The page whose feed goes on after this. */
  boot?: string;
}

/** A form of the door; dealers also meet it inside their station, to take over or to come back. */
export function DoorForm({ form, done, cancel, boot }: FormProps): JSX.Element {
  const trouble = useSignal<Problem | null>(null);
  const waiting = useSignal(false);
  const withCode = useSignal(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const filled = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement));
    waiting.value = true;
    const reply = await post<StationInfo>(form.path, boot ? { ...filled, boot } : filled).catch(() => null);
    waiting.value = false;
    trouble.value = reply === null ? { error: "NOT_READY" } : reply.ok ? null : reply.problem;
    if (trouble.value?.error === "SECOND_FACTOR_NEEDED") withCode.value = true;
    if (!reply?.ok) return;
    tell(reply.body);
    done();
  };
  const fields = withCode.value ? [...form.fields, CODE] : form.fields;
  return (
    <form onSubmit={submit} data-testid="door-form">
      {fields.map((field, index) => (
        <label class="field" key={field.name}>
          <span class="label">{say(field.label)}</span>
          <Input field={field} first={field === CODE || index === 0} />
        </label>
      ))}
      <p class="field-error" role="alert">
        {trouble.value && troubleText(trouble.value)}
      </p>
      <div class="dialog-buttons">
        {cancel && (
          <button type="button" class="button" onClick={cancel}>
            {say("cancel")}
          </button>
        )}
        <button class="button gold" disabled={waiting.value}>
          {say(form.title)}
        </button>
      </div>
    </form>
  );
}

function Input({ field, first }: { field: Field; first: boolean }): JSX.Element {
  const shared = { name: field.name, autocomplete: "off", autocapitalize: "none", required: true, autofocus: first } as const;
  if (field.secret) return <input type="password" inputMode={field.numeric ? "numeric" : "text"} {...shared} />;
  return <input type="text" inputMode={field.numeric ? "numeric" : "text"} {...shared} />;
}

function Closed({ problem }: { problem: Problem }): JSX.Element {
  return (
    <div class="felt door" data-game="office">
      <header class="door-head">
        <Brand />
        <LanguageSwitch />
      </header>
      <main class="door-box panel">
        <h1>{say(`error.${problem.error}`)}</h1>
      </main>
    </div>
  );
}
