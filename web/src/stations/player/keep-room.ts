/** On a telephone a strip stays at the top: what else stays there has to know how high it is. */
export function keepRoom(strip: HTMLElement | null): (() => void) | undefined {
  if (!strip) return undefined;
  const screen = strip.parentElement!;
  const observer = new ResizeObserver(() => screen.style.setProperty("--news-height", `${strip.offsetHeight}px`));
  observer.observe(strip);
  return () => observer.disconnect();
}
