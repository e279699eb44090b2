import { render } from "preact";
import type { PlayerCommand } from "../../generated/feed";
import { begin } from "../../station";
import "../../style/base.css";
import { PlayerModel } from "./model";
import { PlayerStation } from "./PlayerStation";

const { feed, log } = begin<PlayerCommand>();
render(<PlayerStation model={new PlayerModel(feed, log)} />, document.getElementById("station")!);
