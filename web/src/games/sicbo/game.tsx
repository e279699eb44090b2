import { DicePicker } from "../../components/DicePicker";
import { betName } from "../../text/say";
import type { Game } from "../game";
import { Cloth } from "./Cloth";
import { DiceStage } from "./DiceStage";
import { Past } from "./Past";
import { betOf, kindOf } from "./rolls";
import "./sicbo.css";

export const SIC_BO: Game = {
  name: "sic bo",
  Cloth,
  Stage: DiceStage,
  Past,
  Picker: ({ outcome, pick }) => <DicePicker dice={outcome.dice} pick={(dice) => pick({ dice })} />,
  headline: (result) => `${result.points[0]} · ${betName(betOf(kindOf(result)))}`,
};
