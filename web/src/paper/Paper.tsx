import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Barcode, Sheet } from "../generated/feed";
import { LANGUAGES } from "../text/languages";
import "./paper.css";

/** White on either side, in narrow elements: a scanner that is held to the screen needs it as well. */
const QUIET = 10;
const HEIGHT = 44;
const CHINESE = /[^\u0000-\u00ff–—•…]/;

/** A piece of paper as it comes out of the printer.  Every word and every bar of it is the server's. */
export function Paper({ sheet }: { sheet: Sheet }): JSX.Element {
  // Paper says all languages of the house, whichever the page speaks.
  useEffect(() => {
    if (CHINESE.test(JSON.stringify(sheet.lines))) void LANGUAGES.zh.fonts().catch(() => undefined);
  }, [sheet]);
  return (
    <article class={`paper ${sheet.paper}`} lang={LANGUAGES[sheet.language].tag} aria-label={sheet.title} data-testid="paper">
      {sheet.lines.map((line, place) => (
        <Line line={line} key={place} />
      ))}
    </article>
  );
}

function Line({ line }: { line: Sheet["lines"][number] }): JSX.Element {
  switch (line.type) {
    case "text":
      return <p class={`paper-${line.style}`}>{line.text}</p>;
    case "heading":
      return <h3>{line.text}</h3>;
    case "row":
      return (
        <p class="paper-row">
          <span>{line.name}</span>
          <b>{line.value}</b>
        </p>
      );
    case "barcode":
      return <Bars line={line} />;
    case "signature":
      return <p class="paper-signature">{line.text}</p>;
  }
}

function Bars({ line }: { line: Barcode }): JSX.Element {
  let at = QUIET;
  const drawn = line.bars.map((width, place) => {
    const x = at;
    at += width;
    return place % 2 === 0 ? <rect x={x} y="0" width={width} height={HEIGHT} key={x} /> : null;
  });
  return (
    <p class="paper-barcode">
      <svg viewBox={`0 0 ${at + QUIET} ${HEIGHT}`} preserveAspectRatio="none" shape-rendering="crispEdges" role="img" aria-label={line.number} data-testid="barcode">
        {drawn}
      </svg>
      <span>{line.printed}</span>
    </p>
  );
}
