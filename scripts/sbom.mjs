/**
 * `npm run --silent sbom`: writes the list of all packages that run the shop (CycloneDX, JSON) to standard output. npm
 * leaves out what the development tools use as well, so it is asked in a folder that knows nothing of them.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./runtime.mjs";

const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(root, name), "utf8"));

const manifest = read("package.json");
delete manifest.devDependencies;
const lock = read("package-lock.json");
delete lock.packages[""].devDependencies;
for (const [path, { dev }] of Object.entries(lock.packages)) if (dev) delete lock.packages[path];

const folder = mkdtempSync(join(tmpdir(), "openstall-sbom-"));
try {
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  const { status } = spawnSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
