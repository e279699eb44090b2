import type { Alarm } from "../generated/feed";
import { meter } from "../money";
import { deviceName, say } from "../text/say";

/** What an alarm is about, in a few words. */
export function alarmWhat({ kind, about, amount, count, who }: Alarm): string {
  switch (kind) {
    case "call":
      return who ? say("alarm.call.taken", { name: who }) : say("alarm.call");
    case "suspended":
      return say(`suspended.${about}`);
    case "terminal_fault":
      return say(`fault.${about}`);
    case "warning":
      return say(`warning.${about}`, { n: count });
    case "task_overdue":
      return say("alarm.task_overdue", { task: say(`task.${about}`) });
    default:
      return say(`alarm.${kind}`, { amount: meter(amount), n: count });
  }
}

/** The place in a few words; whom a warning is about keeps his name. */
export function alarmWhere({ table, terminal, seat, about, who, kind }: Alarm): string {
  const device = kind === "device_silent" || kind === "device_away" ? deviceName(about).device : "";
  const at = seat > 0 ? say("pit.seat", { terminal, seat }) : terminal;
  return [table, at, device, kind === "call" ? "" : who].filter(Boolean).join(" · ");
}
