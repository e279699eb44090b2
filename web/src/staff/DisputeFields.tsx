import type { JSX } from "preact";
import type { DisputeView } from "../generated/feed";
import { say, type TextKey } from "../text/say";

export type DisputeAbout = DisputeView["about"];

const ABOUT: readonly DisputeAbout[] = ["outcome", "malfunction", "payment", "conduct", "promotion", "other"];

/** What people commonly decide a dispute by. */
export const DISPUTE_REASONS: readonly TextKey[] = ["reason.records_seen", "reason.recording_seen", "reason.rules_explained"];

interface Props {
  about: DisputeAbout;
  said: string;
  fill: (part: { about?: DisputeAbout; said?: string }) => void;
}

/** What a dispute is about, and what the player says in his words. */
export function DisputeFields({ about, said, fill }: Props): JSX.Element {
  return (
    <>
      <label class="field">
        <span class="label">{say("dispute.about")}</span>
        <select name="about" value={about} onChange={(event) => fill({ about: event.currentTarget.value as DisputeAbout })}>
          {ABOUT.map((one) => (
            <option value={one} key={one}>
              {say(`dispute.about.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">{say("dispute.said")}</span>
        <input name="said" type="text" required maxLength={200} autocomplete="off" value={said} onInput={(event) => fill({ said: event.currentTarget.value })} />
      </label>
    </>
  );
}
