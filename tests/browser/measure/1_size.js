// Too small to touch, to read, or to tell a card by.
for (const element of targets) {
  const { width, height } = boxOf(element);
  if (width < 43.5 || height < 43.5) found.push(`too small to touch, ${Math.round(width)}×${Math.round(height)}: ${name(element)}`);
}

const scaleOf = (element) => {
  if (!element.ownerSVGElement) return 1;
  const { a, b } = element.getScreenCTM();
  return Math.hypot(a, b);
};
const pixels = (element) => parseFloat(getComputedStyle(element).fontSize) * scaleOf(element);
for (const element of texts) {
  if (element.closest(".card, .road")) continue; // A card and a road are looked at as a whole.
  const size = pixels(element);
  if (size < 11.9) found.push(`text of ${size.toFixed(1)} px: ${name(element)}`);
}

// A card that lies across is as wide as its shorter side.
const shorter = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height);
};
if (kind !== "display" && kind !== "door") {
  for (const card of all(".card")) if (shorter(card) < 63.5) found.push(`card of ${Math.round(shorter(card))} px: ${name(card)}`);
  for (const die of all(".dice-stage .die, .dice-stage .tumble")) {
    // A die that tumbles shows one face at a time out of a strip of them.
    if (die.closest(".tumble-faces")) continue;
    if (shorter(die) < 63.5) found.push(`die of ${Math.round(shorter(die))} px: ${name(die)}`);
  }
}

// Figures that change must not dance: all as high, all as wide.
for (const element of texts) {
  if (!/\d/.test(element.textContent)) continue;
  const figures = getComputedStyle(element).fontVariantNumeric;
  if (!figures.includes("lining-nums") || !figures.includes("tabular-nums")) found.push(`figures that dance: ${name(element)}`);
}

// Each figure of a rank stands beside the next one, not on it.
for (const rank of all(".card-rank")) {
  for (let place = 1; place < rank.getNumberOfChars(); place += 1) {
    const [before, after] = [rank.getExtentOfChar(place - 1), rank.getExtentOfChar(place)];
    if (before.x + before.width * 0.85 > after.x) found.push(`figures of a rank run together: ${name(rank)}`);
  }
}
