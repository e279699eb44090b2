import { render } from "preact";
import type { DealerView } from "../../generated/feed";
import type { StaffCommand } from "../../staff/acts";
import { StaffModel } from "../../staff/model";
import { begin } from "../../station";
import "../../style/base.css";
import { DealerStation } from "./DealerStation";

const { feed, log } = begin<StaffCommand>();
const model = new StaffModel<DealerView>(feed, log, "dealer");
render(<DealerStation model={model} />, document.getElementById("station")!);
