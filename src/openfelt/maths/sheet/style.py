"""How the document looks, on a screen of any width and on A4, and its little script."""

from typing import Final

_BASE: Final = """
:root { --ink: #1a1f1c; --quiet: #545d57; --line: #d5dad6; --paper: #fff; --ground: #f3f5f2;
  --felt: #14523c; --felt-dark: #0d3427; --tint: #e9f1ec; --brass: #7a5c12;
  --win: #14613b; --push: #6b5200; --lose: #9a2020; --banker: #8c2f2b; --player: #27508c; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans",
    sans-serif; font-variant-numeric: tabular-nums lining-nums; }
main { max-width: 1180px; margin: 0 auto; padding: 0 24px 48px; }
footer { text-align: center; color: var(--quiet); padding: 0 24px 32px; font-size: 13px; }
h1, h2, h3 { line-height: 1.2; margin: 0; }
a { color: var(--felt); text-underline-offset: 2px; }
a:focus-visible, summary:focus-visible, input:focus-visible {
  outline: 3px solid #b8860b; outline-offset: 2px; }
code, .exact { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono",
  monospace; font-size: .87em; }
.exact, .hash { overflow-wrap: anywhere; }
dl, dd, figure { margin: 0; }
dt { color: var(--quiet); }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; }
caption { text-align: left; color: var(--quiet); font-size: 13px; padding: 0 0 6px; }
section, nav { background: var(--paper); border: 1px solid var(--line); border-radius: 10px;
  padding: 24px 28px; margin-top: 20px; scroll-margin-top: 8px; }
section > h2, nav > h2 { font-size: 21px; margin-bottom: 14px; }
"""

_COVER: Final = """
.cover { display: grid; grid-template-columns: auto 1fr auto; gap: 24px; align-items: center;
  background: var(--felt-dark); color: #fff; border-radius: 0 0 14px 14px;
  padding: 40px 36px 36px; }
.cover h1 { font-size: 42px; letter-spacing: -.02em; }
.maker { margin: 0 0 4px; font-weight: 600; letter-spacing: .06em; color: #d9c48a; }
.sub { margin: 8px 0 0; color: #dfe9e3; }
.emblem { width: 88px; height: 88px; }
.rim { fill: #d9c48a; } .edge { fill: none; stroke: #0d3427; stroke-width: 7;
  stroke-dasharray: 12.8 12.8; } .ring { fill: #0d3427; } .pip { fill: #fff; }
.tally { list-style: none; display: grid; grid-template-columns: auto auto; gap: 10px 28px;
  margin: 0; padding: 0; font-size: 13px; line-height: 1.25; color: #dfe9e3; }
.tally li::first-line { font-size: 21px; font-weight: 600; color: #fff; }
.terms { display: grid; grid-template-columns: 1fr 1fr; gap: 16px 36px; }
.terms dt { font-weight: 600; color: var(--ink); } .terms dd { color: #333b36; }
.plain th, .plain td { padding: 7px 14px 7px 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
.plain thead th { font-size: 13px; color: var(--quiet); border-bottom: 2px solid var(--felt); }
.books { margin-bottom: 14px; } .books td:nth-child(5) { white-space: nowrap; }
.books .hash { font-size: 12px; display: block; width: 32.5ch; line-height: 1.4; }
nav ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 7px; }
nav li { display: grid; grid-template-columns: 290px 1fr; gap: 4px 16px; }
nav .to { font-weight: 600; } nav .keys { font-size: 13.5px; display: grid;
  gap: 2px 12px; grid-template-columns: repeat(8, max-content); }
.search { margin: 20px 0 0; padding: 14px 16px; background: var(--tint); border-radius: 8px;
  display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
.search[hidden] { display: none; }
.search input { font: inherit; padding: 6px 10px; border: 1px solid #78837c; border-radius: 6px;
  flex: 1 1 200px; min-width: 0; background: #fff; color: inherit; }
"""

