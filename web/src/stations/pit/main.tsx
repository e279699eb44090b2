import { render } from "preact";
import type { PitCommand } from "../../generated/feed";
import { begin } from "../../station";
import "../../style/base.css";
import { PitModel } from "./model";
import { PitStation } from "./PitStation";

const { feed, log } = begin<PitCommand>();
render(<PitStation model={new PitModel(feed, log)} />, document.getElementById("station")!);
