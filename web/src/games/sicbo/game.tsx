import { DicePicker } from "../../components/DicePicker";
import { betName } from "../../text/say";
import type { Game } from "../game";
import { Cloth } from "./Cloth";
import { DiceStage } from "./DiceStage";
import { Glance } from "./Glance";
import { Past } from "./Past";
import { betOf, kindOf } from "./rolls";
import "./sicbo.css";

export const SIC_BO: Game = {
  name: "sic bo",
  Cloth,
  Stage: DiceStage,
  Glance,
  Past,
  voids: ["reason.die_cocked", "reason.die_broken", "reason.device_fault", "reason.dice_seen", "reason.disruption", "reason.emergency"],
  Picker: ({ outcome, pick }) => <DicePicker dice={outcome.dice} pick={(dice) => pick({ dice })} />,
  headline: (result) => `${result.points[0]} · ${betName(betOf(kindOf(result)))}`,
  mark: (result) => ({ text: String(result.points[0]), tone: kindOf(result) }),
};
