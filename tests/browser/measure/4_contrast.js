// Contrast against every colour that may lie behind a text (WCAG AA).
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const rgba = once((colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
});
const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const light = ([r, g, b]) => {
  const part = [r, g, b].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
};
const contrast = (a, b) => {
  const [dark, bright] = [light(a), light(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
};
const COLOUR = /(?:rgba?|color|oklch|oklab|lab|lch|hsla?)\([^()]*\)/g;
const painted = once((element) => {
  const style = styleOf(element);
  const gradient = style.backgroundImage.match(COLOUR);
  return (gradient ?? [style.backgroundColor]).map(rgba);
});
// The shapes a drawing has under a text: those of the same area or bead that lie below its middle.
const shapesOf = once((drawing) => [...drawing.querySelectorAll("rect, circle, path")].filter((shape) => styleOf(shape).fill !== "none"));
const shapes = (element) => {
  if (!element.ownerSVGElement) return [];
  const box = rectOf(element);
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return shapesOf(element.ownerSVGElement).filter((shape) => {
    const edge = rectOf(shape);
    const under = edge.left <= x && x <= edge.right && edge.top <= y && y <= edge.bottom;
    return under && shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
  });
};
const behind = (element) => {
  const layers = shapes(element).reverse().map((shape) => [rgba(styleOf(shape).fill)]);
  for (let one = element; one; one = one.parentElement) layers.push(painted(one));
  let colours = [[0, 0, 0, 1]];
  const solid = layers.findIndex((layer) => layer.every((colour) => colour[3] === 1));
  for (const layer of layers.slice(0, solid < 0 ? undefined : solid + 1).reverse()) {
    colours = layer.flatMap((top) => colours.map((below) => over(top, below)));
  }
  return colours;
};
const faded = once((element) => Number(styleOf(element).opacity) * (element.parentElement ? faded(element.parentElement) : 1));
for (const element of texts) {
  // What cannot be used now may be faint (WCAG 1.4.3).
  if (element.closest(":disabled")) continue;
  const style = styleOf(element);
  const [r, g, b, a] = rgba(element.ownerSVGElement ? style.fill : style.color);
  const ink = [r, g, b, a * faded(element)];
  const size = pixels(element);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const worst = Math.min(...behind(element).map((ground) => contrast(over(ink, ground), ground)));
  if (worst < (large ? 3 : 4.5)) found.push(`contrast ${worst.toFixed(2)}: ${name(element)}`);
}
