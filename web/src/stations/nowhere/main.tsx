import { render } from "preact";
import { dress } from "../../station";
import "../../style/base.css";
import { NowherePage } from "./NowherePage";

dress();
render(<NowherePage path={location.pathname} />, document.getElementById("station")!);
