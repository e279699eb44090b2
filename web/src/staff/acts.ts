import type { Answer } from "../feed/unanswered";
import { COSTLY, type Approval, type Authority, type DealerCommand, type Key, type Limits, type Refused, type TableCommand, type Weighed } from "../generated/feed";
import type { TextKey } from "../text/say";
import { DISPUTE_REASONS, type DisputeAbout } from "./DisputeFields";
import type { Way } from "./ShoeFields";

/** What an act of staff has to be told, by its name.  Which acts there are, and who may, is the server's to say. */

export type StaffCommand = DealerCommand | TableCommand;

export type FieldName = "reason" | "round" | "rounds" | "outcome" | "card" | "cards" | "drawn" | "limits" | "now" | "wager" | "ground" | "keeps" | "rule" | "upheld" | "shoe" | "dice_set" | "dispute";

/** Why an outcome may not stand; only fraud reaches back, and only fraud can cost a wager. */
export const GROUNDS = ["disruption", "fraud"] as const;
export type Ground = (typeof GROUNDS)[number];

/** What a filled-in form holds; a form shows only the fields of its act. */
export interface Filled {
  reason: string;
  round: number;
  /** How many are dealt without wagers, -1 until somebody wagers. */
  rounds: number;
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
  /** The number of the rule that was broken, "" for none. */
  rule: string;
  /** Whether a player who objects is right. */
  upheld: boolean;
  /** The table at which something is disputed, what that is about, and what the player says. */
  table: string;
  about: DisputeAbout;
  said: string;
  /** How a shoe was shuffled, which cards came so, after how many it was cut, and how many lie behind its cutting card. */
  how: Way;
  batch: string;
  cut: number;
  end: number;
  /** Which dice are sealed in the tumbler, and the number of the seal. */
  set: string;
  seal: string;
}

export interface Act {
  name: string;
  fields: readonly FieldName[];
  /** What people commonly give for a reason; anything else can be typed. */
  reasons?: readonly TextKey[];
  tone?: "danger" | "gold";
  /** What it can be done for, as its key says. */
  choices?: readonly string[];
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
  reasons: ["reason.dealing_error", "reason.device_fault", "reason.disruption", "reason.emergency"],
  tone: "danger",
  command: (table, { reason, round }) => ({ type: "VoidRound", table, reason, round }),
};

const VOID_ALL: Act = {
  name: "void_all",
  fields: ["reason"],
  reasons: ["reason.device_fault", "reason.disruption", "reason.emergency"],
  tone: "danger",
  command: (table, { reason }) => ({ type: "VoidRound", table, reason, whole: true }),
};

const NO_SPIN: Act = { name: "no_spin", fields: [], tone: "danger", command: (table) => ({ type: "CallNoSpin", table }) };

const MALFUNCTION: Act = {
  name: "malfunction",
  fields: ["reason"],
  reasons: ["reason.device_fault", "reason.power", "reason.software"],
  tone: "danger",
  command: (table, { reason }) => ({ type: "DeclareMalfunction", table, reason }),
};

export const ACTUAL_OUTCOME: Act = {
  name: "actual_outcome",
  fields: ["outcome", "round", "reason"],
  reasons: ["reason.wrong_entry", "reason.misread", "reason.dealing_error"],
  tone: "danger",
  command: (table, { reason, round, cards, dice, number }) => ({ type: "StateActualOutcome", table, reason, cards, dice, round, number }),
};

export const INVALIDATE: Act = {
  name: "invalidate",
  fields: ["ground", "round", "reason"],
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
  reasons: ["reason.closed_early", "reason.screen_fault", "reason.staff_error"],
  command: (table, { terminal, bet, amount, reason }) => ({ type: "Dispense", table, terminal, bet, amount, reason }),
};

const CHANGE_SHOE: Act = {
  name: "change_shoe",
  fields: ["reason"],
  reasons: ["reason.scheduled", "reason.shuffle_wanted"],
  command: (table, { reason }) => ({ type: "ChangeShoe", table, reason }),
};

