/**
 * Adds to package-lock.json the optional packages of other platforms. npm leaves them out when the registry it asked
 * does not hold them, and `npm ci` then refuses the lock file everywhere. Run it after every `npm install`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./runtime.mjs";

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry */

const file = join(root, "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const added = completeLock(lock.packages);
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, "en")),
);
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  added.length > 0 ? `Added ${added.length} packages of other platforms` : "The lock file is complete",
);

/**
 * Adds the missing entries in place and answers their paths.
 * @param {Record<string, Entry>} packages
 */
function completeLock(packages) {
  /** @type {string[]} */
  const paths = [];
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isPresent(packages, parent, name)) continue;
      const path = `node_modules/${name}`;
      packages[path] = { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) };
      paths.push(path);
    }
  return paths;
}

/** Whether a package finds an optional dependency on its way up to the root, as Node looks for it. */
function isPresent(
  /** @type {Record<string, Entry>} */ packages,
  /** @type {string} */ parent,
  /** @type {string} */ name,
) {
  const folders = parent.split("/node_modules/");
  return (
    folders.some((_, depth) => {
      const folder = depth === 0 ? parent : folders.slice(0, -depth).join("/node_modules/");
      return packages[`${folder}/node_modules/${name}`] !== undefined;
    }) || packages[`node_modules/${name}`] !== undefined
  );
}

/** What npm reads in the package itself: the platform is in the name, as in binding-linux-x64-musl. */
function platformOf(/** @type {string} */ name) {
  const words = name.split(/[-/]/);
  const first = (/** @type {string[]} */ known) => known.filter((word) => words.includes(word)).slice(0, 1);
  const os = first([
    "android",
    "darwin",
    "freebsd",
    "linux",
    "netbsd",
    "openbsd",
    "openharmony",
    "sunos",
    "aix",
    "win32",
  ]);
  const cpu = first([
    "arm64",
    "arm",
    "ia32",
    "loong64",
    "mips64el",
    "ppc64",
    "riscv64",
    "s390x",
    "wasm32",
    "x64",
  ]);
  const libc = words.includes("musl") ? ["musl"] : words.includes("gnu") ? ["glibc"] : [];
  if (cpu.length === 0)
    throw new Error(`Which platform is ${name} for? Add it to package-lock.json by hand.`);
  return { ...(os.length ? { os } : {}), cpu, ...(libc.length ? { libc } : {}) };
}