_SHEET: Final = """
.variant { padding-top: 0; }
.variant > h2 { position: sticky; top: 0; z-index: 2; background: var(--paper); margin: 0 -28px;
  padding: 14px 28px 12px; border-bottom: 2px solid var(--felt); display: flex; flex-wrap: wrap;
  gap: 2px 12px; align-items: baseline; border-radius: 10px 10px 0 0; }
.variant > h2 code { color: var(--brass); font-size: 15px; }
.variant > h2 .up { margin-left: auto; font-size: 13px; font-weight: 400; }
.about { color: var(--quiet); margin: 12px 0 0; }
.sheet { margin-top: 22px; scroll-margin-top: 64px; }
.sheet h3 { font-size: 18px; } .sheet h3 span { font-weight: 400; color: var(--quiet); }
.sheet h3 span::before { content: " · "; }
details.sheet { margin-top: 10px; border: 1px solid var(--line); border-radius: 8px; }
details.sheet[open] { padding: 0 16px 16px; }
details.sheet > summary { cursor: pointer; padding: 9px 14px; border-radius: 8px; }
details.sheet[open] > summary { margin: 0 -16px; }
details.sheet > summary:hover { background: var(--tint); }
summary h3 { display: inline; }
.pictures { display: grid; grid-template-columns: 1fr 1fr; gap: 20px 40px; margin: 14px 0 22px; }
.pictures > div { display: grid; gap: 22px; align-content: start; min-width: 0; }
.facts { display: grid; gap: 3px; }
.facts div { display: grid; grid-template-columns: 128px 1fr; gap: 12px; }
figcaption { font-size: 14px; margin-bottom: 10px; color: var(--quiet); }
figcaption b { color: var(--ink); }
svg[role] { display: block; width: 100%; max-width: 500px; height: auto; overflow: visible;
  font-size: 12.5px; }
svg text { fill: var(--ink); }
.end { text-anchor: end; } .mid { text-anchor: middle; } .strong { font-weight: 600; }
.small { font-size: 10.5px; } .num { font-variant-numeric: tabular-nums; }
.bar { fill: var(--felt); } .axis { stroke: #5c665f; stroke-width: 1.2; }
.grid { stroke: var(--line); stroke-width: 1; }
.banker { fill: var(--banker); } .player { fill: #fff; stroke: var(--player); stroke-width: 2; }
.tie { fill: #8d9790; }
.curve, .exactly, .funnel { fill: none; stroke: var(--felt); stroke-width: 1.8; }
.exactly { stroke: var(--banker); stroke-width: 1.2; }
.funnel { stroke: #8d9790; stroke-width: 1; stroke-dasharray: 4 3; }
rect.red { fill: #a3201d; } rect.black { fill: #1c1f1d; } rect.zero { fill: #14613b; }
svg .on-red, svg .on-black, svg .on-zero { fill: #fff; }
.data { margin-top: 8px; font-size: 13px; } .data summary { cursor: pointer; color: var(--felt); }
.data td { text-align: right; } .data th:not(:first-child) { text-align: right; }
.grid td a { text-decoration: none; white-space: nowrap; } .grid td a:hover { text-decoration:
  underline; }
.grid td span { color: var(--quiet); display: inline-block; min-width: 58px; }
table.grid { margin: 16px 0; }
"""

_LINES: Final = """
.lines { table-layout: fixed; }
.lines thead th { position: sticky; top: 53px; z-index: 1; background: #fff; font-size: 13px;
  color: var(--quiet); padding: 6px 8px; box-shadow: inset 0 -1px var(--line);
  vertical-align: bottom; }
.lines thead th:nth-child(1) { width: 88px; } .lines thead th:nth-child(3) { width: 120px; }
.lines thead th:nth-child(4) { width: 30%; } .lines thead th:nth-child(5) { width: 150px; }
.lines td, .lines tbody th { padding: 4px 8px; vertical-align: baseline; }
.lines .n { text-align: right; }
.lines .bet th { background: var(--tint); border-top: 2px solid var(--felt); padding: 7px 8px;
  font-weight: 400; }
.bet strong { font-size: 16px; margin-right: 12px; }
.codes { font-size: 14px; color: var(--quiet); } .codes code { color: var(--brass);
  margin-right: 5px; display: inline-block; }
.note { display: block; font-size: 13px; color: var(--quiet); }
th.win { color: var(--win); } th.push { color: var(--push); } th.lose { color: var(--lose); }
cite { font-style: normal; color: var(--quiet); font-size: 13px; margin-left: 6px; }
.lines i { color: var(--quiet); } .quiet { color: var(--quiet); }
.lines .sum td { padding: 6px 8px 18px; }
.figures { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 6px 20px;
  border-top: 1px solid var(--line); padding-top: 7px; }
.figures dt { font-size: 12.5px; } .figures dd { line-height: 1.35; }
.figures .wide { grid-column: span 2; }
.figures .exact { color: var(--quiet); display: block; }
[hidden] { display: none !important; }
"""

