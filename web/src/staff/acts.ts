import type { Authority, Limits, TableCommand, DealerCommand } from "../generated/feed";

/** What staff can do to a table or a terminal, and what each act has to be told.  Who may is the server's to say. */

export type StaffCommand = DealerCommand | TableCommand;

export type FieldName = "reason" | "round" | "outcome" | "card" | "cards" | "limits" | "now" | "wager" | "ground";

/** Why an outcome may not stand; only fraud reaches back, and only fraud can cost a wager. */
export const GROUNDS = ["disruption", "fraud"] as const;
export type Ground = (typeof GROUNDS)[number];

/** What a filled-in form holds; a form shows only the fields of its act. */
export interface Filled {
  reason: string;
  round: number;
  cards: readonly string[];
  dice: readonly number[];
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
  /** Another person's PIN is always needed. */
  second?: boolean;
  danger?: boolean;
  command: (target: string, filled: Filled) => StaffCommand;
}

export const SUSPEND: Act = {
  name: "suspend",
  fields: ["reason"],
  danger: true,
  command: (table, { reason }) => ({ type: "SuspendTable", table, reason }),
};

export const RESUME: Act = { name: "resume", fields: [], command: (table) => ({ type: "ResumeTable", table }) };

export const VOID: Act = {
  name: "void",
  fields: ["reason", "round"],
  danger: true,
  command: (table, { reason, round }) => ({ type: "VoidRound", table, reason, round }),
};

export const MALFUNCTION: Act = {
  name: "malfunction",
  fields: ["reason"],
  danger: true,
  command: (table, { reason }) => ({ type: "DeclareMalfunction", table, reason }),
};

export const ACTUAL_OUTCOME: Act = {
  name: "actual_outcome",
  fields: ["outcome", "round", "reason"],
  danger: true,
  command: (table, { reason, round, cards, dice }) => ({ type: "StateActualOutcome", table, reason, cards, dice, round }),
};

export const INVALIDATE: Act = {
  name: "invalidate",
  fields: ["ground", "round", "reason"],
  danger: true,
  command: (table, { ground, reason, round, forfeit }) => ({
    type: "InvalidateOutcome",
    table,
    ground,
    reason,
    round,
    forfeit: ground === "fraud" ? forfeit : [],
  }),
};

export const DISPENSE: Act = {
  name: "dispense",
  fields: ["wager", "reason"],
  command: (table, { terminal, bet, amount, reason }) => ({ type: "Dispense", table, terminal, bet, amount, reason }),
};

export const CHANGE_SHOE: Act = {
  name: "change_shoe",
  fields: ["reason"],
  command: (table, { reason }) => ({ type: "ChangeShoe", table, reason }),
};

export const VOID_SHOE: Act = {
  name: "void_shoe",
  fields: ["reason"],
  danger: true,
  command: (table, { reason }) => ({ type: "VoidShoe", table, reason }),
};

export const LIMITS: Act = {
  name: "limits",
  fields: ["limits", "now"],
  command: (table, { limits, now }) => ({ type: "ChangeLimits", table, limits, now }),
};

export const CLOSE: Act = {
  name: "close",
  fields: ["now"],
  danger: true,
  command: (table, { now }) => ({ type: "CloseTable", table, now }),
};

export const KEY_CARD: Act = {
  name: "key_card",
  fields: ["card"],
  second: true,
  command: (table, { cards }) => ({ type: "KeyCard", table, card: cards[0] ?? "" }),
};

export const DUMMY: Act = { name: "dummy", fields: [], second: true, command: (table) => ({ type: "StartDummyHand", table }) };

export const DUMMY_CARDS: Act = {
  name: "dummy_cards",
  fields: ["cards"],
  second: true,
  command: (table, { cards }) => ({ type: "KeyDummyCards", table, cards }),
};

export const FAULTY: Act = {
  name: "faulty",
  fields: ["reason"],
  danger: true,
  command: (terminal, { reason }) => ({ type: "DeclareTerminalFaulty", terminal, reason }),
};

export const RETURN: Act = { name: "return", fields: [], command: (terminal) => ({ type: "ReturnToService", terminal }) };

export const EXCLUDE: Act = {
  name: "exclude",
  fields: ["reason"],
  danger: true,
  command: (terminal, { reason }) => ({ type: "ExcludeTerminal", terminal, reason }),
};

export const VOID_WAGERS: Act = {
  name: "void_wagers",
  fields: ["reason"],
  danger: true,
  command: (terminal, { reason }) => ({ type: "VoidWagers", terminal, reason }),
};

export const DIRECT_AWAY: Act = {
  name: "direct_away",
  fields: ["reason"],
  command: (terminal, { reason }) => ({ type: "DirectAway", terminal, reason }),
};

/** How an act leaves a form: the command, and the other person's credential if one was given. */
export type Perform = (command: StaffCommand, authority: Authority | null) => Promise<boolean>;
