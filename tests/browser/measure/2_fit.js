// Clipped or out of reach: by the screen, by a box that hides what does not fit, by its own key.
const rollsBy = {
  x: once((box) => /auto|scroll/.test(styleOf(box).overflowX) && box.scrollWidth > box.clientWidth),
  y: once((box) => /auto|scroll/.test(styleOf(box).overflowY) && box.scrollHeight > box.clientHeight),
};
const rolls = (box, axis) => rollsBy[axis](box);
const hides = (box, axis) => {
  const style = styleOf(box);
  return (axis === "x" ? style.overflowX : style.overflowY) !== "visible";
};
const beganAt = (axis) => [document.documentElement, document.body].reduce((sum, one) => sum + (axis === "x" ? one.scrollLeft : one.scrollTop), 0);
const AXES = { x: ["left", "right", innerWidth], y: ["top", "bottom", innerHeight] };
/** The box that cuts it off for good along an axis; what can be drawn into sight is not cut off, if its box is seen. */
const cutBy = (element, box, axis) => {
  const [low, high, screen] = AXES[axis];
  let edge = { [low]: box[low], [high]: box[high] };
  // A box can hide its own text, too: the rest of it behind an ellipsis.
  for (const one of [element, ...around(element)]) {
    if (one === document.documentElement) break;
    if (one === document.body) {
      // The page itself goes by where it may, but never to before its beginning.
      const goes = rolls(document.documentElement, axis) || rolls(one, axis) || (/auto|scroll/.test(styleOf(one).overflowY) && axis === "y");
      if (goes) return edge[low] + beganAt(axis) < -1 ? document.documentElement : null;
      break;
    }
    if (hides(one, axis)) {
      const seen = rectOf(one);
      if (rolls(one, axis) && edge[low] + (axis === "x" ? one.scrollLeft : one.scrollTop) < seen[low] - 1) return one;
      if (rolls(one, axis)) edge = { [low]: Math.max(edge[low], seen[low]), [high]: Math.min(Math.max(edge[high], seen[low] + 1), seen[high]) };
      else if (edge[low] < seen[low] - 1 || edge[high] > seen[high] + 1) return one;
    }
    // What lies over the page is cut off by the screen alone.
    if (styleOf(one).position === "fixed") break;
  }
  return edge[low] < -1 || edge[high] > screen + 1 ? document.documentElement : null;
};
const drawn = all(".card, .die, .countdown, .phase-mark, .road, .chip-pile").filter((one) => !one.closest(".tumble-faces"));
for (const [element, box] of [...texts.map((one) => [one, lineBox(one)]), ...[...targets, ...drawn].map((one) => [one, boxOf(one)])]) {
  for (const axis of ["x", "y"]) {
    const cut = cutBy(element, box, axis);
    if (cut === document.documentElement) found.push(`off the screen: ${name(element)}`);
    else if (cut) found.push(`clipped by ${name(cut).split(">")[0]}>: ${name(element)}`);
  }
}

// What is read on a key stays on the key.
for (const target of targets) {
  if (target.closest(".area") || target.matches("input, select")) continue;
  const edge = boxOf(target);
  for (const text of texts) if (target.contains(text) && !text.closest(".toast") && !holds(edge, lineBox(text), 2)) found.push(`runs over its key: ${name(text)}`);
}

// What is printed on an area stays between its edges; only a chip on it may tell more than it is wide.
for (const text of texts) {
  const area = text.closest(".area:not(.raced, .sector)");
  if (!area || text.closest(".chip-pile")) continue;
  const [ground, printed] = [boxOf(area), rectOf(text)];
  if (printed.left < ground.left - 1 || printed.right > ground.right + 1) found.push(`runs over its area: ${name(text)} of ${name(area)}`);
}

// A box that is drawn along has to show enough of itself to be drawn.
for (const box of all("body *")) {
  if (!rolls(box, "y") || box.matches("select, input")) continue;
  const rows = [...texts, ...targets].filter((one) => box.contains(one));
  if (rows.length && /^(none|pan-x)$/.test(styleOf(box).touchAction)) found.push(`no finger draws it along: ${name(box)}`);
  // Nobody stands at a display to draw it along; on a telephone it is only looked up.
  if (rows.length && kind === "display" && innerWidth > 760) found.push(`drawn along on a display: ${name(box)}`);
  if (rows.length && box.clientHeight < 56) found.push(`drawn along in ${box.clientHeight} px: ${name(box)}`);
}

// Who plays or deals has no time to draw along: on a screen that is wider than high every key of his is in sight, but for
// those of a list.
if (/^(player|dealer)$/.test(kind) && innerWidth > Math.max(760, innerHeight) && !front) {
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const frames = [screen, ...all("main").map(rectOf)];
  for (const target of targets) {
    if ([...around(target)].some((one) => rolls(one, "y") && !one.matches("main, body, html"))) continue;
    const shown = target.closest("main") ? frames : [screen];
    if (!shown.every((box) => holds(box, boxOf(target)))) found.push(`has to be drawn into sight: ${name(target)}`);
  }
}

// A page goes by up and down, never sideways.
const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth;
if (wide > 1) found.push(`the page is ${wide} px wider than the screen`);

// What stands in a field can be read whole, or at least what it asks for.
const ruler = document.createElement("canvas").getContext("2d");
for (const field of targets) {
  if (!field.matches("select, input:not([type=checkbox], [type=radio], [type=range])")) continue;
  const style = styleOf(field);
  ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const said = field.matches("select") ? (field.selectedOptions[0]?.textContent ?? "") : field.value || field.placeholder;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  if (ruler.measureText(said).width > room + 1) found.push(`cut off in its field: ${name(field)} "${said}"`);
}
