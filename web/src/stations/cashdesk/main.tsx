import { render } from "preact";
import type { CashdeskCommand } from "../../generated/feed";
import { begin } from "../../station";
import "../../style/base.css";
import { CashDeskStation } from "./CashDeskStation";
import { CashDeskModel } from "./model";

const { feed, log } = begin<CashdeskCommand>();
render(<CashDeskStation model={new CashDeskModel(feed, log)} />, document.getElementById("station")!);
