import type { Answer } from "../feed/unanswered";
import type { Approval, Authority, DealerCommand, Key, Limits, Refused, TableCommand, Weighed } from "../generated/feed";
import type { TextKey } from "../text/say";

/** What an act of staff has to be told, by its name.  Which acts there are, and who may, is the server's to say. */

export type StaffCommand = DealerCommand | TableCommand;

export type FieldName = "reason" | "round" | "outcome" | "card" | "cards" | "limits" | "now" | "wager" | "ground" | "keeps";

/** Why an outcome may not stand; only fraud reaches back, and only fraud can cost a wager. */
export const GROUNDS = ["disruption", "fraud"] as const;
export type Ground = (typeof GROUNDS)[number];

/** What a filled-in form holds; a form shows only the fields of its act. */
export interface Filled {
  reason: string;
  round: number;
  cards: readonly string[];
  dice: readonly number[];
  /** -1 for none. */
  number: number;
  limits: Limits;
  now: boolean;
  /** A wager, and the cents it shall stand at. */
  terminal: string;
  bet: string;
  amount: number;
  ground: Ground;
  /** The terminals whose wagers are kept. */
  forfeit: readonly string[];
}

export interface Act {
  name: string;
  fields: readonly FieldName[];
  /** It moves money or is hard to undo: what it would do is shown first, and doing it is a step of its own. */
  weighed?: boolean;
  /** What people commonly give for a reason; anything else can be typed. */
  reasons?: readonly TextKey[];
  tone?: "danger" | "gold";
  /** What was shown of it already: it is done only if it still does that. */
  seen?: string;
  command: (target: string, filled: Filled) => StaffCommand;
}

const SUSPEND: Act = {
  name: "suspend",
  fields: ["reason"],
  reasons: ["reason.device_fault", "reason.dispute", "reason.emergency", "reason.suspicion"],
  tone: "danger",
  command: (table, { reason }) => ({ type: "SuspendTable", table, reason }),
};

const RESUME: Act = { name: "resume", fields: [], tone: "gold", command: (table) => ({ type: "ResumeTable", table }) };

export const VOID: Act = {
  name: "void",
  fields: ["reason", "round"],
  weighed: true,
  reasons: ["reason.dealing_error", "reason.device_fault", "reason.disruption", "reason.emergency"],
  tone: "danger",
  command: (table, { reason, round }) => ({ type: "VoidRound", table, reason, round }),
};

const NO_SPIN: Act = { name: "no_spin", fields: [], weighed: true, tone: "danger", command: (table) => ({ type: "CallNoSpin", table }) };

const MALFUNCTION: Act = {
  name: "malfunction",
  fields: ["reason"],
  weighed: true,
  reasons: ["reason.device_fault", "reason.power", "reason.software"],
  tone: "danger",
  command: (table, { reason }) => ({ type: "DeclareMalfunction", table, reason }),
};

export const ACTUAL_OUTCOME: Act = {
  name: "actual_outcome",
  fields: ["outcome", "round", "reason"],
  weighed: true,
  reasons: ["reason.wrong_entry", "reason.misread", "reason.dealing_error"],
  tone: "danger",
  command: (table, { reason, round, cards, dice, number }) => ({ type: "StateActualOutcome", table, reason, cards, dice, round, number }),
};

export const INVALIDATE: Act = {
  name: "invalidate",
  fields: ["ground", "round", "reason"],
  weighed: true,
  reasons: ["reason.disruption", "reason.cheating", "reason.interference"],
  tone: "danger",
  command: (table, { ground, reason, round, forfeit }) => ({
    type: "InvalidateOutcome",
    table,
    ground,
    reason,
    round,
    forfeit: ground === "fraud" ? forfeit : [],
  }),
};

const DISPENSE: Act = {
  name: "dispense",
  fields: ["wager", "reason"],
  weighed: true,
  reasons: ["reason.closed_early", "reason.screen_fault", "reason.staff_error"],
  command: (table, { terminal, bet, amount, reason }) => ({ type: "Dispense", table, terminal, bet, amount, reason }),
};

const CHANGE_SHOE: Act = {
  name: "change_shoe",
  fields: ["reason"],
  weighed: true,
  reasons: ["reason.scheduled", "reason.shuffle_wanted"],
  command: (table, { reason }) => ({ type: "ChangeShoe", table, reason }),
};

const REPLACE_CARDS: Act = {
  name: "replace_cards",
  fields: ["reason"],
  weighed: true,
  reasons: ["reason.cards_worn", "reason.cards_marked"],
  command: (table, { reason }) => ({ type: "ChangeShoe", table, reason, unfit: true }),
};

const MISSING_CARD: Act = {
  name: "missing_card",
  fields: ["reason"],
  weighed: true,
  reasons: ["reason.card_count", "reason.cards_on_floor"],
  tone: "danger",
  command: (table, { reason }) => ({ type: "ReportCards", table, found: "missing", reason }),
};

const FOREIGN_CARD: Act = {
  name: "foreign_card",
  fields: ["reason"],
  weighed: true,
  reasons: ["reason.card_back", "reason.card_face"],
  tone: "danger",
  command: (table, { reason }) => ({ type: "ReportCards", table, found: "foreign", reason }),
};

const VOID_SHOE: Act = {
  name: "void_shoe",
  fields: ["reason"],
  weighed: true,
  reasons: ["reason.cards_seen", "reason.shuffle_fault"],
  tone: "danger",
  command: (table, { reason }) => ({ type: "VoidShoe", table, reason }),
};

