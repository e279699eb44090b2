// Over each other: targets, texts, chips and what they lie on.
/** What is drawn along in a box of its own, or stays while the page goes by, lies in a layer of its own. */
const layerOf = once((element) => {
  for (const one of around(element)) {
    if (one === document.body) return null;
    if (rolls(one, "x") || rolls(one, "y") || styleOf(one).position === "sticky") return one;
  }
  return null;
});
const pairs = (elements, box, what) => {
  const placed = elements.map((element) => ({ element, box: box(element), layer: layerOf(element) }));
  for (const [index, one] of placed.entries()) {
    for (const other of placed.slice(index + 1)) {
      if (one.layer !== other.layer || !crossing(one.box, other.box)) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (onLine(one.element) !== onLine(other.element) || one.element.matches(".raced, .sector")) continue;
      found.push(`${what}: ${name(one.element)} and ${name(other.element)}`);
    }
  }
};
pairs(targets.filter((one) => !one.closest(".toasts")), boxOf, "targets overlap");
const seenText = texts.filter((one) => !one.closest(".toasts"));
pairs(seenText, lineBox, "texts overlap");

// A name does not run into the figure beside it, or "Dozen 1" and "0" read as ten.
const blocks = seenText.filter((one) => !one.ownerSVGElement && !one.closest(".countdown") && styleOf(one).display !== "inline");
for (const [index, one] of blocks.entries()) {
  for (const other of blocks.slice(index + 1)) {
    const [a, b] = [lineBox(one), lineBox(other)];
    const gap = Math.max(a.left, b.left) - Math.min(a.right, b.right);
    const inLine = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
    if (inLine && Math.abs(gap) < 2 && layerOf(one) === layerOf(other)) found.push(`words run together: ${name(one)} and ${name(other)}`);
  }
}

// The amounts of two chips can be told apart.
pairs(all(".chip-label"), rectOf, "amounts overlap");

// Words keep off keys that are not theirs.
for (const target of targets) {
  if (target.closest(".area, .toasts")) continue;
  for (const text of seenText) {
    if (target.contains(text) || text.contains(target) || target.closest("label")?.contains(text) || layerOf(text) !== layerOf(target)) continue;
    if (crossing(boxOf(target), lineBox(text), 1)) found.push(`words run into a key: ${name(text)} and ${name(target)}`);
  }
}

// A chip lies on its own area, and beside what is printed there.
for (const pile of all(".chip-pile")) {
  const area = pile.closest(".area");
  // A piece of another wager, and a chip on a line, lie between fields.
  if (!area || onLine(area)) continue;
  const box = rectOf(pile);
  if (!holds(boxOf(area), box, 2)) found.push(`a chip lies over the edge: ${name(area)}`);
  for (const printed of area.querySelectorAll("text, .die-body")) {
    if (pile.contains(printed)) continue;
    if (crossing(box, rectOf(printed), 1)) found.push(`a chip hides what it lies on: ${name(printed)} of ${name(area)}`);
  }
}

// Pictures and words keep apart: a card on a key, a die on a sentence.
const pictures = all(".card, .die, .countdown, .phase-mark, .road").filter((one) => !one.closest("button, .tumble"));
for (const picture of pictures) {
  const box = rectOf(picture);
  const layer = layerOf(picture);
  for (const text of seenText) {
    if (!crossing(box, lineBox(text)) || layerOf(text) !== layer) continue;
    if (!picture.contains(text) && !text.closest(".tumble")) found.push(`a picture covers words: ${name(picture)} and ${name(text)}`);
  }
  for (const target of targets) {
    if (!crossing(box, boxOf(target)) || layerOf(target) !== layer) continue;
    if (!target.contains(picture) && !target.closest(".toasts")) found.push(`a picture covers a key: ${name(picture)} and ${name(target)}`);
  }
  for (const other of pictures) if (other !== picture && layerOf(other) === layer && crossing(box, rectOf(other), 3)) found.push(`pictures overlap: ${name(picture)} and ${name(other)}`);
}

// A finger meets the target itself and nothing that lies over it.
const restore = [...document.querySelectorAll("*")].filter((one) => one.scrollTop || one.scrollLeft).map((one) => [one, one.scrollTop, one.scrollLeft]);
for (const target of targets) {
  if (target.closest(".toasts")) continue;
  const part = touched(target);
  part.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { left, top, width, height } = part.getBoundingClientRect();
  // What has bets on its edges is met in its middle, 12 px around it.
  const [wide, high] = target.closest(".roulette-cloth") ? [11.5, 11.5] : [width / 4, height / 4];
  for (const [x, y] of [[0, 0], [-1, -1], [1, -1], [-1, 1], [1, 1]]) {
    const hit = document.elementFromPoint(left + width / 2 + x * wide, top + height / 2 + y * high);
    if (hit && (target.contains(hit) || hit.contains(target) || hit.closest("label")?.contains(target))) continue;
    found.push(`out of reach: ${name(target)}${hit ? ` under ${name(hit)}` : ""}`);
    break;
  }
}
for (const one of document.querySelectorAll("*")) if (one.scrollTop || one.scrollLeft) one.scrollTo({ top: 0, left: 0, behavior: "instant" });
for (const [one, top, left] of restore) one.scrollTo({ top, left, behavior: "instant" });

// An eye meets the words themselves and nothing that lies over them.
for (const text of seenText) {
  const box = lineBox(text);
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight || styleOf(text).pointerEvents === "none") continue;
  const hit = document.elementFromPoint(x, y);
  const layer = layerOf(text);
  // Drawn along out of its box, or under what stays while the page goes by.
  if (!hit || layerOf(hit) !== layer || styleOf(hit).position === "sticky") continue;
  if (!text.contains(hit) && !hit.contains(text)) found.push(`words lie under something: ${name(text)} under ${name(hit)}`);
}

// A message lies over nothing that is decided, counted or pressed.
for (const toast of all(".toast")) {
  const box = rectOf(toast);
  for (const below of [...targets, ...pictures, ...all(".meter, .dealer-entered, .hand, .dice-stage, .demo-mark")]) {
    if (!below.closest(".toasts") && layerOf(below) === layerOf(toast) && crossing(box, boxOf(below), 1)) found.push(`a message lies over ${name(below)}`);
  }
}
