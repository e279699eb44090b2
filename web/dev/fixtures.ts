import type { Bet, DealerView, DisplayView, House, Key, Play, PlayerView, Result, Seat, TableView } from "../src/generated/feed";

/** Snapshots to look at while drawing; nothing of this is shipped. */

export const now = 1_800_000_000_000_000;

export const HOUSE: House = { time_zone: "Australia/Sydney", currency: "$", remind_every: 0, safer: "", videos: {}, calls: [] };

const bet = (code: string, ...odds: string[]): Bet => ({ code, odds, offered: true, maximum: 500_000, pieces: [], edge: "1/36" });

const HANDS: readonly [string, string, number[], string][] = [
  ["4H 5C", "KD 6S", [9, 6], "player"],
  ["2H TC", "7D QS", [2, 7], "banker"],
  ["8H QC", "8D JS", [8, 8], "tie"],
  ["AH 3C 4D", "9D 8S", [8, 7], "player"],
  ["KH KC 2D", "3D 4S", [2, 7], "banker"],
];

const PATTERN = "PBBPTPPBBBBBBBPPTBPBPPPBBTPBBPPPPPPPBTBPBBP";
const INDEX: Record<string, number> = { P: 0, B: 1, T: 2 };

const NOTHING: Result = { round: 0, void: "", player: [], banker: [], points: [], dice: [], winners: [], number: -1, corrected: false, line: "" };

const coups: Result[] = [...PATTERN].map((letter, index) => {
  const [player, banker, points, winner] = HANDS[INDEX[letter]!]!;
  const pairs = index % 9 === 0 ? ["player_pair"] : index % 7 === 0 ? ["banker_pair"] : [];
  return { ...NOTHING, round: index + 1, player: player.split(" "), banker: banker.split(" "), points, winners: [winner, ...pairs] };
});

const rolls: Result[] = Array.from({ length: 40 }, (_, index) => {
  const dice = [1 + ((index * 7) % 6), 1 + ((index * 5 + 2) % 6), 1 + ((index * 3 + index / 4) | 0) % 6];
  const total = dice[0]! + dice[1]! + dice[2]!;
  const triple = dice[0] === dice[1] && dice[1] === dice[2];
  const winners = triple ? ["any_triple", `triple:${dice[0]}`] : [total <= 10 ? "small" : "big", `total:${total}`];
  return { ...NOTHING, round: index + 1, dice, points: [total], winners };
});

const BASE: Omit<DisplayView, "table" | "variant" | "game" | "title" | "book" | "bets" | "results" | "limits" | "confirm_step" | "takes_tickets" | "clauses" | "round"> = {
  demo: true,
  phase: "wagering",
  due: now + 17_400_000,
  period_us: 25_000_000,
  suspended: "",
  frozen_us: -1,
  step: 500,
  announced: [],
  closing_at: 0,
  player: [],
  banker: [],
  player_points: -1,
  banker_points: -1,
  point: 0,
  entered: "",
  dummy: "",
  no_bet: "",
  unread: "",
  under_way: "",
  room: {},
  coups_left: -1,
  shooter: "",
  shooter_seat: 0,
  shoot_seconds: 0,
  result_pause_us: 0,
  chances: [],
  wins: [],
  winners: 0,
};

export const LT: DisplayView = {
  ...BASE,
  table: "LT1",
  variant: "LT",
  game: "baccarat",
  title: "LTGame Baccarat",
  book: "LT",
  round: 44,
  limits: { minimum: 2_500, maximum: 0, unit: 500, differential: 500_000, tie_maximum: 50_000, pair_maximum: 50_000, minimum_total: 0, aggregate: 2_000_000 },
  confirm_step: true,
  room: { player: 500_000, banker: 437_500 },
  takes_tickets: true,
  clauses: { WAGERING_IS_CLOSED: "LT 4.2.6", WAGER_IS_CONFIRMED: "LT 4.2.7" },
  bets: [bet("player", "1 to 1"), bet("banker", "19 to 20"), bet("tie", "8 to 1"), bet("player_pair", "11 to 1"), bet("banker_pair", "11 to 1")],
  results: coups,
};

const faces = [1, 2, 3, 4, 5, 6];
const TOTALS: Record<number, string> = { 4: "62", 5: "31", 6: "18", 7: "12", 8: "8", 9: "7", 10: "6", 11: "6", 12: "7", 13: "8", 14: "12", 15: "18", 16: "31", 17: "62" };

export const SB: DisplayView = {
  ...BASE,
  table: "SB1",
  variant: "SB",
  game: "sic bo",
  title: "Aruze Sic Bo",
  book: "SB",
  round: 41,
  limits: { minimum: 100, maximum: 50_000, unit: 100, minimum_total: 0, aggregate: 0, differential: 0, tie_maximum: 0, pair_maximum: 0 },
  confirm_step: false,
  takes_tickets: false,
  clauses: { WAGERING_IS_CLOSED: "SB 3.8.1" },
  shoot_seconds: 10, result_pause_us: 0,
  shooter: "T1",
  shooter_seat: 1,
  bets: [
    bet("small", "1 to 1"),
    bet("big", "1 to 1"),
    bet("any_triple", "31 to 1"),
    ...faces.flatMap((n) => [bet(`triple:${n}`, "190 to 1"), bet(`double:${n}`, "12 to 1"), bet(`number:${n}`, "1 to 1", "2 to 1", "12 to 1")]),
    ...Object.entries(TOTALS).map(([n, odds]) => bet(`total:${n}`, `${odds} to 1`)),
    ...faces.flatMap((a) => faces.filter((b) => b > a).map((b) => bet(`combo:${a}-${b}`, "6 to 1"))),
  ],
  results: rolls,
};

