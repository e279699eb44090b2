import { figure } from "../money";
import { refusalText, type Data } from "../text/refusal";
import { betName, known, say } from "../text/say";
import type { Row } from "./terminal-log";

/** Rows of a terminal's log in words, for whoever has to settle a dispute: what was touched, what the floor answered. */

type What = Readonly<Record<string, unknown>>;

export interface Told {
  row: Row;
  text: string;
}

/** The rows that say something to a person, as they come; a frame of the feed is for the raw lines. */
export function inWords(rows: readonly Row[]): Told[] {
  const sent = new Map(rows.filter((row) => row.kind === "sent").map((row) => [turn(row), row]));
  return rows.flatMap((row) => {
    const text = textOf(row, sent);
    return text ? [{ row, text }] : [];
  });
}

const whatOf = (row: Row): What => (typeof row.what === "object" && row.what !== null ? (row.what as What) : {});
const turn = (row: Row): string => `${row.boot} ${String(whatOf(row)["number"])}`;

function textOf(row: Row, sent: ReadonlyMap<string, Row>): string {
  const what = whatOf(row);
  switch (row.kind) {
    case "touch":
      return touched(what);
    case "ack":
      return say("log.ack", { asked: asked(sent.get(turn(row))) });
    case "refusal":
      return say("log.refusal", { asked: asked(sent.get(turn(row))), why: refusalText(String(what["code"]), what["data"] as Data) });
    case "returned":
      return say(`returned.${String(what["item"])}`, { why: refusalText(String(what["code"]), what["data"] as Data) });
    case "device":
      return say(`log.device.${String(what["device"])}`, { data: Number(what["data"]) > 0 && what["device"] === "note_acceptor" ? figure(Number(what["data"])) : "" });
    case "connection":
      return say(row.what === "lost" ? "log.lost" : "bye" in what ? "log.bye" : "log.live");
    case "page":
      return say("log.page");
    default:
      return "";
  }
}

function touched(what: What): string {
  if (typeof what["key"] === "string") return say("log.key", { key: commandText({ ...what, type: what["key"] }) });
  if (typeof what["table"] === "string") return say("log.table", { table: what["table"] });
  const bet = betName(String(what["bet"]));
  if (typeof what["chip"] === "number") return say("log.chip", { bet, amount: figure(what["chip"]) });
  if (typeof what["taken"] === "number") return say("log.taken", { bet, amount: figure(what["taken"]) });
  return what["to"] === null ? say("log.took_back", { bet }) : say("log.moved", { bet, to: betName(String(what["to"])) });
}

function asked(row: Row | undefined): string {
  return row ? commandText(whatOf(row)["command"] as What) : say("log.something");
}

/** A command by its name, with what it is about; one of staff that has no sentence keeps its own name. */
function commandText(command: What): string {
  const name = String(command["type"]);
  if (!known(`log.ask.${name}`)) return name;
  const amount = typeof command["amount"] === "number" ? figure(command["amount"]) : "";
  return say(`log.ask.${name}`, { amount, bet: betName(String(command["bet"] ?? "")), to: betName(String(command["to"] ?? "")) });
}
