// Too small to touch, to read, or to tell a card by.
for (const element of targets) {
  const { width, height } = boxOf(element);
  const least = element.matches(".on-line, .raced") ? 23.9 : 43.9;
  if (width < least || height < least) found.push(`too small to touch, ${Math.round(width)}×${Math.round(height)}: ${name(element)}`);
}

// What is squeezed to nothing is no longer there to be too small.
for (const element of document.querySelectorAll(TARGETS)) {
  if (!element.checkVisibility() || hiddenByDesign(element) || !inFront(element)) continue;
  const { width, height } = boxOf(element);
  if (width < 1 || height < 1) found.push(`squeezed to nothing: ${name(element)}`);
}

const scaleOf = (element) => {
  if (!element.ownerSVGElement) return element.offsetHeight ? Math.min(1, rectOf(element).height / element.offsetHeight) : 1;
  const { a, b } = element.getScreenCTM();
  return Math.hypot(a, b);
};
const pixels = (element) => parseFloat(styleOf(element).fontSize) * scaleOf(element);
for (const element of texts) {
  const size = pixels(element);
  if (size < 11.9) found.push(`text of ${size.toFixed(1)} px: ${name(element)}`);
}

// A card that lies across is as wide as its shorter side.
const shorter = (element) => {
  const { width, height } = rectOf(element);
  return Math.min(width, height);
};
const OUTCOME = ".hand .card, .dice-stage .dice:not(.tumbling) > .die, .dice-stage .tumble";
for (const one of document.querySelectorAll(OUTCOME)) if (inFront(one) && !visible(one)) found.push(`what decides the round is not seen: ${name(one)}`);
if (kind !== "display" && kind !== "door") {
  for (const card of all(".card")) if (shorter(card) < 63.5) found.push(`card of ${Math.round(shorter(card))} px: ${name(card)}`);
  for (const die of all(".dice-stage .die, .dice-stage .tumble")) {
    // A die that tumbles shows one face at a time out of a strip of them.
    if (die.closest(".tumble-faces")) continue;
    if (shorter(die) < 63.5) found.push(`die of ${Math.round(shorter(die))} px: ${name(die)}`);
  }
}

// What is printed on an area can be told there, too.
for (const die of all(".area .die-body")) if (shorter(die) < 12) found.push(`printed die of ${shorter(die).toFixed(1)} px: ${name(die.closest(".area"))}`);

// Figures that change must not dance: all as high, all as wide, by the font itself and not by what is asked of it.
const still = new Map();
const probe = document.body.appendChild(document.createElement("span"));
probe.style.cssText = "position:absolute;visibility:hidden;white-space:pre;left:0;top:0";
const standStill = (element) => {
  const style = styleOf(element);
  const font = ["fontFamily", "fontWeight", "fontStyle", "fontVariantNumeric", "fontFeatureSettings"];
  const key = font.map((one) => style[one]).join();
  if (!still.has(key)) {
    for (const one of font) probe.style[one] = style[one];
    probe.style.fontSize = "100px";
    const widths = [..."0123456789"].map((digit) => {
      probe.textContent = digit.repeat(10);
      return probe.getBoundingClientRect().width;
    });
    still.set(key, Math.max(...widths) - Math.min(...widths) < 10);
  }
  return still.get(key);
};
for (const element of texts) {
  if (!/\d/.test(element.textContent)) continue;
  const figures = styleOf(element).fontVariantNumeric;
  if (!figures.includes("lining-nums") || !figures.includes("tabular-nums") || !standStill(element)) found.push(`figures that dance: ${name(element)}`);
}

// Each figure of a rank stands beside the next one, not on it.
for (const rank of all(".card-rank")) {
  for (let place = 1; place < rank.getNumberOfChars(); place += 1) {
    const [before, after] = [rank.getExtentOfChar(place - 1), rank.getExtentOfChar(place)];
    if (before.x + before.width * 0.85 > after.x) found.push(`figures of a rank run together: ${name(rank)}`);
  }
}
probe.remove();
