import { readdirSync } from "node:fs";
import { defineConfig } from "vite";
import { licences } from "./scripts/licences.mjs";

// One page, and so one bundle, a station; what they share is split out by the bundler.
const PAGES = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".html"));

export default defineConfig({
  base: "/",
  plugins: [licences()],
  build: {
    outDir: "../src/openfelt/server/web",
    emptyOutDir: true,
    target: "es2022",
    // Everything is a file of its own: the server's content policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(PAGES.map((page) => [page.slice(0, -".html".length), page])),
    },
  },
});
