import { beat, engineNow, secondsLeft } from "../../clock";
import type { KioskSaid, KioskView, Returned } from "../../generated/feed";
import { meter } from "../../money";
import { refusalText } from "../../text/refusal";
import { placeName, say } from "../../text/say";
import { dayAndTime } from "../../text/when";

/** What a kiosk says now, in words: one thing at a time. */
export interface Moment {
  name: "ready" | "asking" | "paying" | "paid" | "part" | "back" | "shut" | "closed";
  mood: "" | "good" | "warn" | "bad";
  title: string;
  amount: string;
  words: readonly string[];
}

export function momentOf(kiosk: KioskView, returned: Returned | null): Moment {
  if (kiosk.paying) return { name: "paying", mood: "", title: say("kiosk.paying"), amount: meter(kiosk.paying), words: [say("kiosk.paying.words")] };
  if (kiosk.is_asking) return { name: "asking", mood: "", title: say("kiosk.asking"), amount: "", words: [say("kiosk.asking.words")] };
  if (kiosk.said) return saidOf(kiosk, kiosk.said);
  if (!kiosk.is_open) return { name: "closed", mood: "warn", title: say("kiosk.closed"), amount: "", words: [say("kiosk.closed.words")] };
  if (kiosk.shut_until) return shut(kiosk.shut_until);
  if (returned) return back(refusalText(returned.code, returned.data), []);
  return { name: "ready", mood: "", title: say("kiosk.ready"), amount: "", words: [say("kiosk.ready.words")] };
}

/** Where the rest is on no paper, its digits are said at the desk. */
const RESTS = { "": "kiosk.rest", printing: "kiosk.rest.printing", printed: "kiosk.rest.printed", failed: "kiosk.rest" } as const;

/** After many wrong numbers: how long it takes no ticket. */
function shut(until: number): Moment {
  beat.value;
  const left = secondsLeft(until, engineNow());
  return { name: "shut", mood: "warn", title: say("kiosk.shut"), amount: "", words: [say("kiosk.shut.words", { minutes: Math.ceil(left / 60) })] };
}

function saidOf({ is_open }: KioskView, said: KioskSaid): Moment {
  if (said.reason) return back(refusalText(said.reason, said.data), before(said));
  if (!said.rest) return { name: "paid", mood: "good", title: say("kiosk.paid"), amount: meter(said.amount), words: [say("kiosk.paid.words")] };
  const rest = say(RESTS[said.slip], { rest: meter(said.rest), voucher: said.voucher });
  const shutNow = is_open ? [] : [say("kiosk.part.closed")];
  const cash = said.amount - said.rest;
  if (!cash) return { name: "part", mood: "bad", title: say("kiosk.none"), amount: meter(0), words: [rest, ...shutNow] };
  return { name: "part", mood: "warn", title: say("kiosk.part"), amount: meter(cash), words: [rest, ...shutNow] };
}

function back(why: string, more: readonly string[]): Moment {
  return { name: "back", mood: "bad", title: say("kiosk.back"), amount: "", words: [say("kiosk.back.why", { why }), ...more, say("kiosk.back.words")] };
}

/** When and where a ticket was paid before. */
function before({ data }: KioskSaid): readonly string[] {
  const { at_us: at, where } = data;
  return typeof at === "number" ? [say("kiosk.before", { time: dayAndTime(at), where: placeName(String(where ?? "")) })] : [];
}
