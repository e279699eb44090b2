import { CardPicker } from "../../components/CardPicker";
import { betName, say } from "../../text/say";
import type { Game } from "../game";
import { Cloth } from "./Cloth";
import { dealtAgain } from "./dealt-again";
import { Glance } from "./Glance";
import { Hands } from "./Hands";
import { Mini, Past } from "./Past";
import { winnerOf } from "./roads";
import "./baccarat.css";

const MOST_CARDS = 6;
const SIGNS = { player: "road.p", banker: "road.b", tie: "road.t" } as const;

export const BACCARAT: Game = {
  name: "baccarat",
  Cloth,
  Stage: Hands,
  Glance,
  Past,
  Mini,
  steps: dealtAgain,
  Picker: ({ outcome, pick }) => <CardPicker cards={outcome.cards} most={MOST_CARDS} pick={(cards) => pick({ cards })} />,
  headline(result) {
    const winner = winnerOf(result);
    const name = winner ? betName(winner) : "";
    return winner === "tie" ? name : say("display.wins", { winner: name });
  },
  calls: (result) => [`win_${winnerOf(result)}`],
  mark(result) {
    const winner = winnerOf(result);
    return winner ? { text: say(SIGNS[winner]), tone: winner } : { text: "–", tone: "" };
  },
};
