import type { JSX } from "preact";
import type { DealerCommand, DisplayView, Result } from "../generated/feed";
import type { LayoutProps } from "../layouts/props";
import type { TextKey } from "../text/say";

/** Everything a station has to know of a game.  What is allowed and what won is the server's word. */
export interface Game {
  /** As the server names it. */
  readonly name: string;
  /** What a player bets on. */
  readonly Cloth: (props: LayoutProps) => JSX.Element;
  /** What decides the round: hands, dice. */
  readonly Stage: (props: StageProps) => JSX.Element;
  /** The same in one line, for whoever oversees many tables. */
  readonly Glance: (props: StageProps) => JSX.Element;
  readonly Past: (props: PastProps) => JSX.Element;
  /** The same in the room of a few lines, where a row of marks is not how it is read. */
  readonly Mini?: (props: PastProps) => JSX.Element;
  /** What lay on the table while a past round came, one picture after the other, before its result. */
  readonly steps?: (result: Result) => readonly Partial<DisplayView>[];
  /** What the sign over the table says of the odds, where a line a bet is not how it is read. */
  readonly OddsSign?: (props: StageProps) => JSX.Element;
  /** Why a round of this game is commonly declared void. */
  readonly voids?: readonly TextKey[];
  /** Keys how a round really came out. */
  readonly Picker: (props: PickerProps) => JSX.Element;
  /** How a dealer enters what came, where it is not one of a few results. */
  readonly Entry?: (props: EntryProps) => JSX.Element;
  /** What was entered, in words, where it is no bet's name. */
  readonly entered?: (entered: string) => string;
  /** A decided round in a few words. */
  readonly headline: (result: Result) => string;
  /** What is called of a decided round, as recordings are named: one after the other. */
  readonly calls: (result: Result) => string[];
  /** A decided round in one sign, for a row of them. */
  readonly mark: (result: Result) => Mark;
}

export interface Mark {
  text: string;
  /** How it is coloured; "" for plainly. */
  tone: string;
}

export interface StageProps {
  table: DisplayView;
  /** The result the screen points at, if any. */
  held: Result | null;
  /** What decides the round moves: nobody here knows yet how it comes out. */
  moving?: boolean;
}

export interface PastProps {
  table: DisplayView;
  /** Over a table there is room; beside a felt there is a column. */
  wide?: boolean;
}

/** An outcome as commands carry it: each game fills its own part. */
export interface Outcome {
  cards: readonly string[];
  dice: readonly number[];
  /** -1 for none. */
  number: number;
}

export interface EntryProps {
  table: DisplayView;
  /** It cannot be entered now: a touch is told why. */
  closed: boolean;
  enter: (command: DealerCommand) => void;
}

export interface PickerProps {
  game: string;
  outcome: Outcome;
  pick: (part: Partial<Outcome>) => void;
}
