import { CardPicker } from "../../components/CardPicker";
import { betName, say } from "../../text/say";
import type { Game } from "../game";
import { Cloth } from "./Cloth";
import { Hands } from "./Hands";
import { Past } from "./Past";
import { winnerOf } from "./roads";
import "./baccarat.css";

const MOST_CARDS = 6;

export const BACCARAT: Game = {
  name: "baccarat",
  Cloth,
  Stage: Hands,
  Past,
  Picker: ({ outcome, pick }) => <CardPicker cards={outcome.cards} most={MOST_CARDS} pick={(cards) => pick({ cards })} />,
  headline(result) {
    const winner = winnerOf(result);
    const name = winner ? betName(winner) : "";
    return winner === "tie" ? name : say("display.wins", { winner: name });
  },
};
