import { DicePicker } from "../../components/DicePicker";
import { DiceStage } from "../../components/DiceStage";
import { betName } from "../../text/say";
import type { Game } from "../game";
import { Cloth } from "./Cloth";
import { Glance } from "./Glance";
import { Past } from "./Past";
import { betOf, kindOf } from "./rolls";
import "./sicbo.css";

export const SIC_BO: Game = {
  name: "sic bo",
  Cloth,
  Stage: (props) => <DiceStage {...props} count={3} />,
  Glance,
  Past,
  voids: ["reason.die_cocked", "reason.die_broken", "reason.device_fault", "reason.dice_seen", "reason.disruption", "reason.emergency"],
  Picker: ({ outcome, pick }) => <DicePicker count={3} dice={outcome.dice} pick={(dice) => pick({ dice })} />,
  headline: (result) => `${result.points[0]} · ${betName(betOf(kindOf(result)))}`,
  calls: (result) => [`total_${result.points[0]}`, kindOf(result)],
  mark: (result) => ({ text: String(result.points[0]), tone: kindOf(result) }),
};
