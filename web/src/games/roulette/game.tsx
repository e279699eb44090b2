import { betName } from "../../text/say";
import type { Game } from "../game";
import { Cloth } from "./Cloth";
import { Glance } from "./Glance";
import { NumberKeys } from "./NumberKeys";
import { Past } from "./Past";
import { WheelStage } from "./Wheel";
import { colourOf } from "./wheel";
import "./roulette.css";

const inWords = (number: number): string => (number === 0 ? "0" : `${number} · ${betName(colourOf(number))}`);

export const ROULETTE: Game = {
  name: "roulette",
  Cloth,
  Stage: WheelStage,
  Glance,
  Past,
  Picker: ({ outcome, pick }) => <NumberKeys chosen={outcome.number < 0 ? null : outcome.number} press={(number) => pick({ number })} />,
  Entry: ({ table, closed, enter }) => (
    <NumberKeys chosen={table.entered === "" || table.phase !== "result_pending" ? null : Number(table.entered)} disabled={closed} press={(number) => enter({ type: "EnterNumber", table: table.table, number })} />
  ),
  entered: (number) => inWords(Number(number)),
  headline: ({ number }) => inWords(number),
  calls: ({ number }) => [`number_${number}`, ...(number > 0 ? [colourOf(number)] : [])],
  mark: ({ number }) => ({ text: String(number), tone: colourOf(number) }),
  voids: ["reason.ball_direction", "reason.foreign_object", "reason.ball_hangs", "reason.ball_out", "reason.interference"],
};
