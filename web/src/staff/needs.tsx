import type { JSX } from "preact";
import type { Key } from "../generated/feed";
import { say, shortRole } from "../text/say";

/** Keys that a person may not press alone, and whom they need. */

/** Another person's PIN opens these; whose, the key says. */
export const needsAnother = ({ reason, needs }: Key): boolean => needs.length > 0 && (reason === "ROLE_MAY_NOT" || reason === "SECOND_PERSON_NEEDED");

export const isClosed = (key: Key): boolean => key.reason !== "" && !needsAnother(key);

/** The roles a key needs, short enough for it. */
export const whoApproves = (key: Pick<Key, "needs">): string => key.needs.map(shortRole).join(say("list.between"));

/** The line under a key's name: how it stands, or whom it needs. */
export function Under({ wish, state = "" }: { wish: Key; state?: string }): JSX.Element {
  const text = state || (wish.needs.length > 0 ? say("dealer.needs", { roles: whoApproves(wish) }) : "");
  return <small class="key-under">{text}</small>;
}
