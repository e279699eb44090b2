import type { JSX } from "preact";
import { toast } from "../components/toasting";
import type { DisplayView, Key } from "../generated/feed";
import { refusalText } from "../text/refusal";
import { say } from "../text/say";
import { formOf, type Act } from "./acts";

interface Props {
  keys: readonly Key[];
  table: DisplayView;
  open: (act: Act) => void;
  /** In the colours of what they do. */
  toned?: boolean;
}

/** Acts in the order the server sends them, each with its form behind it. */
export function ActKeys({ keys, table, open, toned = false }: Props): JSX.Element {
  return (
    <>
      {keys.map((key) => (
        <ActKey key={key.act} wish={key} table={table} open={open} toned={toned} />
      ))}
    </>
  );
}

/** A closed act says why, and still opens where another person's PIN could help. */
function ActKey({ wish, table, open, toned }: { wish: Key; toned: boolean } & Pick<Props, "table" | "open">): JSX.Element {
  const { act, reason, data } = wish;
  const form = formOf(wish);
  const touch = (): void => {
    if (reason) toast("plain", refusalText(reason, data), table.clauses[reason] ?? "");
    if (!reason || reason === "ROLE_MAY_NOT") open(form);
  };
  const tone = toned && !reason ? (form.tone ?? "") : "";
  return (
    <button type="button" class={`button power ${tone}`} aria-disabled={reason !== ""} onClick={touch} data-act={act}>
      {say(`act.${act}`)}
    </button>
  );
}
