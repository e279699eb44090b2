import { render } from "preact";
import { sayPlainly } from "../../components/toasting";
import type { PlayerCommand } from "../../generated/feed";
import { begin } from "../../station";
import "../../style/base.css";
import { PlayerModel } from "./model";
import { PlayerStation } from "./PlayerStation";

sayPlainly();
const { feed, log } = begin<PlayerCommand>();
render(<PlayerStation model={new PlayerModel(feed, log)} />, document.getElementById("station")!);