_NARROW: Final = """
@media screen and (max-width: 1160px) { nav .keys { grid-template-columns: repeat(4, max-content); }
  .figures { grid-template-columns: repeat(4, minmax(0, 1fr)); } }
@media screen and (max-width: 820px) {
  main { padding: 0 10px 32px; } section, nav { padding: 18px 14px; border-radius: 8px; }
  .cover { grid-template-columns: auto 1fr; padding: 26px 18px; gap: 16px; }
  .cover h1 { font-size: 32px; } .emblem { width: 60px; height: 60px; }
  .tally { grid-column: 1 / -1; grid-template-columns: repeat(4, auto); gap: 8px; }
  .terms, .pictures { grid-template-columns: minmax(0, 1fr); }
  nav li { grid-template-columns: 1fr; margin-bottom: 6px; }
  nav .keys { display: flex; flex-wrap: wrap; gap: 6px 16px; }
  .variant { padding-top: 0; }
  .variant > h2 { margin: 0 -14px; padding: 11px 14px 9px; font-size: 17px; }
  .variant > h2 code { font-size: 13px; }
  .books, .books tbody, .books tr, .books td, .books th { display: block; }
  .books thead, .lines thead { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  .books tr { border-bottom: 1px solid var(--line); padding: 8px 0; }
  .books th, .books td { border: 0; padding: 1px 0; }
  .books td::before { content: attr(data-label) ": "; color: var(--quiet); }
  .lines, .lines tbody, .lines tr, .lines .bet th, .lines .sum td { display: block; }
  .lines tbody tr { display: grid; grid-template-columns: 74px 1fr; padding: 5px 0;
    border-bottom: 1px solid var(--line); }
  .lines tbody .bet, .lines tbody .sum { display: block; padding: 0; border: 0; }
  .lines tbody tr > th { grid-row: 1 / span 4; }
  .lines td, .lines tbody th { padding: 1px 6px; } .lines .bet th { padding: 7px 8px; }
  .lines td.n { text-align: left; display: grid; grid-template-columns: 64px minmax(0, 1fr); }
  .lines td.n::before { content: attr(data-label); color: var(--quiet); font-size: 13px; }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 6px 12px; border: 0; }
  .lines caption, .books caption { display: block; }
  .facts div { grid-template-columns: 104px 1fr; }
  .sheet { scroll-margin-top: 52px; }
  details.sheet[open] { padding: 0 10px 10px; } details.sheet[open] > summary { margin: 0 -10px; }
  table.grid { font-size: 12.5px; } .grid td span { display: none; }
  .plain.grid th, .plain.grid td { padding-right: 6px; }
}
"""

