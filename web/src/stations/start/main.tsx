import { render } from "preact";
import "../../style/base.css";
import { language, speak } from "../../text/say";
import { StartPage } from "./StartPage";

speak(language.value);
render(<StartPage />, document.getElementById("station")!);
