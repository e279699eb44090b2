import { render } from "preact";
import "../../style/base.css";
import { language, speak } from "../../text/say";
import { NowherePage } from "./NowherePage";

speak(language.value);
render(<NowherePage path={location.pathname} />, document.getElementById("station")!);
