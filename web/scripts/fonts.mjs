// Writes src/generated/fonts.css, and beside it a sheet for each Chinese catalogue with those slices of its font that
// hold a character of it.  A whole font is some hundred files; we need a few dozen, and a page those of one language.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);
const packageOf = (name) => here(`../node_modules/@fontsource-variable/${name}/`);

const characters = (file) => new Set([...readFileSync(here(`../src/text/${file}`), "utf8")].filter((c) => c > "\u2e7f"));

function facesOf(name, file) {
  const css = readFileSync(new URL(file, packageOf(name)), "utf8");
  return css.match(/@font-face \{[^}]*\}/g) ?? [];
}

function covers(face, wanted) {
  const ranges = /unicode-range: ([^;]+);/.exec(face)?.[1] ?? "";
  return ranges.split(",").some((range) => {
    const [first, last = first] = range.trim().slice(2).split("-").map((hex) => parseInt(hex, 16));
    for (const character of wanted) {
      const point = character.codePointAt(0);
      if (first <= point && point <= last) return true;
    }
    return false;
  });
}

function chinese(name, file) {
  const wanted = characters(file);
  return facesOf(name, "wght.css").filter((face) => covers(face, wanted)).map((face) => packaged(name, face));
}

const latin = (face) => /unicode-range: U\+0000-00FF/i.test(face);
const packaged = (name, face) =>
  face.replaceAll("url(./files/", `url(@fontsource-variable/${name}/files/`);

// Playfair Display has no figures of one width: those of headings are Inter's, out of the same file.
const figures = (face) =>
  face.replace("Inter Variable", "OpenFelt Figures").replace(/unicode-range: [^;]+;/, "unicode-range: U+0030-0039;");

const faces = [
  ...facesOf("inter", "wght.css").filter(latin).map((face) => figures(packaged("inter", face))),
  ...facesOf("inter", "wght.css").filter(latin).map((face) => packaged("inter", face)),
  ...facesOf("playfair-display", "wght.css").filter(latin).map((face) => packaged("playfair-display", face)),
];
const write = (name, sheet) => writeFileSync(here(`../src/generated/${name}.css`), `${sheet.join("\n\n")}\n`);
mkdirSync(here("../src/generated/"), { recursive: true });
// Every page offers the other languages by their own names.
write("fonts", [...faces, ...chinese("noto-sans-sc", "languages.ts")]);
write("fonts-zh", chinese("noto-sans-sc", "zh.json"));
write("fonts-zh-Hant", chinese("noto-sans-tc", "zh-Hant.json"));
