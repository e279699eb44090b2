// Writes assets/licences.txt: whose code and fonts they carry, and under which terms.
// Licences ask that their text goes where the work goes, and a page that is minified lost it.
import { readFileSync, readdirSync } from "node:fs";

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

function described(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!license || !file) throw new Error(`${name} comes without a licence: do not ship it`);
  const text = readFileSync(`${folder}/${file}`, "utf8").trim();
  return { title: `${name} ${version} (${license})`, text };
}

/** The packages that a bundle is made of: of every module in a script, every file beside it. */
function carried(bundle, root) {
  const files = Object.values(bundle).flatMap((part) =>
    part.type === "chunk" ? part.moduleIds : part.originalFileNames.map((file) => `${root}/${file}`),
  );
  const folders = files.map((file) => PACKAGE.exec(file)?.[0]).filter(Boolean);
  return [...new Set(folders)].map(described).sort((a, b) => (a.title < b.title ? -1 : 1));
}

export function licences() {
  let root = "";
  return {
    name: "licences",
    apply: "build",
    configResolved: (config) => void (root = config.root),
    generateBundle(_, bundle) {
      const parts = carried(bundle, root).map(({ title, text }) => `## ${title}\n\n${text}\n`);
      const source = `The pages of OpenFelt carry works of others, under these terms.\n\n${parts.join("\n\n")}`;
      this.emitFile({ type: "asset", fileName: "assets/licences.txt", source });
    },
  };
}
