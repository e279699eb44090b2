import { DicePicker } from "../../components/DicePicker";
import type { Game } from "../game";
import { Cloth } from "./Cloth";
import { Glance } from "./Glance";
import { lineText } from "./line";
import { OddsSign } from "./OddsSign";
import { Past } from "./Past";
import { Stage } from "./Stage";
import "./craps.css";

export const CRAPS: Game = {
  name: "craps",
  Cloth,
  Stage,
  Glance,
  Past,
  OddsSign,
  voids: ["reason.die_cocked", "reason.die_broken", "reason.device_fault", "reason.disruption", "reason.emergency"],
  Picker: ({ outcome, pick }) => <DicePicker count={2} dice={outcome.dice} pick={(dice) => pick({ dice })} />,
  headline: (result) => [result.points[0], lineText(result)].filter(Boolean).join(" · "),
  calls: (result) => [`total_${result.points[0]}`, ...(result.line ? [result.line] : [])],
  mark: (result) => ({ text: String(result.points[0]), tone: result.line }),
};
