// Measures a screen as it is drawn: what is clipped, what overlaps, what is too small to touch, what is too faint to
// read (WCAG AA).  Returns sentences; none means that nothing was found.
() => {
  const found = [];
  const name = (element) => {
    const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
    return `<${element.tagName.toLowerCase()} ${element.getAttribute("class") ?? ""}> "${text}"`;
  };
  const lineBox = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const visible = (element) => {
    // A box squeezed to nothing may still spill its text.
    const boxes = [element.getBoundingClientRect(), lineBox(element)];
    return boxes.some((box) => box.width > 0 && box.height > 0) && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  };
  const hiddenByDesign = (element) => element.closest(".visually-hidden, [aria-hidden=true], dialog:not([open])");
  const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => visible(element) && !hiddenByDesign(element));
  const ownText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const modal = document.querySelector("dialog[open]");
  const inFront = (element) => !modal || modal.contains(element);

  // Touch targets.
  const targets = all("button, a[href], input, select, [role=button], [role=radio], [role=tab]").filter(inFront);
  const sizeOf = (element) => (element.matches("input[type=checkbox]") ? element.closest("label") : element).getBoundingClientRect();
  for (const element of targets) {
    const box = sizeOf(element);
    if (box.width < 44 || box.height < 44) found.push(`too small to touch, ${Math.round(box.width)}×${Math.round(box.height)}: ${name(element)}`);
  }

  // Overlap: of targets with each other, and of texts with each other.
  const crossing = (a, b) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > 2 && high > 2;
  };
  // What is drawn along inside a box of its own, or stays while the page goes by, lies in a layer of its own.
  const layer = (element, which) => {
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      if (which.some((is) => is(getComputedStyle(around), around))) return around;
    }
    return null;
  };
  const rolls = (style, box) =>
    (/auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth) || (/auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight);
  const stays = (style) => style.position === "sticky";
  const scrolled = (element) => layer(element, [rolls]);
  const layerOf = (element) => layer(element, [rolls, stays]);
  const pairs = (elements, boxOf, what) => {
    const placed = elements.map((element) => ({ element, box: boxOf(element), layer: layerOf(element) }));
    for (const [index, one] of placed.entries()) {
      for (const other of placed.slice(index + 1)) {
        if (one.layer !== other.layer || !crossing(one.box, other.box)) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        found.push(`${what}: ${name(one.element)} and ${name(other.element)}`);
      }
    }
  };
  pairs(targets, (element) => element.getBoundingClientRect(), "targets overlap");
  // Chips lie on areas and a chip's figure on its pile: that is what they are for.
  const texts = all("body *").filter((element) => ownText(element) && inFront(element) && !element.closest(".chip-pile, .rack, .toasts"));
  pairs(texts.filter((element) => !element.closest(".road")), lineBox, "texts overlap");

  // Clipping: by the screen, and by any box that hides what does not fit.
  const pageRolls = /auto|scroll/.test(getComputedStyle(document.body).overflowY);
  const drawn = [...texts.map((element) => [element, lineBox(element)]), ...targets.map((element) => [element, sizeOf(element)])];
  for (const [element, box] of drawn) {
    if (scrolled(element)) continue;
    const offSide = box.left < -1 || box.right > innerWidth + 1;
    if (offSide || (!pageRolls && (box.top < -1 || box.bottom > innerHeight + 1))) found.push(`off the screen: ${name(element)}`);
    for (let around = element.parentElement; around && !(pageRolls && around === document.body); around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const edge = around.getBoundingClientRect();
      if (box.right > edge.right + 1 || box.bottom > edge.bottom + 1 || box.left < edge.left - 1 || box.top < edge.top - 1) {
        found.push(`clipped by ${name(around).split(">")[0]}>: ${name(element)}`);
      }
    }
  }

  // Contrast against every colour that may lie behind the text.
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
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
  const painted = (element) => {
    const style = getComputedStyle(element);
    const gradient = style.backgroundImage.match(COLOUR);
    return (gradient ?? [style.backgroundColor]).map(rgba);
  };
  // The shapes a drawing has under a text: those of the same area or bead that lie below its middle.
  const shapes = (element) => {
    if (!element.ownerSVGElement) return [];
    const box = element.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return [...element.ownerSVGElement.querySelectorAll("rect, circle, path")].filter((shape) => {
      const edge = shape.getBoundingClientRect();
      const before = shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
      return before && getComputedStyle(shape).fill !== "none" && edge.left <= x && x <= edge.right && edge.top <= y && y <= edge.bottom;
    });
  };
  const behind = (element) => {
    const layers = shapes(element).reverse().map((shape) => [rgba(getComputedStyle(shape).fill)]);
    for (let around = element; around; around = around.parentElement) layers.push(painted(around));
    let colours = [[0, 0, 0, 1]];
    const solid = layers.findIndex((layer) => layer.every((colour) => colour[3] === 1));
    for (const layer of layers.slice(0, solid < 0 ? undefined : solid + 1).reverse()) {
      colours = layer.flatMap((top) => colours.map((below) => over(top, below)));
    }
    return colours;
  };
  for (const element of texts) {
    // What cannot be used now may be faint (WCAG 1.4.3); it still says why when touched.
    if (element.closest(":disabled, [aria-disabled=true]") && !element.closest(".area")) continue;
    const style = getComputedStyle(element);
    const ink = rgba(element.ownerSVGElement ? style.fill : style.color);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const worst = Math.min(...behind(element).map((ground) => contrast(over(ink, ground), ground)));
    if (worst < (large ? 3 : 4.5)) found.push(`contrast ${worst.toFixed(2)}: ${name(element)}`);
  }
  return [...new Set(found)];
}
