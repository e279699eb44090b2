// Written by `python -m openfelt.server.feed.typescript`.  Do not edit: change the Python structs.
// Money is whole cents, times are engine time in µs since 1970 UTC.

export const RESULTS_KEPT = 120;

export const AHEAD_MAX = 16;

export const REFUSALS = [
  "AMOUNT_MUST_BE_POSITIVE",
  "BET_NOT_OFFERED",
  "ROUND_HAS_PASSED",
  "WAGERING_IS_CLOSED",
  "WAGER_IS_CONFIRMED",
  "ABOVE_MAXIMUM",
  "BELOW_MINIMUM",
  "NOT_A_MULTIPLE",
  "ABOVE_AGGREGATE",
  "ABOVE_DIFFERENTIAL",
  "MAIN_WAGER_NEEDED",
  "LINE_WAGER_NEEDED",
  "ABOVE_ODDS_LIMIT",
  "WAGER_CANNOT_BE_RAISED",
  "WAGER_CANNOT_BE_TAKEN_DOWN",
  "EXCEEDS_CREDIT",
  "ACCOUNT_IS_CLOSED",
  "TERMINAL_OUT_OF_SERVICE",
  "NOTE_NOT_ACCEPTED",
  "CASH_IN_NOT_ALLOWED",
  "TICKET_IN_NOT_ALLOWED",
  "CASH_OUT_NOT_ALLOWED",
  "TICKET_UNKNOWN",
  "TICKET_ALREADY_REDEEMED",
  "TICKET_IS_HELD",
  "WRONG_PLACE_TO_REDEEM",
  "NOT_THE_SHOOTER",
  "ROLE_MAY_NOT",
  "SECOND_PERSON_NEEDED",
  "PHASE_DOES_NOT_ALLOW",
  "RESULT_DOES_NOT_MATCH",
  "ROUND_IS_FINAL",
  "NOTICE_TOO_SHORT",
  "TABLE_IS_SUSPENDED",
  "TERMINAL_IS_EXCLUDED",
  "BUSY",
  "NUMBER_REUSED",
  "NUMBER_TOO_OLD",
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What is seen before it is done: the server demands the mark of it. */
export const COSTLY: ReadonlySet<string> = new Set([
  "ConfirmResult",
  "EnterDice",
  "VoidRound",
  "CallNoSpin",
  "DeclareMalfunction",
  "StateActualOutcome",
  "InvalidateOutcome",
  "ReportExposedDice",
  "DeclareDieBroken",
  "Reconstruct",
  "ChangeShoe",
  "ReportCards",
  "VoidShoe",
  "Dispense",
  "VoidWagers",
  "DeclareTerminalFaulty",
  "SendAway",
  "MakeVoucher",
  "ChangeLimits",
  "CloseTable",
]);

export type Kind = "player" | "display" | "dealer" | "table" | "pit" | "attendant" | "cashdesk" | "kiosk" | "monitoring" | "device";

/** Who the server takes the station for, what the house says, and which topics follow. */
export interface Welcome {
  readonly type: "welcome";
  readonly station: string;
  readonly kind: Kind;
  readonly person: string;
  readonly roles: ReadonlyArray<string>;
  readonly time: number;
  readonly demo: boolean;
  readonly topics: ReadonlyArray<string>;
  readonly name: string;
  readonly house: House;
}

/** What the house says to all its pages, which no journal knows. */
export interface House {
  readonly time_zone: string;
  readonly currency: string;
  readonly remind_every: number;
  readonly safer: string;
  readonly videos: Readonly<Record<string, string>>;
  readonly calls: ReadonlyArray<string>;
}

/** The whole view of a topic, as durable. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly topic: string;
  readonly version: number;
  readonly time: number;
  readonly view: unknown;
}

/** What has changed in a topic since the version before. */
export interface Update {
  readonly type: "update";
  readonly topic: string;
  readonly version: number;
  readonly time: number;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly append?: ReadonlyArray<Result>;
}

/** A past round: what lay on the table, which bets won; `void` says why it did not count. */
export interface Result {
  readonly round: number;
  readonly void: string;
  readonly player: ReadonlyArray<string>;
  readonly banker: ReadonlyArray<string>;
  readonly points: ReadonlyArray<number>;
  readonly dice: ReadonlyArray<number>;
  readonly winners: ReadonlyArray<string>;
  readonly number: number;
  readonly corrected: boolean;
  readonly line: "" | "come_out" | "made" | "out" | "point";
}

/** A command was accepted and is on disk; `trimmed` where less stands than was asked for. */
export interface Ack {
  readonly type: "ack";
  readonly number: number;
  readonly trimmed?: boolean;
  readonly repeated?: boolean;
}

/** A command changed nothing: the code, the clause behind it ("" where it is our own). */
export interface Refused {
  readonly type: "refusal";
  readonly number: number;
  readonly code: Refusal;
  readonly clause: string;
  readonly data: Readonly<Record<string, number | string>>;
}

/** What was put into this terminal comes out again, and why, as a refusal says it. */
export interface Returned {
  readonly type: "returned";
  readonly item: "note" | "ticket";
  readonly code: Refusal;
  readonly clause: string;
  readonly data: Readonly<Record<string, number | string>>;
}

/** The time, for countdowns, and the version each topic stands at. */
export interface Pong {
  readonly type: "pong";
  readonly sent: number;
  readonly time: number;
  readonly versions: Readonly<Record<string, number>>;
}

/** The station was idle: hide everything and ask for the PIN.  The round goes on. */
export interface Locked {
  readonly type: "locked";
}

/** What stands against the floor now, for whoever is signed in at a station of the office. */
export interface Warned {
  readonly type: "warned";
  readonly warnings: ReadonlyArray<Concern>;
}

/** Something is not as it should be; `about` says where, `count` how often. */
export interface Concern {
  readonly code: "clock_ahead" | "clock_behind" | "codes_guessed" | "credential_changed" | "device_refused" | "folder_open_to_all" | "pins_tried" | "tickets_guessed" | "wrong_tries";
  readonly about: string;
  readonly count: number;
}

/** The last frame before the server closes. */
export interface Bye {
  readonly type: "bye";
  readonly why: "BAD_FRAME" | "REPLACED" | "RESTARTING" | "REVOKED" | "SIGNED_OUT" | "TOKEN_UNKNOWN" | "TOO_SLOW";
}

/** A table as its sign and its display show it. */
export interface DisplayView {
  readonly table: string;
  readonly variant: string;
  readonly game: string;
  readonly title: string;
  readonly book: string;
  readonly demo: boolean;
  readonly phase: string;
  readonly round: number;
  readonly due: number;
  readonly period_us: number;
  readonly suspended: string;
  readonly frozen_us: number;
  readonly limits: Limits;
  readonly step: number;
  readonly announced: ReadonlyArray<Sign>;
  readonly closing_at: number;
  readonly confirm_step: boolean;
  readonly takes_tickets: boolean;
  readonly bets: ReadonlyArray<Bet>;
  readonly room: Readonly<Record<string, number>>;
  readonly clauses: Readonly<Record<string, string>>;
  readonly player: ReadonlyArray<string>;
  readonly banker: ReadonlyArray<string>;
  readonly player_points: number;
  readonly banker_points: number;
  readonly entered: string;
  readonly dummy: string;
  readonly no_bet: string;
  readonly unread: string;
  readonly under_way: string;
  readonly coups_left: number;
  readonly shooter: string;
  readonly shooter_seat: number;
  readonly point: number;
  readonly shoot_seconds: number;
  readonly result_pause_us: number;
  readonly chances: ReadonlyArray<Chance>;
  readonly results: ReadonlyArray<Result>;
  readonly wins: ReadonlyArray<SeatWin>;
  readonly winners: number;
}

/** What the sign at the table says, in cents; 0 where the sign says nothing. */
export interface Limits {
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: number;
  readonly minimum_total: number;
  readonly aggregate: number;
  readonly differential: number;
  readonly tie_maximum: number;
  readonly pair_maximum: number;
}

/** Limits that are announced: they hold from then on, or from the end of the round played then. */
export interface Sign {
  readonly at: number;
  readonly limits: Limits;
}

/** A bet of the layout: what it may pay, as printed on the sign, and the most it takes. */
export interface Bet {
  readonly code: string;
  readonly odds: ReadonlyArray<string>;
  readonly maximum: number;
  readonly pieces: ReadonlyArray<string>;
  readonly offered: boolean;
  readonly edge: string;
}

/** What becomes of a wager where it lies: a total, or two faces where not all of a total do. */
export interface Chance {
  readonly code: string;
  readonly wins: ReadonlyArray<string>;
  readonly loses: ReadonlyArray<string>;
  readonly draws: ReadonlyArray<string>;
  readonly goes: ReadonlyArray<string>;
  readonly edge: string;
  readonly fee: string;
}

/** What a seat won in the last round: what its own meter shows. */
export interface SeatWin {
  readonly seat: number;
  readonly amount: number;
}

/** A terminal, its meters (cents) and what it may do; `play` has one entry a linked table. */
export interface PlayerView {
  readonly terminal: string;
  readonly seat: number;
  readonly tables: ReadonlyArray<string>;
  readonly notes: ReadonlyArray<number>;
  readonly account: "closed" | "leaving" | "open";
  readonly credit: number;
  readonly staked: number;
  readonly confirmed: number;
  readonly win: number;
  readonly paying_out: number;
  readonly ticket_asked: boolean;
  readonly out_of_service: boolean;
  readonly excluded: boolean;
  readonly called: boolean;
  readonly coming: boolean;
  readonly collect: boolean;
  readonly last_ticket: LastTicket | null;
  readonly news: ReadonlyArray<Line>;
  readonly cash_out: string;
  readonly cash_out_data: Readonly<Record<string, number | string>>;
  readonly play: Readonly<Record<string, Play>>;
  readonly objects: ReadonlyArray<string>;
  readonly objection: ObjectionView | null;
  readonly moved: number;
  readonly reports: ReadonlyArray<string>;
  readonly since: number;
}

/** The last credit a terminal paid out; of an unpaid ticket only the last digits are shown. */
export interface LastTicket {
  readonly amount: number;
  readonly digits: string;
  readonly state: "by_hand" | "failed" | "printed" | "printing" | "voucher";
}

/** A change of credit, in cents, less than 0 where it left; `at` is engine time (µs). */
export interface Line {
  readonly number: number;
  readonly at: number;
  readonly kind: "case" | "cash_out" | "commission" | "corrected" | "dispensed" | "kept" | "note" | "returned" | "round" | "settled_void" | "standing" | "ticket_in" | "transfer" | "transfer_back" | "unconfirmed" | "void";
  readonly amount: number;
  readonly table: string;
  readonly round: number;
  readonly reason: string;
  readonly bet: string;
  readonly staked: number;
  readonly owed: number;
  readonly digits: string;
  readonly slip: "" | "by_hand" | "failed" | "held" | "paid" | "printed" | "printing" | "released" | "voucher";
}

/** A terminal at one of its tables. */
export interface Play {
  readonly round: number;
  readonly spots: ReadonlyArray<SpotView>;
  readonly committed: ReadonlyArray<Chips>;
  readonly staked: number;
  readonly confirmed: number;
  readonly last_round: number;
  readonly last: ReadonlyArray<Paid>;
  readonly standing: ReadonlyArray<Standing>;
  readonly caps: ReadonlyArray<Cap>;
  readonly may: MayPlay;
}

/** Chips on a bet while wagering is open. */
export interface SpotView {
  readonly bet: string;
  readonly amount: number;
  readonly confirmed: boolean;
}

/** A terminal's money on a bet. */
export interface Chips {
  readonly bet: string;
  readonly amount: number;
}

/** A wager of the last settled round and what it brought back. */
export interface Paid {
  readonly bet: string;
  readonly amount: number;
  readonly returned: number;
}

/** A wager that no round has decided; `was` is where it lay before the last one. */
export interface Standing {
  readonly bet: string;
  readonly amount: number;
  readonly was: string;
  readonly chance: string;
  readonly up: string;
  readonly up_data: Readonly<Record<string, number | string>>;
  readonly down: string;
  readonly down_data: Readonly<Record<string, number | string>>;
}

/** The most that may lie on a bet behind the wager it leans on, and how much can be laid now. */
export interface Cap {
  readonly bet: string;
  readonly most: number;
  readonly room: number;
}

/** Why each key is closed: a refusal code, or "" where it is open. */
export interface MayPlay {
  readonly stage: string;
  readonly confirm: string;
  readonly clear: string;
  readonly repeat: string;
  readonly double: string;
  readonly odds: string;
  readonly shoot: string;
  readonly data: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
}

/** Which round of which table, and whether its outcome or a malfunction. */
export interface ObjectionView {
  readonly table: string;
  readonly round: number;
  readonly about: "malfunction" | "outcome";
}

/** The dealer's half: seats, what lies on each bet, the shoe, and his keys, row by row. */
export interface DealerView {
  readonly table: string;
  readonly seats: ReadonlyArray<Seat>;
  readonly on_bets: Readonly<Record<string, number>>;
  readonly burned: boolean;
  readonly standby: boolean;
  readonly result_by_agm: boolean;
  readonly carried: ReadonlyArray<string>;
  readonly keys: ReadonlyArray<ReadonlyArray<Key>>;
  readonly acts: ReadonlyArray<Key>;
  readonly rare_acts: ReadonlyArray<Key>;
  readonly next_act: string;
  readonly waits: string;
  readonly face: string;
  readonly effect: ResultEffect | null;
  readonly draws: string;
  readonly out: number;
  readonly cards: number;
  readonly suspension: Suspension | null;
}

/** A terminal at the table: whether somebody plays there, and whether he is done betting. */
export interface Seat {
  readonly terminal: string;
  readonly seat: number;
  readonly open: boolean;
  readonly staged: boolean;
  readonly confirmed: boolean;
  readonly called: boolean;
  readonly out_of_service: boolean;
  readonly excluded: boolean;
  readonly acts: ReadonlyArray<string>;
  readonly collect: boolean;
  readonly objection: ObjectionView | null;
  readonly fault: "" | "credit" | "display" | "sequence" | "wagers";
}

/** A key: `reason` is the refusal it would meet now, "" where it is open. */
export interface Key {
  readonly act: string;
  readonly command: string;
  readonly reason: string;
  readonly choices: ReadonlyArray<string>;
  readonly data: Readonly<Record<string, number | string>>;
  readonly needs: ReadonlyArray<string>;
  readonly asks: string;
}

/** What the result that was entered does. */
export interface ResultEffect {
  readonly seen: string;
  readonly wagers: number;
  readonly winning: number;
  readonly staked: number;
  readonly returned: number;
  readonly kept: number;
  readonly bets: ReadonlyArray<BetEffect>;
}

/** What a result does to everything that lies on one bet; `winning` of its `wagers` win. */
export interface BetEffect {
  readonly bet: string;
  readonly wagers: number;
  readonly winning: number;
  readonly staked: number;
  readonly returned: number;
}

/** Why a table stands still: who stopped it, "" where nobody did, since when, in his words. */
export interface Suspension {
  readonly by: string;
  readonly since: number;
  readonly reason: string;
  readonly ends_by: "resume" | "seal_dice" | "void";
  readonly roles: ReadonlyArray<string>;
}

/** A table to its manager, and what he can do to it; a closed act says why. */
export interface TableView {
  readonly table: string;
  readonly seats: ReadonlyArray<Seat>;
  readonly money: ReadonlyArray<SeatMoney>;
  readonly suspension: Suspension | null;
  readonly on_bets: Readonly<Record<string, number>>;
  readonly orders: ReadonlyArray<OpenOrder>;
  readonly correctable: ReadonlyArray<number>;
  readonly acts: ReadonlyArray<Key>;
  readonly rare_acts: ReadonlyArray<Key>;
  readonly seat_acts: ReadonlyArray<Key>;
  readonly rare_seat_acts: ReadonlyArray<Key>;
  readonly reports: ReadonlyArray<SeatReport>;
  readonly disputes: ReadonlyArray<DisputeView>;
}

/** What a terminal holds and has on this table, for whoever settles a dispute there. */
export interface SeatMoney {
  readonly terminal: string;
  readonly credit: number;
  readonly paying_out: number;
  readonly wagers: ReadonlyArray<SeatWager>;
}

/** What a terminal has on one bet, and how far it has got. */
export interface SeatWager {
  readonly bet: string;
  readonly amount: number;
  readonly state: "committed" | "confirmed" | "staged" | "standing";
}

/** Something a device was told to do and has not reported; ticket numbers are not shown. */
export interface OpenOrder {
  readonly device: string;
  readonly kind: string;
  readonly due: number;
}

/** What a terminal that failed showed of a round, for whoever compares it with what is so. */
export interface SeatReport {
  readonly terminal: string;
  readonly round: number;
  readonly credit: number;
  readonly wagers: Readonly<Record<string, number>> | null;
}

/** A dispute that is open: `reviews` and `hears` are the roles that review and hear complaints. */
export interface DisputeView {
  readonly dispute: number;
  readonly table: string;
  readonly terminal: string;
  readonly seat: number;
  readonly about: "conduct" | "malfunction" | "other" | "outcome" | "payment" | "promotion";
  readonly said: string;
  readonly upheld: boolean;
  readonly reason: string;
  readonly stage: string;
  readonly since: number;
  readonly decided_by: string;
  readonly reviewed_by: string;
  readonly reviews: ReadonlyArray<string>;
  readonly hears: ReadonlyArray<string>;
  readonly acts: ReadonlyArray<Key>;
}

/** What the house has to see to at terminals of a pit: whoever waits there for his money. */
export interface PitMoneyView {
  readonly alarms: ReadonlyArray<Alarm>;
}

/** Something to see to: since when, where, and how pressing it is. */
export interface Alarm {
  readonly id: string;
  readonly kind: "call" | "device_away" | "device_silent" | "devices_away" | "dispute" | "hand_pay" | "objection" | "printer" | "suspended" | "task_overdue" | "terminal_fault" | "unread_card" | "warning";
  readonly since: number;
  readonly table: string;
  readonly terminal: string;
  readonly seat: number;
  readonly about: string;
  readonly who: string;
  readonly amount: number;
  readonly count: number;
  readonly urgent: boolean;
}

/** All tables of a pit, and its alarms, the newest first. */
export interface PitView {
  readonly pit: string;
  readonly tables: ReadonlyArray<PitTable>;
  readonly alarms: ReadonlyArray<Alarm>;
}

/** A table beside its public half: who deals, who plays, and what lies there. */
export interface PitTable {
  readonly table: string;
  readonly page: string;
  readonly dealer: string;
  readonly seats: number;
  readonly taken: number;
  readonly staked: number;
}

/** A pit to its attendant; `faults` are of its terminals, the newest first. */
export interface AttendantView {
  readonly pit: string;
  readonly person: string;
  readonly jobs: ReadonlyArray<Job>;
  readonly faults: ReadonlyArray<Alarm>;
  readonly disputes: ReadonlyArray<DisputeView>;
  readonly disputable: ReadonlyArray<Disputable>;
}

/** A task of an attendant: `by` is the name of whoever comes, "" while nobody does. */
export interface Job {
  readonly kind: "call" | "hand_pay";
  readonly about: string;
  readonly slip: string;
  readonly table: string;
  readonly terminal: string;
  readonly seat: number;
  readonly since: number;
  readonly due: number;
  readonly overdue: boolean;
  readonly by: string;
  readonly mine: boolean;
  readonly amount: number;
}

/** A terminal whose player may dispute something at a table, and the roles that decide first. */
export interface Disputable {
  readonly terminal: string;
  readonly seat: number;
  readonly table: string;
  readonly decides: ReadonlyArray<string>;
  readonly alone: boolean;
}

/** A cash desk to its cashier; of what is shut `acts` say why. */
export interface CashDeskView {
  readonly person: string;
  readonly rules: DeskRules | null;
  readonly drawer: DrawerView | null;
  readonly owed: ReadonlyArray<OwedSlip>;
  readonly agreed: ReadonlyArray<Agreed>;
  readonly cases: ReadonlyArray<OpenCase>;
  readonly demanded: ReadonlyArray<Demanded>;
  readonly drops: ReadonlyArray<DropToCount>;
  readonly credits: ReadonlyArray<CreditWaits>;
  readonly kiosks: ReadonlyArray<KioskAtDesk>;
  readonly acts: ReadonlyArray<Key>;
}

/** How the desks of the house pay: cash in multiples of `cash_unit`. */
export interface DeskRules {
  readonly cash_unit: number;
  readonly identity_from: number;
  readonly second_from: number;
}

/** A drawer: what it began with, what moved, and what should be in it. */
export interface DrawerView {
  readonly opening: number;
  readonly filled: number;
  readonly paid: number;
  readonly taken: number;
  readonly holds: number;
  readonly payments: number;
  readonly since: number;
  readonly counted: number;
  readonly closed_at: number;
}

/** A voucher nobody has paid yet; `due` is when the player and the desk agreed on, 0 for now. */
export interface OwedSlip {
  readonly voucher: string;
  readonly amount: number;
  readonly terminal: string;
  readonly since: number;
  readonly held: boolean;
  readonly due: number;
}

/** A slip whose payment was put off until a time agreed with the player. */
export interface Agreed {
  readonly number: string;
  readonly amount: number;
  readonly terminal: string;
  readonly due: number;
  readonly overdue: boolean;
}

/** What is due to somebody who has left, less than 0 from him; `cash` as coins make it up. */
export interface OpenCase {
  readonly case: string;
  readonly amount: number;
  readonly cash: number;
  readonly terminal: string;
  readonly table: string;
  readonly round: number;
}

/** What was paid and is demanded back. */
export interface Demanded {
  readonly number: string;
  readonly amount: number;
  readonly cash: number;
  readonly terminal: string;
}

/** A note stacker that was taken out. */
export interface DropToCount {
  readonly drop: string;
  readonly pit: string;
  readonly terminal: string;
  readonly since: number;
  readonly expected: number;
  readonly counted: number;
}

/** Credit that was left at a terminal when the gaming day was over. */
export interface CreditWaits {
  readonly pit: string;
  readonly terminal: string;
  readonly account: number;
  readonly amount: number;
}

/** A kiosk to a cashier: what should be in it, what is wrong, and what can be done with it. */
export interface KioskAtDesk {
  readonly kiosk: string;
  readonly is_open: boolean;
  readonly fault: string;
  readonly shut_until: number;
  readonly alarm: boolean;
  readonly values: ReadonlyArray<number>;
  readonly pieces: ReadonlyArray<number>;
  readonly holds: number;
  readonly paying: KioskPaying | null;
  readonly counted_at: number;
  readonly over: number;
  readonly to_count: boolean;
  readonly acts: ReadonlyArray<Key>;
}

/** What a kiosk is paying, and what its dispenser was told to give. */
export interface KioskPaying {
  readonly order: string;
  readonly amount: number;
  readonly pieces: ReadonlyArray<number>;
  readonly since: number;
}

/** A kiosk to whoever stands before it; 0 in `paying` is nothing. */
export interface KioskView {
  readonly kiosk: string;
  readonly is_open: boolean;
  readonly demo: boolean;
  readonly shut_until: number;
  readonly paying: number;
  readonly is_asking: boolean;
  readonly values: ReadonlyArray<number>;
  readonly most: number;
  readonly said: KioskSaid | null;
}

/** What became of the last ticket: paid, with a rest owed by a voucher, or handed back. */
export interface KioskSaid {
  readonly at: number;
  readonly amount: number;
  readonly rest: number;
  readonly voucher: string;
  readonly reason: string;
  readonly data: Readonly<Record<string, number | string>>;
  readonly slip: "" | "failed" | "printed" | "printing";
}

/** The first frame.  `boot` is drawn anew at each page load: numbers count from it. */
export interface Hello {
  readonly type: "hello";
  readonly token: string;
  readonly boot: string;
}

/** Ask for a fresh snapshot of a topic. */
export interface Resync {
  readonly type: "resync";
  readonly topic: string;
}

/** Ask for the time; `sent` comes back. */
export interface Ping {
  readonly type: "ping";
  readonly sent: number;
}

/** On a demo floor: a hand at a virtual device of this station. */
export interface Demo {
  readonly type: "demo";
  readonly device: "note_acceptor" | "ticket_reader";
  readonly data: string;
}

/** Another person's credential: he approves, or acts in place of whoever is signed in. */
export interface Authority {
  readonly person: string;
  readonly pin: string;
}

/** POST enrol: the one-time code the office gave out; the answer sets the station's key. */
export interface Enrol {
  readonly code: string;
}

/** POST sign-in; POST hand-over takes the same and changes the person in one act. */
export interface SignIn {
  readonly person: string;
  readonly password: string;
  readonly code?: string;
  readonly boot?: string;
}

/** POST unlock: whoever is signed in shows that he is back. */
export interface Unlock {
  readonly pin: string;
  readonly boot?: string;
}

/** POST log, at a player's terminal: somebody of staff asks to read its log. */
export interface StaffPin {
  readonly person: string;
  readonly pin: string;
}

/** The answer to POST log: who may read it now. */
export interface LogOpened {
  readonly person: string;
  readonly name: string;
}

/** GET history, at a player's terminal: the account that is open there, the newest line last. */
export interface History {
  readonly lines: ReadonlyArray<Line>;
  readonly rounds: ReadonlyArray<OwnRound>;
}

/** A round somebody played, as it stands now; `at` is when he was told of it (µs). */
export interface OwnRound {
  readonly table: string;
  readonly at: number;
  readonly result: Result;
  readonly staked: number;
  readonly returned: number;
  readonly wagers: ReadonlyArray<Paid>;
}

/** GET station: how the station stands; `feed` is where its WebSocket goes. */
export interface StationInfo {
  readonly station: string;
  readonly kind: Kind;
  readonly enrolled: boolean;
  readonly needs_sign_in: boolean;
  readonly person: string;
  readonly name: string;
  readonly roles: ReadonlyArray<string>;
  readonly locked: boolean;
  readonly demo: boolean;
  readonly feed: string;
  readonly guests: ReadonlyArray<Guest>;
  readonly wrong_tries: number;
  readonly wrong_since: number;
  readonly wrong_at: ReadonlyArray<string>;
}

/** Somebody as whom everybody may sign in: a demo floor has them, a live one never. */
export interface Guest {
  readonly person: string;
  readonly role: string;
  readonly password: string;
  readonly name: string;
}

/** POST token: good once, for 30 seconds, for `hello`. */
export interface Token {
  readonly token: string;
  readonly feed: string;
}

/** POST command: a feed command without a feed; answered with its `ack` or `refusal`. */
export interface Order {
  readonly boot: string;
  readonly number: number;
  readonly command: unknown;
  readonly authority?: Authority | null;
  readonly seen?: string;
}

/** What an act would do, had it been done instead of asked about. */
export interface Weighed {
  readonly type: "weighed";
  readonly effect: Effect;
}

/** What an act would do now. */
export interface Effect {
  readonly mark: string;
  readonly facts: ReadonlyArray<Fact>;
  readonly changes: ReadonlyArray<Change>;
  readonly bank: number;
  readonly claims: number;
  readonly loose: boolean;
}

/** One thing that would happen, by the name of its event; its round and its time, 0 for none. */
export interface Fact {
  readonly event: string;
  readonly round: number;
  readonly at: number;
}

/** The money of one terminal before and after. */
export interface Change {
  readonly terminal: string;
  readonly seat: number;
  readonly credit: number;
  readonly credit_after: number;
  readonly staked: number;
  readonly staked_after: number;
  readonly owed: number;
}

/** Whose PIN would let an act be done here now, if one is needed. */
export interface Approvers {
  readonly type: "approvers";
  readonly approval: Approval;
}

/** Whose PIN would let an act be done; `alone` where nobody's is needed. */
export interface Approval {
  readonly alone: boolean;
  readonly persons: ReadonlyArray<Approver>;
}

/** Somebody whose PIN would let an act be done; `name` as people call him. */
export interface Approver {
  readonly person: string;
  readonly name: string;
  readonly roles: ReadonlyArray<string>;
}

/** POST slip, at a desk: the number of a slip that somebody has brought. */
export interface Brought {
  readonly number: string;
}

/** What it is good for, and whether it can be paid. */
export interface Slip {
  readonly type: "slip";
  readonly slip: SlipView;
}

/** A ticket or a voucher, when and where it was made, and whether it can be paid here now. */
export interface SlipView {
  readonly number: string;
  readonly kind: "ticket" | "voucher";
  readonly state: string;
  readonly amount: number;
  readonly cash: number;
  readonly terminal: string;
  readonly pit: string;
  readonly scheme: string;
  readonly since: number;
  readonly due: number;
  readonly paid_at: number;
  readonly where: string;
  readonly releases: ReadonlyArray<string>;
  readonly reason: string;
  readonly data: Readonly<Record<string, number | string>>;
  readonly may_wait: boolean;
  readonly takes_form: boolean;
  readonly takes_identity: boolean;
  readonly takes_two: boolean;
}

/** POST paper, at a desk: what to draw for a slip that somebody has brought. */
export interface Wanted {
  readonly number: string;
  readonly paper: "form" | "slip";
  readonly terms?: Terms;
  readonly language?: "en" | "zh" | "zh-Hant";
}

/** What the player `asked` for and the `form` he gets, whether he signed, and who he is. */
export interface Terms {
  readonly asked?: "cash" | "cheque" | "transfer";
  readonly form?: "cash" | "cheque" | "transfer";
  readonly signed?: boolean;
  readonly identity?: "" | "licence" | "passport" | "photo_card";
  readonly signature?: string;
}

/** POST signature, at a desk: a player has signed the form of a payment on these terms. */
export interface SignedOnScreen {
  readonly number: string;
  readonly strokes: string;
  readonly terms?: Terms;
  readonly language?: "en" | "zh" | "zh-Hant";
}

/** It is kept: `signature` is what the terms of the payment say of it. */
export interface SignatureKept {
  readonly type: "signed";
  readonly signature: string;
}

/** POST sign, at a station of staff at a table: its sign as it stands now, on paper. */
export interface SignWanted {
  readonly table: string;
  readonly language: "en" | "zh" | "zh-Hant";
}

/** What stands on a piece of paper: the answer to GET ticket, POST paper and POST sign. */
export interface Drawn {
  readonly type: "paper";
  readonly sheet: Sheet;
}

/** A piece of paper. */
export interface Sheet {
  readonly paper: "page" | "receipt";
  readonly title: string;
  readonly language: "en" | "zh" | "zh-Hant";
  readonly lines: ReadonlyArray<Text | Row | Heading | Barcode | Signature>;
}

/** A line of words. */
export interface Text {
  readonly type: "text";
  readonly text: string;
  readonly style: "amount" | "mark" | "plain" | "small" | "title" | "words";
}

/** A name, and what stands against it. */
export interface Row {
  readonly type: "row";
  readonly name: string;
  readonly value: string;
}

/** What the rows below are about. */
export interface Heading {
  readonly type: "heading";
  readonly text: string;
}

/** A number for scanners, with the widths of its bars and gaps in turn, and for people. */
export interface Barcode {
  readonly type: "barcode";
  readonly number: string;
  readonly bars: ReadonlyArray<number>;
  readonly printed: string;
}

/** A line to sign on; `strokes` of what was signed on a screen, `x,y x,y;x,y` of 1000 by 400. */
export interface Signature {
  readonly type: "signature";
  readonly text: string;
  readonly strokes: string;
}

/** GET /api/start on the office face: where every station is. */
export interface Start {
  readonly demo: boolean;
  readonly stations: ReadonlyArray<StationLink>;
}

/** An entry of the start page. */
export interface StationLink {
  readonly station: string;
  readonly kind: Kind;
  readonly tables: ReadonlyArray<string>;
  readonly url: string;
  readonly games: ReadonlyArray<string>;
  readonly seat: "" | "free" | "robot" | "taken";
}

/** Every answer that is no success; `tries_left` before he must wait, `wait_s` for how long. */
export interface Problem {
  readonly error: "BAD_REQUEST" | "CODE_UNKNOWN" | "INTERNAL" | "NOT_ENROLLED" | "NOT_FOUND" | "NOT_READY" | "NO_ROLE_HERE" | "ORIGIN_NOT_ALLOWED" | "PERSON_LOCKED" | "PIN_WRONG" | "SECOND_FACTOR_MISSING" | "SECOND_FACTOR_NEEDED" | "SIGN_IN_FAILED" | "SIGN_IN_NEEDED" | "TOO_MANY";
  readonly tries_left?: number;
  readonly wait_s?: number;
}

/** Lay chips on a bet.  A wager names its round: a late one must not hit the next. */
export interface StageWager {
  readonly type: "StageWager";
  readonly table: string;
  readonly round: number;
  readonly bet: string;
  readonly amount: number;
}

/** Move chips from one bet to another; amount 0 moves all, less than 0 is refused. */
export interface MoveWager {
  readonly type: "MoveWager";
  readonly table: string;
  readonly round: number;
  readonly bet: string;
  readonly to: string;
  readonly amount: number;
}

/** Take the chips off a bet. */
export interface CancelWager {
  readonly type: "CancelWager";
  readonly table: string;
  readonly round: number;
  readonly bet: string;
}

/** Take some of the chips off a bet. */
export interface TakeDown {
  readonly type: "TakeDown";
  readonly table: string;
  readonly round: number;
  readonly bet: string;
  readonly amount: number;
}

/** Take all chips that are not confirmed off a table. */
export interface ClearLayout {
  readonly type: "ClearLayout";
  readonly table: string;
  readonly round: number;
}

/** Lay again what was committed in the terminal's last round on this table. */
export interface RepeatLayout {
  readonly type: "RepeatLayout";
  readonly table: string;
  readonly round: number;
}

/** Lay as much again on every bet that is not confirmed. */
export interface DoubleLayout {
  readonly type: "DoubleLayout";
  readonly table: string;
  readonly round: number;
}

/** Lock what is staged on a table. */
export interface ConfirmWagers {
  readonly type: "ConfirmWagers";
  readonly table: string;
  readonly round: number;
}

/** The shooter presses his button. */
export interface Shoot {
  readonly type: "Shoot";
  readonly table: string;
}

/** The player takes his credit; `number` is a fresh validation number for the ticket. */
export interface CashOut {
  readonly type: "CashOut";
}

/** A player calls for service or reports a fault. */
export interface CallAttendant {
  readonly type: "CallAttendant";
}

/** A player who called needs nobody any more. */
export interface WithdrawCall {
  readonly type: "WithdrawCall";
}

/** A player objects at his terminal; round 0 is the last that came out, or the one that is on. */
export interface RaiseObjection {
  readonly type: "RaiseObjection";
  readonly table: string;
  readonly about: string;
  readonly round?: number;
}

/** A player has read a line that told him of a change of his credit; `line` is its number. */
export interface AcknowledgeNews {
  readonly type: "AcknowledgeNews";
  readonly line: number;
}

/** A terminal tells what it shows after a round: its meter, and what lay there at the close. */
export interface ReportShown {
  readonly type: "ReportShown";
  readonly table: string;
  readonly round: number;
  readonly moved: number;
  readonly credit: number;
  readonly wagers?: Readonly<Record<string, number>> | null;
  readonly fault?: string;
}

/** The dealer opens the next wagering period. */
export interface NewGame {
  readonly type: "NewGame";
  readonly table: string;
}

/** Go on where it stopped, with the seconds that were left. */
export interface ResumeTable {
  readonly type: "ResumeTable";
  readonly table: string;
}

/** The dealer has shuffled, cut and loaded the next shoe. */
export interface BringShoe {
  readonly type: "BringShoe";
  readonly table: string;
  readonly cut?: number;
  readonly end?: number;
  readonly how?: string;
  readonly batch?: string;
}

/** The dealer asks for a freshly shuffled shoe. */
export interface CallShoe {
  readonly type: "CallShoe";
  readonly table: string;
}

/** The dealer burns the first card of a new shoe; one that is shown for it is named. */
export interface BurnCard {
  readonly type: "BurnCard";
  readonly table: string;
  readonly card?: string;
}

/** The dealer draws the next card; the first of a new shoe is burned. */
export interface DrawCard {
  readonly type: "DrawCard";
  readonly table: string;
}

/** The dealer tells the shoe that the coup is complete. */
export interface PressStandby {
  readonly type: "PressStandby";
  readonly table: string;
}

/** The dealer presses the winning result. */
export interface EnterResult {
  readonly type: "EnterResult";
  readonly table: string;
  readonly result: string;
}

/** Confirm the result that was entered, and settle the round. */
export interface ConfirmResult {
  readonly type: "ConfirmResult";
  readonly table: string;
}

/** The dealer begins a round without wagers. */
export interface DealNoBet {
  readonly type: "DealNoBet";
  readonly table: string;
}

/** The dealer activates the tumbler. */
export interface Tumble {
  readonly type: "Tumble";
  readonly table: string;
}

/** The dealer keys how the dice lie. */
export interface EnterDice {
  readonly type: "EnterDice";
  readonly table: string;
  readonly dice: ReadonlyArray<number>;
}

/** The dealer calls a spin off, of a ball or of dice. */
export interface CallNoSpin {
  readonly type: "CallNoSpin";
  readonly table: string;
}

/** The dealer says so. */
export interface ReportExposedDice {
  readonly type: "ReportExposedDice";
  readonly table: string;
}

/** The dealer has spun the ball; a wheel that spins by itself is told to. */
export interface Spin {
  readonly type: "Spin";
  readonly table: string;
}

/** The dealer keys the number the ball lies in. */
export interface EnterNumber {
  readonly type: "EnterNumber";
  readonly table: string;
  readonly number: number;
}

/** Stop a table where it stands. */
export interface SuspendTable {
  readonly type: "SuspendTable";
  readonly table: string;
  readonly reason: string;
}

/** Whoever the book gives the power declares a round void; round 0 is the undecided one. */
export interface VoidRound {
  readonly type: "VoidRound";
  readonly table: string;
  readonly reason: string;
  readonly round?: number;
  readonly whole?: boolean;
}

/** A card the shoe did not read is keyed in; a dealer needs a second person for it. */
export interface KeyCard {
  readonly type: "KeyCard";
  readonly table: string;
  readonly card: string;
}

/** The AGM presses Dummy Hand. */
export interface StartDummyHand {
  readonly type: "StartDummyHand";
  readonly table: string;
}

/** The AGM keys every card of a dummy hand and so authorises it. */
export interface KeyDummyCards {
  readonly type: "KeyDummyCards";
  readonly table: string;
  readonly cards: ReadonlyArray<string>;
}

/** Say how a round really came out; round 0 is the last settled one. */
export interface StateActualOutcome {
  readonly type: "StateActualOutcome";
  readonly table: string;
  readonly reason: string;
  readonly cards?: ReadonlyArray<string>;
  readonly dice?: ReadonlyArray<number>;
  readonly round?: number;
  readonly number?: number;
}

/** Somebody with the power says that a table's system does not work. */
export interface DeclareMalfunction {
  readonly type: "DeclareMalfunction";
  readonly table: string;
  readonly reason: string;
}

/** Say in which order the cards on the table were drawn: these, and no others. */
export interface Reconstruct {
  readonly type: "Reconstruct";
  readonly table: string;
  readonly cards: ReadonlyArray<string>;
}

/** Do not let a round's outcome stand, on a ground; round 0 is the undecided one. */
export interface InvalidateOutcome {
  readonly type: "InvalidateOutcome";
  readonly table: string;
  readonly ground: string;
  readonly reason: string;
  readonly forfeit?: ReadonlyArray<string>;
  readonly round?: number;
}

/** Let a wager stand at an amount although wagering is closed; 0 gives it back. */
export interface Dispense {
  readonly type: "Dispense";
  readonly table: string;
  readonly terminal: string;
  readonly bet: string;
  readonly amount: number;
  readonly reason: string;
  readonly besides?: ReadonlyArray<Amended>;
}

/** What shall stand on a bet. */
export interface Amended {
  readonly bet: string;
  readonly amount: number;
}

/** Have the remaining cards taken out, to be shuffled or replaced. */
export interface ChangeShoe {
  readonly type: "ChangeShoe";
  readonly table: string;
  readonly reason: string;
  readonly unfit?: boolean;
  readonly after?: boolean;
}

/** Somebody found a card `missing`, or a `foreign` one that belongs to no deck of the table. */
export interface ReportCards {
  readonly type: "ReportCards";
  readonly table: string;
  readonly found: string;
  readonly reason: string;
}

/** Declare a shoe void because its order may be known. */
export interface VoidShoe {
  readonly type: "VoidShoe";
  readonly table: string;
  readonly reason: string;
}

/** Put another sign up; with `now` without any notice. */
export interface ChangeLimits {
  readonly type: "ChangeLimits";
  readonly table: string;
  readonly limits: Limits;
  readonly now: boolean;
}

/** Take back every sign that was announced and has not been put up. */
export interface KeepLimits {
  readonly type: "KeepLimits";
  readonly table: string;
}

/** Close a table; with `now` without any notice. */
export interface CloseTable {
  readonly type: "CloseTable";
  readonly table: string;
  readonly now: boolean;
  readonly refund?: boolean;
}

/** Take an announced close back. */
export interface KeepOpen {
  readonly type: "KeepOpen";
  readonly table: string;
}

/** Have so many rounds dealt without wagers, `CONTINUOUS` until a player wagers; 0: no more. */
export interface OrderRounds {
  readonly type: "OrderRounds";
  readonly table: string;
  readonly rounds: number;
}

/** Somebody with the power says that a die in the tumbler has broken. */
export interface DeclareDieBroken {
  readonly type: "DeclareDieBroken";
  readonly table: string;
}

/** Other dice are sealed in the tumbler: which set, and by which seal. */
export interface SealDice {
  readonly type: "SealDice";
  readonly table: string;
  readonly dice_set: string;
  readonly seal: string;
}

/** Open a closed table again; its shoe, if it has one, is new and not burned yet. */
export interface ReopenTable {
  readonly type: "ReopenTable";
  readonly table: string;
}

/** Whoever considers what a player said at a terminal decides it. */
export interface DecideObjection {
  readonly type: "DecideObjection";
  readonly terminal: string;
  readonly upheld: boolean;
  readonly reason: string;
}

/** Somebody with the power says that a terminal does not work. */
export interface DeclareTerminalFaulty {
  readonly type: "DeclareTerminalFaulty";
  readonly terminal: string;
  readonly reason: string;
}

/** Bar whoever plays at a terminal; `rule` is the number of the one he broke, if he did. */
export interface ExcludeTerminal {
  readonly type: "ExcludeTerminal";
  readonly terminal: string;
  readonly reason: string;
  readonly rule?: string;
}

/** Let a terminal be played at again whose player was barred, or told to keep to another. */
export interface AdmitTerminal {
  readonly type: "AdmitTerminal";
  readonly terminal: string;
  readonly reason: string;
}

/** A terminal works again; who was barred there still is. */
export interface ReturnToService {
  readonly type: "ReturnToService";
  readonly terminal: string;
}

/** Void what a terminal has on its tables; the others play on.  `rule` is the one broken. */
export interface VoidWagers {
  readonly type: "VoidWagers";
  readonly terminal: string;
  readonly reason: string;
  readonly rule?: string;
}

/** Tell whoever sits at a terminal without playing to give up the place. */
export interface DirectAway {
  readonly type: "DirectAway";
  readonly terminal: string;
  readonly reason: string;
  readonly area?: boolean;
}

/** Say that a player should be excluded from the casino; `rule` is the one he broke. */
export interface RecommendExclusion {
  readonly type: "RecommendExclusion";
  readonly terminal: string;
  readonly reason: string;
  readonly rule?: string;
}

/** Tell the player of a terminal that he plays at another one: he keeps to that. */
export interface KeepToOneTerminal {
  readonly type: "KeepToOneTerminal";
  readonly terminal: string;
  readonly keeps: string;
  readonly reason: string;
}

/** Tell the player of a terminal to leave the game. */
export interface SendAway {
  readonly type: "SendAway";
  readonly terminal: string;
  readonly reason: string;
}

/** Have the credit of a terminal that cannot print paid at the cash desk. */
export interface MakeVoucher {
  readonly type: "MakeVoucher";
  readonly terminal: string;
  readonly reason: string;
}

/** What a player at a terminal says, and how it is decided in the first instance. */
export interface DecideDispute {
  readonly type: "DecideDispute";
  readonly table: string;
  readonly terminal: string;
  readonly about: string;
  readonly said: string;
  readonly upheld: boolean;
  readonly reason: string;
}

/** The player wants the decision reviewed. */
export interface AskReview {
  readonly type: "AskReview";
  readonly table: string;
  readonly dispute: number;
}

/** Whoever reviews a decision decides again, for good. */
export interface ReviewDispute {
  readonly type: "ReviewDispute";
  readonly table: string;
  readonly dispute: number;
  readonly upheld: boolean;
  readonly reason: string;
}

/** The player is satisfied; or he is not, and was `advised` to whom he may complain. */
export interface CloseDispute {
  readonly type: "CloseDispute";
  readonly table: string;
  readonly dispute: number;
  readonly satisfied: boolean;
  readonly advised?: boolean;
}

/** Whoever has to see to a task says that he does: nobody else need come. */
export interface TakeTask {
  readonly type: "TakeTask";
  readonly kind: string;
  readonly about: string;
}

/** Whoever has to see to a task says that it is done, and what it was. */
export interface CompleteTask {
  readonly type: "CompleteTask";
  readonly kind: string;
  readonly about: string;
  readonly reason?: string;
}

/** A cashier begins a shift with a float. */
export interface OpenDrawer {
  readonly type: "OpenDrawer";
  readonly amount: number;
}

/** Cash comes from the cage, or less than 0 goes back there. */
export interface FillDrawer {
  readonly type: "FillDrawer";
  readonly amount: number;
}

/** A cashier has counted the drawer and ends the shift. */
export interface CloseDrawer {
  readonly type: "CloseDrawer";
  readonly counted: number;
}

/** A cashier, or the kiosk with no person, asks the host for a ticket that was brought. */
export interface ClaimTicket {
  readonly type: "ClaimTicket";
  readonly number: string;
}

/** A cashier, or the kiosk with no person, is handed a ticket. */
export interface RedeemTicket {
  readonly type: "RedeemTicket";
  readonly number: string;
  readonly terms?: Terms;
}

/** A cashier pays a voucher. */
export interface PayHandPay {
  readonly type: "PayHandPay";
  readonly voucher: string;
  readonly terms?: Terms;
}

/** A cashier makes a voucher over what is due to somebody, or takes in what is due from him. */
export interface SettleCase {
  readonly type: "SettleCase";
  readonly case: string;
}

/** A cashier is given the money back that was demanded. */
export interface TakeBack {
  readonly type: "TakeBack";
  readonly number: string;
}

/** Two persons give up what is due from somebody who has left. */
export interface WriteOffCase {
  readonly type: "WriteOffCase";
  readonly case: string;
  readonly reason: string;
}

/** What was paid on a ticket or a voucher is demanded back. */
export interface DemandReturn {
  readonly type: "DemandReturn";
  readonly number: string;
  readonly reason: string;
}

/** A cashier and the player agree when a ticket or voucher is paid (µs UTC). */
export interface DeferPayment {
  readonly type: "DeferPayment";
  readonly number: string;
  readonly until: number;
  readonly reason: string;
}

/** Payment of a ticket is withheld, or with `held` false released. */
export interface HoldTicket {
  readonly type: "HoldTicket";
  readonly number: string;
  readonly held: boolean;
  readonly reason: string;
  readonly determination?: string;
}

/** Pieces come from the cage into a cassette (the first is 1), or less than 0 go back there. */
export interface LoadCassette {
  readonly type: "LoadCassette";
  readonly kiosk: string;
  readonly cassette: number;
  readonly pieces: number;
}

/** A cashier has counted what is in each cassette. */
export interface CountKiosk {
  readonly type: "CountKiosk";
  readonly kiosk: string;
  readonly pieces: ReadonlyArray<number>;
}

/** Let a kiosk take tickets: it is loaded, and what was wrong is put right. */
export interface OpenKiosk {
  readonly type: "OpenKiosk";
  readonly kiosk: string;
}

/** Let it take no more tickets; what it is paying it still pays. */
export interface CloseKiosk {
  readonly type: "CloseKiosk";
  readonly kiosk: string;
}

/** Two cashiers say what came out of a kiosk whose dispenser does not. */
export interface StateDispensed {
  readonly type: "StateDispensed";
  readonly kiosk: string;
  readonly order: string;
  readonly pieces: ReadonlyArray<number>;
  readonly reason: string;
}

/** A cashier has counted what was in a box. */
export interface CountDrop {
  readonly type: "CountDrop";
  readonly drop: string;
  readonly counted: number;
}

/** Two cashiers say of credit that was left at the day's end that nobody is coming for it. */
export interface DeclareAbandoned {
  readonly type: "DeclareAbandoned";
  readonly pit: string;
  readonly terminal: string;
  readonly account: number;
  readonly reason: string;
}

export type PlayerCommand = StageWager | MoveWager | CancelWager | TakeDown | ClearLayout | RepeatLayout | DoubleLayout | ConfirmWagers | Shoot | CashOut | CallAttendant | WithdrawCall | RaiseObjection | AcknowledgeNews | ReportShown;

export type DisplayCommand = never;

export type DealerCommand = NewGame | ResumeTable | BringShoe | CallShoe | BurnCard | DrawCard | PressStandby | EnterResult | ConfirmResult | DealNoBet | Tumble | EnterDice | CallNoSpin | ReportExposedDice | Spin | EnterNumber | SuspendTable | VoidRound | KeyCard | StartDummyHand | KeyDummyCards | StateActualOutcome | DeclareMalfunction | Reconstruct | InvalidateOutcome | Dispense | ChangeShoe | ReportCards | VoidShoe | ChangeLimits | KeepLimits | CloseTable | KeepOpen | OrderRounds | DeclareDieBroken | SealDice;

export type TableCommand = SuspendTable | ResumeTable | VoidRound | StateActualOutcome | DeclareMalfunction | ChangeLimits | KeepLimits | CloseTable | KeepOpen | ReopenTable | InvalidateOutcome | Dispense | ChangeShoe | ReportCards | VoidShoe | OrderRounds | Reconstruct | DeclareDieBroken | SealDice | DecideObjection | DeclareTerminalFaulty | ExcludeTerminal | AdmitTerminal | ReturnToService | VoidWagers | DirectAway | RecommendExclusion | KeepToOneTerminal | SendAway | MakeVoucher | DecideDispute | AskReview | ReviewDispute | CloseDispute;

export type PitCommand = never;

export type AttendantCommand = TakeTask | CompleteTask | DecideDispute | AskReview | ReviewDispute | CloseDispute;

export type CashdeskCommand = OpenDrawer | FillDrawer | CloseDrawer | ClaimTicket | RedeemTicket | PayHandPay | SettleCase | TakeBack | WriteOffCase | DemandReturn | DeferPayment | HoldTicket | LoadCassette | CountKiosk | OpenKiosk | CloseKiosk | StateDispensed | CompleteTask | CountDrop | DeclareAbandoned;

export type KioskCommand = never;

/** A numbered command; `authority` by whose power it is done, `seen` the mark of what was shown. */
export interface Do<C> {
  readonly type: "command";
  readonly number: number;
  readonly command: C;
  readonly authority?: Authority | null;
  readonly seen?: string;
}

export type ClientFrame<C> = Hello | Do<C> | Resync | Ping | Demo;

export type ServerFrame = Welcome | Snapshot | Update | Ack | Refused | Returned | Pong | Locked | Warned | Bye;

export type View = DisplayView | PlayerView | DealerView | TableView | PitMoneyView | PitView | AttendantView | CashDeskView | KioskView;
