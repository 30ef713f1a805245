import { resolve } from "node:path";
import type { Plugin } from "vite";

/** Vite's own loader of a late part's files. */
const preloadHelper = "\0vite/preload-helper.js";

/** Has every `import()` of the client build fetch its files first (web/late-import.ts). Styles all come with the page. */
export function fetchedFirst(): Plugin {
  return {
    name: "openstall:fetched-first",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      if (id !== preloadHelper) return;
      return `export { importLate as __vitePreload } from ${JSON.stringify(resolve("web/late-import.ts"))};`;
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk" && file.isDynamicEntry && file.viteMetadata?.importedCss.size)
          this.error(`${file.fileName} brings styles of its own, which nothing would load`);
      }
    },
  };
}
