import type { JSX } from "preact";
import { Card } from "../../components/Card";
import type { DisplayView, Result } from "../../generated/feed";
import type { StageProps } from "../game";
import { betName } from "../../text/say";
import "./hands.css";

interface Shown {
  player: readonly string[];
  banker: readonly string[];
  points: readonly [number, number];
  winners: ReadonlySet<string>;
}

/** Both hands of a coup with their points, as far as they are dealt. */
export function Hands({ table, held }: StageProps): JSX.Element {
  const { player, banker, points, winners } = shownNow(table, held);
  const tie = winners.has("tie");
  return (
    <div class="hands">
      <Hand side="player" cards={player} points={points[0]} won={tie || winners.has("player")} />
      <Hand side="banker" cards={banker} points={points[1]} won={tie || winners.has("banker")} />
    </div>
  );
}

function Hand({ side, cards, points, won }: { side: "player" | "banker"; cards: readonly string[]; points: number; won: boolean }): JSX.Element {
  return (
    <section class={`hand ${side} ${won ? "won" : ""}`} data-hand={side}>
      <header>
        <span class="hand-name">{betName(side)}</span>
        <span class="hand-points" data-testid={`${side}-points`}>{points < 0 ? "–" : points}</span>
      </header>
      <div class="hand-cards">
        {[0, 1, 2].map((place) => (
          <div class={`hand-place ${place === 2 ? "third" : ""}`} key={place}>
            {cards[place] && (
              <div class="card-slot" key={cards[place]}>
                <Card code={cards[place]} sideways={place === 2} />
              </div>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

/** The hands a table shows now: those being dealt, else those of the result that is held up. */
export function shownNow(table: DisplayView, held: Result | null): Shown {
  const winners = new Set(held?.winners ?? []);
  if (table.player.length > 0 || !held) {
    return { player: table.player, banker: table.banker, points: [table.player_points, table.banker_points], winners };
  }
  const [player = -1, banker = -1] = held.points;
  return { player: held.player, banker: held.banker, points: [player, banker], winners };
}