const REPLACE_CARDS: Act = {
  name: "replace_cards",
  fields: ["reason"],
  reasons: ["reason.cards_worn", "reason.cards_marked"],
  command: (table, { reason }) => ({ type: "ChangeShoe", table, reason, unfit: true }),
};

const MISSING_CARD: Act = {
  name: "missing_card",
  fields: ["reason"],
  reasons: ["reason.card_count", "reason.cards_on_floor"],
  tone: "danger",
  command: (table, { reason }) => ({ type: "ReportCards", table, found: "missing", reason }),
};

const FOREIGN_CARD: Act = {
  name: "foreign_card",
  fields: ["reason"],
  reasons: ["reason.card_back", "reason.card_face"],
  tone: "danger",
  command: (table, { reason }) => ({ type: "ReportCards", table, found: "foreign", reason }),
};

const VOID_SHOE: Act = {
  name: "void_shoe",
  fields: ["reason"],
  reasons: ["reason.cards_seen", "reason.shuffle_fault"],
  tone: "danger",
  command: (table, { reason }) => ({ type: "VoidShoe", table, reason }),
};

const LIMITS: Act = {
  name: "limits",
  fields: ["limits", "now"],
  command: (table, { limits, now }) => ({ type: "ChangeLimits", table, limits, now }),
};

const CLOSE: Act = {
  name: "close",
  fields: ["now"],
  tone: "danger",
  command: (table, { now }) => ({ type: "CloseTable", table, now }),
};

