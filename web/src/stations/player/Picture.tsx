import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { signal, useSignal } from "@preact/signals";
import { house } from "../../house";
import { say } from "../../text/say";
import "./picture.css";

/** Whether the picture of a table is shown beside the felt. */
export const showsPicture = signal(true);

const TRIES_AGAIN_MS = 10_000;

/** What a camera sees of a table, where the house has one; nothing is decided by it, and play goes on without. */
export function Picture({ table }: { table: string }): JSX.Element | null {
  const address = house.value.videos[table];
  if (!address) return null;
  return (
    <section class="picture" data-testid="picture">
      <button type="button" class="button quiet" aria-pressed={showsPicture.value} onClick={() => (showsPicture.value = !showsPicture.value)} data-testid="shows-picture">
        {say(showsPicture.value ? "picture.hide" : "picture.show")}
      </button>
      {showsPicture.value && <Stream address={address} table={table} key={address} />}
    </section>
  );
}

function Stream({ address, table }: { address: string; table: string }): JSX.Element {
  const failed = useSignal(false);
  useEffect(() => {
    if (!failed.value) return undefined;
    const again = setTimeout(() => (failed.value = false), TRIES_AGAIN_MS);
    return () => clearTimeout(again);
  }, [failed.value]);
  if (failed.value) return <p class="picture-none" role="status">{say("picture.none")}</p>;
  return <video src={address} aria-label={say("picture.of", { table })} autoplay muted playsInline onError={() => (failed.value = true)} onEnded={() => (failed.value = true)} />;
}