export const PLAY: Play = {
  round: 44,
  spots: [
    { bet: "player", amount: 17_500, confirmed: true },
    { bet: "player_pair", amount: 2_500, confirmed: false },
    { bet: "tie", amount: 5_000, confirmed: false },
  ],
  committed: [],
  staked: 25_000,
  confirmed: 15_000,
  last_round: 43,
  last: [],
  standing: [],
  caps: [],
  may: { stage: "", confirm: "", clear: "", repeat: "BET_NOT_OFFERED", double: "", odds: "BET_NOT_OFFERED", shoot: "BET_NOT_OFFERED", data: { repeat: { why: "nothing_to_repeat" } } },
};

export const PLAYER: PlayerView = {
  terminal: "T1",
  seat: 1,
  tables: ["LT1", "SB1"],
  notes: [500, 1_000, 2_000, 5_000, 10_000],
  account: "open",
  credit: 1_245_000,
  staked: 25_000,
  confirmed: 15_000,
  win: 38_000,
  paying_out: 0,
  ticket_asked: false,
  out_of_service: false,
  excluded: false,
  called: false,
  coming: false,
  collect: false,
  last_ticket: null,
  news: [],
  cash_out: "CASH_OUT_NOT_ALLOWED",
  cash_out_data: { why: "staged" },
  objects: [],
  objection: null,
  moved: 0,
  reports: [],
  play: {
    LT1: PLAY,
    SB1: { ...PLAY, round: 41, spots: [{ bet: "small", amount: 2_500, confirmed: false }, { bet: "combo:2-5", amount: 500, confirmed: false }, { bet: "triple:4", amount: 100, confirmed: false }, { bet: "total:11", amount: 1_000, confirmed: false }, { bet: "number:6", amount: 1_500, confirmed: false }] },
  },
  since: now - 3_600_000_000,
};

const seat = (number: number, part: Partial<Seat>): Seat => ({
  terminal: `T${number}`,
  seat: number,
  open: true,
  staged: false,
  confirmed: false,
  called: false,
  collect: false,
  out_of_service: false,
  excluded: false,
  acts: ["faulty", "exclude"],
  objection: null,
  fault: "",
  ...part,
});

const SEATS: readonly Seat[] = [
  seat(1, { confirmed: true }),
  seat(2, { staged: true }),
  seat(3, { called: true }),
  seat(4, { open: false }),
  seat(5, { out_of_service: true, acts: ["return", "exclude"] }),
  seat(6, { confirmed: true }),
  seat(7, { staged: true }),
  seat(8, { open: false }),
];

const LATER = "PHASE_DOES_NOT_ALLOW";
const key = (act: string, command: string, reason = ""): Key => ({ act, command, reason, choices: [], data: {}, needs: [], asks: "" });

export const DEALER: DealerView = {
  table: "LT1",
  seats: SEATS,
  on_bets: { player: 125_000, banker: 80_000, tie: 5_000, player_pair: 2_500 },
  burned: true,
  standby: true,
  result_by_agm: false,
  carried: [],
  keys: [
    [key("new_game", "NewGame", LATER), key("call_shoe", "CallShoe", LATER), key("draw", "DrawCard"), key("standby", "PressStandby", LATER)],
    [{ ...key("enter_result", "EnterResult"), choices: ["player", "tie", "banker"] }],
    [key("confirm_result", "ConfirmResult", LATER)],
  ],
  acts: [key("suspend", "SuspendTable"), key("void", "VoidRound"), key("key_card", "KeyCard"), key("actual_outcome", "StateActualOutcome")],
  rare_acts: [key("invalidate", "InvalidateOutcome"), key("dispense", "Dispense")],
  next_act: "draw",
  waits: "",
  face: "",
  effect: null,
  draws: "",
  out: 140,
  cards: 416,
  suspension: null,
};

export const TABLE: TableView = {
  table: "SB1",
  seats: SEATS,
  money: [1, 2, 3, 6, 7].map((number) => ({ terminal: `T${number}`, credit: number * 123_450, paying_out: 0, wagers: [] })),
  suspension: null,
  on_bets: { small: 125_000, big: 80_000, "total:9": 5_000, "combo:1-2": 2_500 },
  orders: [{ device: "printer@T3", kind: "print", due: 0 }],
  correctable: [38, 39, 40],
  acts: [key("suspend", "SuspendTable"), key("resume", "ResumeTable", LATER), key("void", "VoidRound"), key("malfunction", "DeclareMalfunction", "ROLE_MAY_NOT")],
  rare_acts: [],
  seat_acts: [key("faulty", "DeclareTerminalFaulty"), key("exclude", "ExcludeTerminal"), key("admit", "AdmitTerminal"), key("return", "ReturnToService")],
  rare_seat_acts: [key("void_wagers", "VoidWagers")],
  reports: [],
  disputes: [],
};
