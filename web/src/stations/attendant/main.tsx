import { render } from "preact";
import type { AttendantCommand } from "../../generated/feed";
import { begin } from "../../station";
import "../../style/base.css";
import { AttendantStation } from "./AttendantStation";
import { AttendantModel } from "./model";

const { feed, log } = begin<AttendantCommand>();
render(<AttendantStation model={new AttendantModel(feed, log)} />, document.getElementById("station")!);
