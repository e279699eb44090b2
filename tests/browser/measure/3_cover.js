// Over each other: targets, texts, chips and what they lie on.
/** What is drawn along in a box of its own, or stays while the page goes by, lies in a layer of its own. */
const layerOf = (element) => {
  for (const one of around(element)) {
    if (one === document.body) return null;
    if (rolls(one, "x") || rolls(one, "y") || getComputedStyle(one).position === "sticky") return one;
  }
  return null;
};
const pairs = (elements, box, what) => {
  const placed = elements.map((element) => ({ element, box: box(element), layer: layerOf(element) }));
  for (const [index, one] of placed.entries()) {
    for (const other of placed.slice(index + 1)) {
      if (one.layer !== other.layer || !crossing(one.box, other.box)) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      found.push(`${what}: ${name(one.element)} and ${name(other.element)}`);
    }
  }
};
pairs(targets.filter((one) => !one.closest(".toasts")), boxOf, "targets overlap");
const seenText = texts.filter((one) => !one.closest(".toasts"));
pairs(seenText.filter((one) => !one.closest(".road, .card")), lineBox, "texts overlap");

// A chip lies on its own area, and beside what is printed there.
for (const pile of all(".chip-pile")) {
  const area = pile.closest(".area");
  const box = pile.getBoundingClientRect();
  if (!holds(boxOf(area), box, 2)) found.push(`a chip lies over the edge: ${name(area)}`);
  for (const printed of area.querySelectorAll("text, .die-body")) {
    if (pile.contains(printed)) continue;
    if (crossing(box, printed.getBoundingClientRect(), 1)) found.push(`a chip hides what it lies on: ${name(printed)} of ${name(area)}`);
  }
}

// Pictures and words keep apart: a card on a key, a die on a sentence.
const pictures = all(".card, .die, .countdown, .phase-mark, .road").filter((one) => !one.closest("button, .tumble"));
for (const picture of pictures) {
  const box = picture.getBoundingClientRect();
  const layer = layerOf(picture);
  for (const text of seenText) {
    if (picture.contains(text) || text.closest(".tumble") || layerOf(text) !== layer) continue;
    if (crossing(box, lineBox(text))) found.push(`a picture covers words: ${name(picture)} and ${name(text)}`);
  }
  for (const target of targets) {
    if (target.contains(picture) || target.closest(".toasts") || layerOf(target) !== layer) continue;
    if (crossing(box, boxOf(target))) found.push(`a picture covers a key: ${name(picture)} and ${name(target)}`);
  }
  for (const other of pictures) if (other !== picture && layerOf(other) === layer && crossing(box, other.getBoundingClientRect(), 3)) found.push(`pictures overlap: ${name(picture)} and ${name(other)}`);
}

// A finger meets the target itself and nothing that lies over it.
const restore = [...document.querySelectorAll("body, body *")].filter((one) => one.scrollTop || one.scrollLeft).map((one) => [one, one.scrollTop, one.scrollLeft]);
for (const target of targets) {
  if (target.closest(".toasts")) continue;
  const part = touched(target);
  part.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { left, right, top, bottom } = part.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (!hit || !(target.contains(hit) || hit.contains(target) || hit.closest("label")?.contains(target))) {
    found.push(`out of reach: ${name(target)}${hit ? ` under ${name(hit)}` : ""}`);
  }
}
for (const one of document.querySelectorAll("body, body *")) if (one.scrollTop || one.scrollLeft) one.scrollTo({ top: 0, left: 0, behavior: "instant" });
for (const [one, top, left] of restore) one.scrollTo({ top, left, behavior: "instant" });
