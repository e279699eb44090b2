import { render } from "preact";
import "../../style/base.css";
import { begin } from "../../station";
import type { PlayerCommand } from "../../generated/feed";
import { PlayerModel } from "./model";
import { PlayerStation } from "./PlayerStation";
import { openDoor } from "../door/open";

const root = document.getElementById("station")!;
const { feed, log } = begin<PlayerCommand>(() => openDoor(root));
const model = new PlayerModel(feed, log);
render(<PlayerStation model={model} />, root);
