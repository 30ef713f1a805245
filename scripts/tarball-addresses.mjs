/** @typedef {{ name?: string, version?: string, resolved?: string, link?: boolean, optional?: boolean, dev?: boolean, devOptional?: boolean }} Entry */
/** @typedef {{ packages: Record<string, Entry> }} Lock */

/**
 * A copy of a lock file that names where each package's file is, by the convention of npm's registry. Without addresses,
 * which package-lock.json leaves out, npm first fetches the list of all versions of each package: 195 MB to read, as much
 * as the packages themselves.
 * @param {Lock} lock
 * @param {string} registry its address
 * @returns {Lock}
 */
export function withAddresses(lock, registry) {
  const base = registry.endsWith("/") ? registry : `${registry}/`;
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const name = entry.name ?? path.replace(/^.*node_modules\//, "");
    if (path === "" || !entry.version || entry.resolved || entry.link) return [path, entry];
    const file = `${name.replace(/^.*\//, "")}-${entry.version}.tgz`;
    return [path, { ...entry, resolved: `${base}${name}/-/${file}` }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}
