import "../../style/base.css";
import { language, speak } from "../../text/say";
import { showDoor } from "./Door";

speak(language.value);
showDoor(document.getElementById("station")!);
