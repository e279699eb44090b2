// A display hangs over a table: at its full size no figure is lower than this.  Where more is counted than there is
// room for at that size (every number of a wheel, every total of two dice, what each seat won), it is not.
const FIGURES_LEAST = 48;
const readAcross = document.querySelector("[data-game=baccarat], [data-game='sic bo']");
if (kind === "display" && readAcross && innerWidth >= 1900 && innerHeight >= 1000) {
  // Marks of a road are told by colour and place, chips and cards by their look.
  const drawnThings = ".road, .card, .chip-pile, .connection, [data-testid=language], .display-wins";
  for (const element of texts) {
    const figures = [...element.childNodes].some((node) => node.nodeType === 3 && /[0-9]/.test(node.data));
    if (figures && !element.closest(drawnThings) && pixels(element) < FIGURES_LEAST - 1) {
      found.push(`figure of ${pixels(element).toFixed(0)} px on a display: ${name(element)}`);
    }
  }
}