const LIMITS: Act = {
  name: "limits",
  fields: ["limits", "now"],
  weighed: true,
  command: (table, { limits, now }) => ({ type: "ChangeLimits", table, limits, now }),
};

const CLOSE: Act = {
  name: "close",
  fields: ["now"],
  weighed: true,
  tone: "danger",
  command: (table, { now }) => ({ type: "CloseTable", table, now }),
};

const KEY_CARD: Act = {
  name: "key_card",
  fields: ["card"],
  command: (table, { cards }) => ({ type: "KeyCard", table, card: cards[0] ?? "" }),
};

const DUMMY: Act = { name: "dummy", fields: [], command: (table) => ({ type: "StartDummyHand", table }) };

const DUMMY_CARDS: Act = {
  name: "dummy_cards",
  fields: ["cards"],
  command: (table, { cards }) => ({ type: "KeyDummyCards", table, cards }),
};

const FAULTY: Act = {
  name: "faulty",
  fields: ["reason"],
  weighed: true,
  reasons: ["reason.screen_fault", "reason.device_fault", "reason.power"],
  tone: "danger",
  command: (terminal, { reason }) => ({ type: "DeclareTerminalFaulty", terminal, reason }),
};

const RETURN: Act = { name: "return", fields: [], command: (terminal) => ({ type: "ReturnToService", terminal }) };

const EXCLUDE: Act = {
  name: "exclude",
  fields: ["reason"],
  reasons: ["reason.conduct", "reason.suspicion", "reason.listed"],
  tone: "danger",
  command: (terminal, { reason }) => ({ type: "ExcludeTerminal", terminal, reason }),
};

const ADMIT: Act = {
  name: "admit",
  fields: ["reason"],
  reasons: ["reason.resolved", "reason.mistake"],
  command: (terminal, { reason }) => ({ type: "AdmitTerminal", terminal, reason }),
};

const KEEP_TO_ONE: Act = {
  name: "keep_to_one",
  fields: ["keeps", "reason"],
  reasons: ["reason.two_terminals"],
  command: (terminal, { terminal: keeps, reason }) => ({ type: "KeepToOneTerminal", terminal, keeps, reason }),
};

const SEND_AWAY: Act = {
  name: "send_away",
  fields: ["reason"],
  weighed: true,
  reasons: ["reason.conduct", "reason.listed", "reason.own_wish"],
  tone: "danger",
  command: (terminal, { reason }) => ({ type: "SendAway", terminal, reason }),
};

const VOID_WAGERS: Act = {
  name: "void_wagers",
  fields: ["reason"],
  weighed: true,
  reasons: ["reason.screen_fault", "reason.dispute", "reason.staff_error"],
  tone: "danger",
  command: (terminal, { reason }) => ({ type: "VoidWagers", terminal, reason }),
};

const VOUCHER: Act = {
  name: "voucher",
  fields: ["reason"],
  weighed: true,
  reasons: ["reason.printer_fault"],
  command: (terminal, { reason }) => ({ type: "MakeVoucher", terminal, reason }),
};

const DIRECT_AWAY: Act = {
  name: "direct_away",
  fields: ["reason"],
  reasons: ["reason.not_playing"],
  command: (terminal, { reason }) => ({ type: "DirectAway", terminal, reason }),
};

const ENTER_DICE: Act = {
  name: "enter_dice",
  fields: ["outcome"],
  weighed: true,
  command: (table, { dice }) => ({ type: "EnterDice", table, dice }),
};

const EXPOSED: Act = {
  name: "exposed",
  fields: [],
  weighed: true,
  tone: "danger",
  command: (table) => ({ type: "ReportExposedDice", table }),
};

const FORMS: ReadonlyMap<string, Act> = new Map(
  [
    ...[SUSPEND, RESUME, VOID, NO_SPIN, MALFUNCTION, ACTUAL_OUTCOME, INVALIDATE, DISPENSE, CHANGE_SHOE, VOID_SHOE, LIMITS, CLOSE],
    ...[REPLACE_CARDS, MISSING_CARD, FOREIGN_CARD],
    ...[ENTER_DICE, EXPOSED],
    ...[KEY_CARD, DUMMY, DUMMY_CARDS, FAULTY, RETURN, EXCLUDE, ADMIT, VOID_WAGERS, DIRECT_AWAY, KEEP_TO_ONE, SEND_AWAY, VOUCHER],
  ].map((act) => [act.name, act]),
);

/** The form of a key; an act that has to be told nothing needs none of its own. */
export function formOf(key: Key): Act {
  return FORMS.get(key.act) ?? { name: key.act, fields: [], command: (table) => pressed(key, table) };
}

/** Whether something has to be said, or looked at, before an act is done. */
export const hasForm = ({ fields, weighed }: Act): boolean => fields.length > 0 || weighed === true;

/** What a key asks for by being pressed. */
export function pressed({ command }: Key, table: string): StaffCommand {
  return { type: command, table } as StaffCommand;
}

/** How an act leaves a form: what it would do is asked, who may approve it, and it is done as it was seen. */
export interface Hands {
  attempt: (command: StaffCommand, authority: Authority | null, seen: string) => Promise<Answer>;
  weigh: (command: StaffCommand, authority: Authority | null) => Promise<Weighed | Refused>;
  approval: (command: StaffCommand) => Promise<Approval>;
}
