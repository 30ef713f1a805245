/** @typedef {{ cpu?: string[], os?: string[], dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Entry */
/** @typedef {{ dependencies: Record<string, string>, optionalDependencies: Record<string, string>, buildDependencies: string[] }} Manifest */

/**
 * The paths in package-lock.json of the packages that a built shop runs on: those of `dependencies` that are not in
 * `buildDependencies`, with what they depend on. Optional packages count only where they are for one platform, such as
 * the libraries of sharp; the others serve features of packages that we do not use.
 * @param {Manifest} manifest package.json
 * @param {Record<string, Entry>} packages of package-lock.json
 * @param {{ embeddedDatabase?: boolean }} [options]
 * @returns {Set<string>}
 */
export function runtimePackages(
  { dependencies, optionalDependencies, buildDependencies },
  packages,
  { embeddedDatabase = false } = {},
) {
  /** @type {Set<string>} */
  const kept = new Set();
  const add = (/** @type {string} */ parent, /** @type {string} */ name, isNeeded = true) => {
    const path = pathOf(packages, parent, name);
    const entry = path === undefined ? undefined : packages[path];
    if (path === undefined || !entry || kept.has(path) || !(isNeeded || entry.cpu || entry.os)) return;
    kept.add(path);
    for (const one of Object.keys(entry.dependencies ?? {})) add(path, one);
    for (const one of Object.keys(entry.peerDependencies ?? {}))
      if (!entry.peerDependenciesMeta?.[one]?.optional) add(path, one);
    for (const one of Object.keys(entry.optionalDependencies ?? {})) add(path, one, false);
  };
  for (const name of Object.keys(dependencies)) if (!buildDependencies.includes(name)) add("", name);
  if (embeddedDatabase) for (const name of Object.keys(optionalDependencies)) add("", name);
  return kept;
}

/** Where a package finds another, on its way up to the root as Node looks for it. */
function pathOf(
  /** @type {Record<string, Entry>} */ packages,
  /** @type {string} */ parent,
  /** @type {string} */ name,
) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return undefined;
  }
}
