import { dress } from "../../station";
import "../../style/base.css";
import { showDoor } from "./Door";

dress();
showDoor(document.getElementById("station")!);