const CLOSE_REFUND: Act = {
  name: "close_refund",
  fields: [],
  tone: "danger",
  command: (table) => ({ type: "CloseTable", table, now: true, refund: true }),
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

const BURN_SHOWN: Act = {
  name: "burn_shown",
  fields: ["card"],
  command: (table, { cards }) => ({ type: "BurnCard", table, card: cards[0] ?? "" }),
};

const BRING_SHOE: Act = {
  name: "bring_shoe",
  fields: ["shoe"],
  command: (table, { how, batch, cut, end }) => ({ type: "BringShoe", table, how, batch, cut, end }),
};

const RECONSTRUCT: Act = {
  name: "reconstruct",
  fields: ["drawn"],
  command: (table, { cards }) => ({ type: "Reconstruct", table, cards }),
};

const ROUNDS: Act = {
  name: "rounds",
  fields: ["rounds"],
  command: (table, { rounds }) => ({ type: "OrderRounds", table, rounds }),
};

const SHUFFLE_AFTER: Act = {
  name: "shuffle_after",
  fields: ["reason"],
  reasons: ["reason.shuffle_wanted", "reason.not_cut"],
  command: (table, { reason }) => ({ type: "ChangeShoe", table, reason, after: true }),
};

const FAULTY: Act = {
  name: "faulty",
  fields: ["reason"],
  reasons: ["reason.screen_fault", "reason.device_fault", "reason.power"],
  tone: "danger",
  command: (terminal, { reason }) => ({ type: "DeclareTerminalFaulty", terminal, reason }),
};

const RETURN: Act = { name: "return", fields: [], command: (terminal) => ({ type: "ReturnToService", terminal }) };

const EXCLUDE: Act = {
  name: "exclude",
  fields: ["rule", "reason"],
  reasons: ["reason.conduct", "reason.suspicion", "reason.listed"],
  tone: "danger",
  command: (terminal, { reason, rule }) => ({ type: "ExcludeTerminal", terminal, reason, rule }),
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
  reasons: ["reason.conduct", "reason.listed", "reason.own_wish"],
  tone: "danger",
  command: (terminal, { reason }) => ({ type: "SendAway", terminal, reason }),
};

const VOID_WAGERS: Act = {
  name: "void_wagers",
  fields: ["rule", "reason"],
  reasons: ["reason.conduct", "reason.cheating", "reason.dispute"],
  tone: "danger",
  command: (terminal, { reason, rule }) => ({ type: "VoidWagers", terminal, reason, rule }),
};

const DECIDE_OBJECTION: Act = {
  name: "decide_objection",
  fields: ["upheld", "reason"],
  reasons: ["reason.records_seen", "reason.wrong_entry", "reason.device_fault"],
  command: (terminal, { reason, upheld }) => ({ type: "DecideObjection", terminal, reason, upheld }),
};

const DISPUTE: Act = {
  name: "dispute",
  fields: ["dispute", "upheld", "reason"],
  reasons: DISPUTE_REASONS,
  command: (terminal, { table, about, said, upheld, reason }) => ({ type: "DecideDispute", table, terminal, about, said, upheld, reason }),
};

const VOUCHER: Act = {
  name: "voucher",
  fields: ["reason"],
  reasons: ["reason.printer_fault"],
  command: (terminal, { reason }) => ({ type: "MakeVoucher", terminal, reason }),
};

const DIRECT_AWAY: Act = {
  name: "direct_away",
  fields: ["reason"],
  reasons: ["reason.not_playing"],
  command: (terminal, { reason }) => ({ type: "DirectAway", terminal, reason }),
};

const MAKE_WAY: Act = {
  name: "make_way",
  fields: ["reason"],
  reasons: ["reason.blocks_area"],
  command: (terminal, { reason }) => ({ type: "DirectAway", terminal, reason, area: true }),
};

const RECOMMEND: Act = {
  name: "recommend",
  fields: ["rule", "reason"],
  reasons: ["reason.conduct", "reason.cheating"],
  tone: "danger",
  command: (terminal, { reason, rule }) => ({ type: "RecommendExclusion", terminal, reason, rule }),
};

const ENTER_DICE: Act = {
  name: "enter_dice",
  fields: ["outcome"],
  command: (table, { dice }) => ({ type: "EnterDice", table, dice }),
};

const EXPOSED: Act = {
  name: "exposed",
  fields: [],
  tone: "danger",
  command: (table) => ({ type: "ReportExposedDice", table }),
};

const DIE_BROKEN: Act = {
  name: "die_broken",
  fields: [],
  tone: "danger",
  command: (table) => ({ type: "DeclareDieBroken", table }),
};

const SEAL_DICE: Act = {
  name: "seal_dice",
  fields: ["dice_set"],
  command: (table, { set, seal }) => ({ type: "SealDice", table, dice_set: set, seal }),
};

const FORMS: ReadonlyMap<string, Act> = new Map(
  [
    ...[SUSPEND, RESUME, VOID, NO_SPIN, MALFUNCTION, ACTUAL_OUTCOME, INVALIDATE, DISPENSE, CHANGE_SHOE, VOID_SHOE, LIMITS, CLOSE],
    ...[REPLACE_CARDS, MISSING_CARD, FOREIGN_CARD, BURN_SHOWN, BRING_SHOE, RECONSTRUCT, ROUNDS, SHUFFLE_AFTER],
    ...[ENTER_DICE, EXPOSED, DIE_BROKEN, SEAL_DICE, VOID_ALL, CLOSE_REFUND],
    ...[KEY_CARD, DUMMY, DUMMY_CARDS, FAULTY, RETURN, EXCLUDE, ADMIT, VOID_WAGERS, DIRECT_AWAY, MAKE_WAY, RECOMMEND, KEEP_TO_ONE, SEND_AWAY, VOUCHER, DECIDE_OBJECTION, DISPUTE],
  ].map((act) => [act.name, act]),
);

/** The form of a key; an act that has to be told nothing needs none of its own. */
export function formOf(key: Key): Act {
  const form = FORMS.get(key.act);
  if (form) return key.choices.length > 0 ? { ...form, choices: key.choices } : form;
  return { name: key.act, fields: [], command: (table) => pressed(key, table) };
}

/** Whether something has to be said, or looked at, before a key's act is done. */
export const hasForm = (key: Key): boolean => formOf(key).fields.length > 0 || COSTLY.has(key.command);

/** Whether an act is shown first, and done in a step of its own; what is on the screen already is not shown twice. */
export const isWeighed = (act: Act, command: StaffCommand): boolean => !act.seen && COSTLY.has(command.type);

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
