import type { JSX } from "preact";
import { toast } from "../components/toasting";
import { useTruth } from "../components/truth";
import type { DisplayView, Key } from "../generated/feed";
import { refusedNow } from "../table/refused";
import { say } from "../text/say";
import { formOf, type Act } from "./acts";
import { isClosed, Under } from "./needs";

interface Props {
  keys: readonly Key[];
  table: DisplayView;
  open: (act: Act) => void;
  /** In the colours of what they do. */
  toned?: boolean;
  /** The act the procedure wants next. */
  next?: string;
}

/** Acts in the order the server sends them, each with its form behind it. */
export function ActKeys({ keys, table, open, toned = false, next = "" }: Props): JSX.Element {
  return (
    <>
      {keys.map((key) => (
        <ActKey key={key.act} wish={key} table={table} open={open} toned={toned} next={key.act === next} />
      ))}
    </>
  );
}

/** A closed act says why; one that another person's PIN can help with says whose, and opens. */
function ActKey({ wish, table, open, toned, next }: { wish: Key; toned: boolean; next: boolean } & Pick<Props, "table" | "open">): JSX.Element {
  const { act, reason, data } = wish;
  const form = formOf(wish);
  const truth = useTruth(reason, data);
  const touch = (): void => {
    if (isClosed(wish)) toast("plain", refusedNow(table, reason, data), table.clauses[reason] ?? "", truth());
    else open(form);
  };
  const tone = toned && !reason ? (form.tone ?? "") : "";
  return (
    <button type="button" class={`button power ${tone} ${next ? "next" : ""}`} aria-disabled={isClosed(wish)} onClick={touch} data-act={act} data-next={next || undefined}>
      <span>{say(`act.${act}`)}</span>
      <Under wish={wish} />
    </button>
  );
}
