import type { Authority, Limits, TableCommand, DealerCommand } from "../generated/feed";

/** What staff can do to a table or a terminal, and what each act has to be told.  Who may is the server's to say. */

export type StaffCommand = DealerCommand | TableCommand;

export type FieldName = "reason" | "round" | "outcome" | "card" | "cards" | "limits" | "now";

/** What a filled-in form holds; a form shows only the fields of its act. */
export interface Filled {
  reason: string;
  round: number;
  cards: readonly string[];
  dice: readonly number[];
  limits: Limits;
  now: boolean;
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

/** How an act leaves a form: the command, and the other person's credential if one was given. */
export type Perform = (command: StaffCommand, authority: Authority | null) => Promise<boolean>;
