import { render } from "preact";
import type { KioskCommand } from "../../generated/feed";
import { begin } from "../../station";
import "../../style/base.css";
import { KioskStation } from "./KioskStation";

const { feed } = begin<KioskCommand>();
render(<KioskStation feed={feed} />, document.getElementById("station")!);
