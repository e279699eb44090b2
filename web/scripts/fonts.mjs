// Writes src/generated/fonts.css: the packaged fonts, and of the Chinese one only the slices that
// hold a character of our catalogue.  The whole font is some hundred files; we need a few dozen.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);
const packageOf = (name) => here(`../node_modules/@fontsource-variable/${name}/`);

const wanted = new Set([...readFileSync(here("../src/text/zh.json"), "utf8")].filter((c) => c > "\u2e7f"));

function facesOf(name, file) {
  const css = readFileSync(new URL(file, packageOf(name)), "utf8");
  return css.match(/@font-face \{[^}]*\}/g) ?? [];
}

function covers(face) {
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
  ...facesOf("noto-sans-sc", "wght.css").filter(covers).map((face) => packaged("noto-sans-sc", face)),
];
mkdirSync(here("../src/generated/"), { recursive: true });
writeFileSync(here("../src/generated/fonts.css"), `${faces.join("\n\n")}\n`);
