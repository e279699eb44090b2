import { render } from "preact";
import type { DisplayCommand } from "../../generated/feed";
import { begin } from "../../station";
import "../../style/base.css";
import { DisplayStation } from "./DisplayStation";

const { feed } = begin<DisplayCommand>();
render(<DisplayStation feed={feed} />, document.getElementById("station")!);
