import type { JSX } from "preact";
import { Card } from "../../components/Card";
import { StageWord, stageWord, type Word } from "../../components/StageWord";
import type { DisplayView, Result } from "../../generated/feed";
import { isAtRest } from "../../table/moment";
import type { StageProps } from "../game";
import { betName } from "../../text/say";
import "./hands.css";

type Side = "player" | "banker";

/** A card that lies there and could not be read. */
const UNREAD = null;

interface Shown {
  cards: Readonly<Record<Side, readonly (string | null)[]>>;
  points: Readonly<Record<Side, number>>;
  winners: ReadonlySet<string>;
  /** The hand that gets the card which is on its way. */
  awaits: string;
  word: Word | null;
}

/** Both hands of a coup with their points, as far as they are dealt. */
export function Hands({ table, held }: StageProps): JSX.Element {
  const shown = shownNow(table, held);
  return (
    <div class="hands">
      <Hand side="player" shown={shown} />
      <Hand side="banker" shown={shown} />
    </div>
  );
}

function Hand({ side, shown }: { side: Side; shown: Shown }): JSX.Element {
  const { winners, word } = shown;
  const cards = shown.cards[side];
  const points = shown.points[side];
  const won = winners.has("tie") || winners.has(side);
  return (
    <section class={`hand ${side} ${won ? "won" : ""}`} data-hand={side}>
      <header>
        <span class="hand-name">{betName(side)}</span>
        {word && (won || word === "void") && <StageWord word={word} />}
        <span class="hand-points" data-testid={`${side}-points`}>{points < 0 ? "–" : points}</span>
      </header>
      <div class="hand-cards">
        {[0, 1, 2].map((place) => (
          <div class={`hand-place ${place === 2 ? "third" : ""} ${shown.awaits === side && place === cards.length ? "awaited" : ""}`} key={place}>
            {cards[place] !== undefined && (
              <div class="card-slot" key={cards[place] ?? "unread"}>
                <Card code={cards[place]} sideways={place === 2} unread={cards[place] === UNREAD} />
              </div>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

/**
 * The hands a table shows now: those being dealt, else those of the result that is held up.
 *
 * At rest the result is the truth, not the cards that still lie there: it may have been corrected since.
 */
export function shownNow(table: DisplayView, held: Result | null): Shown {
  const over = isAtRest(table) || table.player.length === 0 ? held : null;
  const word = over && stageWord(over);
  if (over && !over.void) {
    const [player = -1, banker = -1] = over.points;
    return { cards: over, points: { player, banker }, winners: new Set(over.winners), awaits: "", word };
  }
  return {
    cards: { player: dealt(table, "player"), banker: dealt(table, "banker") },
    points: { player: table.player_points, banker: table.banker_points },
    winners: new Set(),
    awaits: table.under_way,
    word,
  };
}

function dealt(table: DisplayView, side: Side): readonly (string | null)[] {
  return table.unread === side ? [...table[side], UNREAD] : table[side];
}
