import type { JSX } from "preact";
import type { Suspension } from "../generated/feed";
import { reasonText, roleName, say } from "../text/say";
import { clockTime } from "../text/when";

/** Why play stands still, who stopped it and when, and who may let it go on. */
export function WhySuspended({ suspension }: { suspension: Suspension }): JSX.Element {
  const { by, since, reason, ends_by, roles } = suspension;
  const time = clockTime(since);
  const said = reason && reason !== "restart" ? say("suspension.reason", { reason: reasonText(reason) }) : "";
  return (
    <p class="why-suspended panel" role="status" data-testid="why-suspended">
      <b>{by ? say("suspension.by", { person: by, time }) : say("suspension.since", { time })}</b>
      <span>{say(`suspension.${ends_by}`, { roles: roles.map(roleName).join(say("list.or")) })}</span>
      {said && <span class="why">{said}</span>}
    </p>
  );
}
