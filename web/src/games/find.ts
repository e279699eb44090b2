import type { Game } from "./game";
import * as registry from "./registry";
import { UNKNOWN } from "./unknown/game";

const GAMES: ReadonlyMap<string, Game> = new Map(Object.values(registry).map((game) => [game.name, game]));

/** The game a table plays; a plain panel where this station has no pictures for it. */
export function gameOf({ game }: { game: string }): Game {
  return GAMES.get(game) ?? UNKNOWN;
}
