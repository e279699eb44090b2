import type { DisplayView, Paid, Play, PlayerCommand } from "../../generated/feed";
import type { Laid } from "../../layouts/props";
import type { Asked } from "../../feed/unanswered";

/**
 * What lies on the felt of one table.
 *
 * While wagering is open: what the server says lies there, and on it the touches still on their way, drawn as
 * pending; with them what stands from earlier rounds.  From the close on: exactly what the server says was committed and nothing else.  Once it is paid:
 * the wagers of that round, winning or losing as the server paid them.
 */
export function chipsShown(table: DisplayView, play: Play, asked: readonly Asked<PlayerCommand>[]): Map<string, Laid> {
  if (isOpen(table)) return whileOpen(table, play, asked);
  if (isPaid(table, play)) return afterResult(table, play);
  if (play.committed.length > 0) return mapped(play.committed.map((chips) => ({ ...chips, look: "confirmed" as const })));
  // The table has closed, but this terminal's part has not come yet: nothing here is certain.
  return mapped(play.spots.map(({ bet, amount }) => ({ bet, amount, look: "pending" as const })));
}

export function isOpen(table: DisplayView): boolean {
  return table.phase === "wagering";
}

/** The round on the screen is over and its wagers are still there to be looked at. */
export function isPaid(table: DisplayView, play: Play): boolean {
  return play.last_round > 0 && play.last_round === table.round;
}

/** What was decided, and what stands on: while the dice still roll here, each where it lay before. */
function afterResult(table: DisplayView, play: Play): Map<string, Laid> {
  const rolls = table.phase === "tumbling";
  const stands = play.standing.map(({ bet, was, amount }) => ({ bet: rolls ? was : bet, amount, look: "standing" as const }));
  return mapped([...stands, ...play.last.map((paid) => (rolls ? still(paid) : asPaid(paid)))]);
}

/** It is paid, but the dice still roll here. */
function still({ bet, amount }: Paid): Laid {
  return { bet, amount, look: "confirmed" };
}

/** A stake that came back alone has neither won nor lost. */
function asPaid({ bet, amount, returned }: Paid): Laid {
  if (returned === amount) return { bet, amount, look: "staged" };
  return returned > amount ? { bet, amount, look: "winning", won: returned - amount } : { bet, amount, look: "losing" };
}

/** What is on its way to this round of this table, and so is in no balance. */
export function pendingAmount(table: DisplayView, asked: readonly Asked<PlayerCommand>[]): number {
  return stagedOnTheWay(table, asked).reduce((total, command) => total + command.amount, 0);
}

type Staged = Extract<PlayerCommand, { type: "StageWager" }>;

function stagedOnTheWay(table: DisplayView, asked: readonly Asked<PlayerCommand>[]): Staged[] {
  return asked
    .map((one) => one.frame.command)
    .filter((command): command is Staged => command.type === "StageWager")
    .filter((command) => command.table === table.table && command.round === table.round);
}

function whileOpen(table: DisplayView, play: Play, asked: readonly Asked<PlayerCommand>[]): Map<string, Laid> {
  const laid = mapped([
    ...play.standing.map(({ bet, amount }) => ({ bet, amount, look: "standing" as const })),
    ...play.spots.map(({ bet, amount, confirmed }) => ({ bet, amount, look: confirmed ? ("confirmed" as const) : ("staged" as const) })),
  ]);
  for (const { bet, amount } of stagedOnTheWay(table, asked)) {
    laid.set(bet, { bet, amount: (laid.get(bet)?.amount ?? 0) + amount, look: "pending" });
  }
  return laid;
}

function mapped(laid: readonly Laid[]): Map<string, Laid> {
  return new Map(laid.map((one) => [one.bet, one]));
}
