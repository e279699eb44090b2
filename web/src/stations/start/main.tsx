import { render } from "preact";
import { dress } from "../../station";
import "../../style/base.css";
import { StartPage } from "./StartPage";

dress();
render(<StartPage />, document.getElementById("station")!);
