// Clipped or out of reach: by the screen, by a box that hides what does not fit, by its own key.
const rolls = (box, axis) => {
  const style = getComputedStyle(box);
  const [way, has, shows] = axis === "x" ? [style.overflowX, box.scrollWidth, box.clientWidth] : [style.overflowY, box.scrollHeight, box.clientHeight];
  return /auto|scroll/.test(way) && has > shows;
};
const hides = (box, axis) => {
  const style = getComputedStyle(box);
  return (axis === "x" ? style.overflowX : style.overflowY) !== "visible";
};
const AXES = { x: ["left", "right", innerWidth], y: ["top", "bottom", innerHeight] };
/** The box that cuts it off for good along an axis; what can be drawn into sight is not cut off, if its box is seen. */
const cutBy = (element, box, axis) => {
  const [low, high, screen] = AXES[axis];
  let edge = { [low]: box[low], [high]: box[high] };
  for (const one of around(element)) {
    if (one === document.documentElement) break;
    if (one === document.body) {
      // The page itself goes by where it may.
      if (rolls(document.documentElement, axis) || (rolls(one, axis) || (/auto|scroll/.test(getComputedStyle(one).overflowY) && axis === "y"))) return null;
      break;
    }
    if (hides(one, axis)) {
      const seen = one.getBoundingClientRect();
      if (rolls(one, axis)) edge = { [low]: Math.max(edge[low], seen[low]), [high]: Math.min(Math.max(edge[high], seen[low] + 1), seen[high]) };
      else if (edge[low] < seen[low] - 1 || edge[high] > seen[high] + 1) return one;
    }
    // What lies over the page is cut off by the screen alone.
    if (getComputedStyle(one).position === "fixed") break;
  }
  return edge[low] < -1 || edge[high] > screen + 1 ? document.documentElement : null;
};
for (const [element, box] of [...texts.map((one) => [one, lineBox(one)]), ...targets.map((one) => [one, boxOf(one)])]) {
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

// A box that is drawn along has to show enough of itself to be drawn.
for (const box of all("body *")) {
  if (!rolls(box, "y") || box.matches("select, input")) continue;
  const rows = [...texts, ...targets].filter((one) => box.contains(one));
  if (rows.length && box.clientHeight < 56) found.push(`drawn along in ${box.clientHeight} px: ${name(box)}`);
}
