import { render } from "preact";
import type { TableView } from "../../generated/feed";
import type { StaffCommand } from "../../staff/acts";
import { StaffModel } from "../../staff/model";
import { begin } from "../../station";
import "../../style/base.css";
import { TableStation } from "./TableStation";

const { feed, log } = begin<StaffCommand>();
const model = new StaffModel<TableView>(feed, log, "table");
render(<TableStation model={model} />, document.getElementById("station")!);
