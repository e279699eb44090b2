import type { JSX } from "preact";
import { gameName, say } from "../../text/say";
import type { Game } from "../game";
import "./unknown.css";

/** For a game without a folder: the station says so and shows all that is no game's own. */
export const UNKNOWN: Game = {
  name: "",
  Cloth: () => <></>,
  Stage: ({ table }) => <Panel game={table.game} />,
  Glance: () => <></>,
  Past: () => <></>,
  Picker: ({ game }) => <Panel game={game} />,
  headline: ({ round }) => say("round.number", { n: round }),
  calls: () => [],
  mark: ({ number, round }) => ({ text: String(number < 0 ? round : number), tone: "" }),
};

function Panel({ game }: { game: string }): JSX.Element {
  return (
    <p class="unknown-game panel" role="status" data-testid="unknown-game">
      {say("unknown.game", { game: gameName(game) })}
    </p>
  );
}