_PRINT: Final = """
@page { size: A4; margin: 12mm 14mm 15mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #444; }
  @bottom-left { content: "OpenFelt PAR sheets"; font: 8pt sans-serif; color: #444; } }
@media print {
  body { background: #fff; color: #000; font-size: 8pt; line-height: 1.25; }
  main { max-width: none; padding: 0; }
  section, nav { border: 0; padding: 0; margin-top: 7mm; border-radius: 0; }
  .cover { background: none; color: #000; border-bottom: 1.2pt solid #000; border-radius: 0;
    padding: 0 0 6mm; }
  .cover .maker, .cover .sub, .tally, .tally li::first-line { color: #000; }
  .rim, .ring { fill: #fff; stroke: #000; } .edge { stroke: #000; } .pip { fill: #000; }
  section > h2, nav > h2 { font-size: 14pt; break-after: avoid; }
  .search, .up, footer { display: none !important; } a { color: inherit; text-decoration: none; }
  .variant { break-before: page; margin-top: 0; }
  .variant > h2, .lines thead th { position: static; }
  .variant > h2 { margin: 0; padding: 0 0 2mm; }
  .sheet + .sheet { break-before: page; } .grid + .sheet { break-before: page; }
  .sheet h3 { font-size: 12pt; break-after: avoid; }
  details.sheet, details.sheet[open] { border: 0; padding: 0; margin-top: 4mm; }
  details.sheet > summary, details.sheet[open] > summary { list-style: none; padding: 0;
    margin: 0; }
  details::details-content { content-visibility: visible; height: auto; }
  details.data { display: none; }
  .pictures { grid-template-columns: 1fr 1fr; gap: 4mm 8mm; margin: 2mm 0; }
  .lines caption { display: none; }
  nav li { grid-template-columns: 60mm 1fr; } nav .keys { font-size: 8.5pt;
    grid-template-columns: repeat(4, max-content); }
  svg[role] { max-width: 72mm; font-size: 12px; }
  .pictures > div { gap: 3mm; } .facts div { grid-template-columns: 26mm 1fr; gap: 2mm; }
  .terms { grid-template-columns: 1fr 1fr; gap: 3mm 8mm; }
  .terms > div, figure, .plain tr { break-inside: avoid; }
  .lines tbody { break-inside: avoid; } .lines thead { display: table-header-group; }
  .lines thead th, caption, cite, .note, figcaption { font-size: 7.5pt; }
  .cover h1 { font-size: 26pt; } .emblem { width: 18mm; height: 18mm; }
  .tally { font-size: 8pt; } .tally li::first-line { font-size: 13pt; }
  figcaption { margin-bottom: 1.5mm; } .plain th, .plain td { padding: 1.2mm 3mm 1.2mm 0; }
  .plain thead th { font-size: 8pt; } .maker, .sub { margin: 0; }
  .lines thead th:nth-child(1) { width: 16mm; } .lines thead th:nth-child(3) { width: 20mm; }
  .lines thead th:nth-child(4) { width: 58mm; } .lines thead th:nth-child(5) { width: 31mm; }
  .lines thead th { padding: 2px 4px; }
  .lines td, .lines tbody th { padding: 0 4px; } .lines .bet th { padding: 2px 4px; }
  .lines .sum td { padding: 1px 4px 6px; } .figures { gap: 2px 4mm; padding-top: 3px; }
  .bet strong { font-size: 10pt; } .codes { font-size: 8.5pt; } .figures dt { font-size: 8pt; }
  .exact, code { font-size: 7.2pt; } .books .hash { font-size: 7pt; }
  .variant > h2 code, .about { font-size: 9pt; } .about { margin-top: 1.5mm; }
  .bar, .banker, .player, .tie, rect, .lines .bet th {
    print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""

STYLE: Final = _BASE + _COVER + _SHEET + _LINES + _NARROW + _PRINT

SCRIPT: Final = """
const box = document.querySelector(".search"), find = document.getElementById("find");
const told = box.querySelector("output"), bodies = [...document.querySelectorAll("[data-bets]")];
const sheets = [...document.querySelectorAll(".sheet")];
box.hidden = false;
find.addEventListener("input", () => {
  const asked = find.value.trim().toLowerCase();
  let families = 0;
  for (const body of bodies) {
    body.hidden = !body.dataset.bets.includes(asked);
    families += !body.hidden;
  }
  for (const sheet of sheets) {
    sheet.hidden = !sheet.querySelector("[data-bets]:not([hidden])");
    sheet.querySelector(".pictures").hidden = asked !== "";
  }
  for (const part of document.querySelectorAll(".variant")) {
    part.hidden = !part.querySelector(".sheet:not([hidden])");
  }
  told.textContent = asked === "" ? "" : "Groups of bets found: " + families;
});
const unfold = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target && target.tagName === "DETAILS") target.open = true;
};
addEventListener("hashchange", unfold);
unfold();
addEventListener("beforeprint", () => {
  for (const sheet of document.querySelectorAll("details.sheet")) sheet.open = true;
});
"""
