// What the checks share.  A check adds sentences to `found`; none means that nothing was found.
const found = [];
/** Asks once what is asked again and again: nothing on the page moves while it is measured, but for what is drawn along. */
const once = (ask) => {
  const known = new Map();
  return (of) => {
    if (!known.has(of)) known.set(of, ask(of));
    return known.get(of);
  };
};
const styleOf = once((element) => getComputedStyle(element));
const rectOf = once((element) => element.getBoundingClientRect());
const name = (element) => {
  const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
  return `<${element.tagName.toLowerCase()} ${(element.getAttribute("class") ?? "").trim()}> "${text}"`;
};
const lineBox = once((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
});
const visible = (element) => {
  // A box squeezed to nothing may still spill its text.
  const boxes = [rectOf(element), lineBox(element)];
  return boxes.some((box) => box.width > 0 && box.height > 0) && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
};
// What is hidden from ears is still seen.
const hiddenByDesign = (element) => element.closest(".visually-hidden, dialog:not([open])");
// Where something lies over the whole page, only what is in it can be used.
const front = document.querySelector("dialog[open]") ?? document.querySelector(".veil");
const inFront = (element) => !front || front.contains(element);
const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => visible(element) && !hiddenByDesign(element) && inFront(element));
const ownText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
const texts = all("body *").filter(ownText);
const TARGETS = "button, a[href], input, select, textarea, summary, [role=button], [role=radio], [role=tab], [role=option], [role=checkbox], [role=switch]";
const targets = all(TARGETS);
/** The part of a target that a finger meets: a chip on an area makes it no larger. */
const touched = (element) => element.querySelector(":scope > .area-ground") ?? (element.matches("input[type=checkbox]") ? element.closest("label") : element);
// Between the numbers of a cloth there are bets on lines: they lie over the fields, smaller than a finger, under a glass.
const onLine = (element) => element.matches(".on-line");
const boxOf = once((element) => rectOf(touched(element)));
const crossing = (a, b, slack = 2) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;
const holds = (outer, inner, slack = 1) =>
  inner.left >= outer.left - slack && inner.right <= outer.right + slack && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
const around = function* (element) {
  for (let one = element.parentElement; one; one = one.parentElement) yield one;
};
