import type { Problem } from "../http";
import { say } from "./say";

/** Why a form was not taken, how often one may still try, and how long one has to wait. */
export function troubleText(problem: Problem): string {
  const text = say(`error.${problem.error}`);
  const left = problem.tries_left ?? -1;
  if (problem.wait_s) return `${text} ${say("door.wait", { n: problem.wait_s })}`;
  return left > 0 ? `${text} ${say("door.tries", { n: left })}` : text;
}
