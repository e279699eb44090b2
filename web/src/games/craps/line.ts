import { say, type TextKey } from "../../text/say";
import type { Roll } from "./rolls";

/** What a roll did to the line, in a word or two; nothing where it only went by. */
export function lineText({ line }: Pick<Roll, "line">): string {
  return line === "" ? "" : say(`craps.line.${line}` as TextKey);
}
