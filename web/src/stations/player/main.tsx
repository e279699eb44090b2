import { render } from "preact";
import { sayPlainly } from "../../components/toasting";
import type { PlayerCommand } from "../../generated/feed";
import { begin } from "../../station";
import "../../style/base.css";
import { speakToGuests } from "../../text/spoken";
import { creditOnScreen } from "./MoneyBar";
import { PlayerModel } from "./model";
import { PlayerStation } from "./PlayerStation";
import { Reporter } from "./reporter";

sayPlainly();
speakToGuests();
const { feed, log } = begin<PlayerCommand>();
const model = new PlayerModel(feed, log);
render(<PlayerStation model={model} />, document.getElementById("station")!);
const reporter = new Reporter(model, creditOnScreen);
addEventListener("pagehide", () => reporter.leave());
// What the browser itself complains of brings no error with it, and is nothing that was not drawn.
addEventListener("error", ({ error }) => error instanceof Error && reporter.fail());
