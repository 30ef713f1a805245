import { enableCompileCache, flushCompileCache, registerHooks, type ResolveFnOutput } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = join(import.meta.dirname, "..", "..");
const root = `${pathToFileURL(folder).href}/`;

/**
 * Node keeps a copy of what it read from its cache until the cache is flushed. Given back all at once at the end of a start, it
 * would leave holes that stay this process's memory; given back piece by piece it has room for the next piece.
 */
const flushEvery = 100;

/** Halves the time that loading the program takes. Call it before the first other import. */
export function loadQuickly(): void {
  // What Node compiles is kept beside the packages for the next start; where it cannot be written, Node compiles again.
  enableCompileCache(join(folder, "node_modules", ".cache", "openstall"));

  const packages = new Map<string, ResolveFnOutput>();
  let resolved = 0;
  registerHooks({
    resolve(specifier, context, next) {
      if (++resolved % flushEvery === 0) flushCompileCache();
      const parent = context.parentURL ?? "";
      if (context.conditions.includes("require")) return next(specifier, context);
      if (parent.includes("/node_modules/")) {
        // For each of Drizzle's hundred files Node would parse the package's 180 kB of exports only to learn that it is a
        // module. Its files name each other by their paths, so there is nothing to look up.
        if (!parent.includes("/node_modules/drizzle-orm/") || !/^\..*\.js$/.test(specifier))
          return next(specifier, context);
        return { url: new URL(specifier, parent).href, format: "module", shortCircuit: true };
      }
      if (!parent.startsWith(root)) return next(specifier, context);
      // Our own files name each other in full, and each is TypeScript: Node would read package.json for each of them.
      if (/^[.#].*\.ts$/.test(specifier)) {
        const url = specifier.startsWith("#") ? root + specifier.slice(1) : new URL(specifier, parent).href;
        return { url, format: "module-typescript", shortCircuit: true };
      }
      // A package is the same one for all of them.
      const known = packages.get(specifier);
      if (known) return { ...known, shortCircuit: true };
      const found = next(specifier, context);
      if (!specifier.startsWith(".")) packages.set(specifier, found);
      return found;
    },
  });
}
