import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Explained, withProgress } from "./progress.mjs";
import { findRuntime, projectEnvironment, root, runProgram } from "./runtime.mjs";

const inputs = ["contract", "web", "vite.config.ts", "package-lock.json"];
const stampFile = join(root, "dist", ".inputs");

/**
 * Builds the web app into dist/ unless dist/ was built from exactly the sources that are here now.
 * @param {() => Promise<unknown>} [beside] what is done while it is built, if it has to be
 */
export async function ensureBuilt(beside = async () => {}) {
  const hash = inputHash();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash) return;
  const done = beside();
  await withProgress("Building the web app", async () => {
    rmSync(stampFile, { force: true });
    const vite = join(root, "node_modules", "vite", "bin", "vite.js");
    const { status } = await runProgram(findRuntime() ?? process.execPath, [vite, "build"], {
      env: { ...projectEnvironment(), NODE_ENV: "production" },
      quiet: true,
      timeoutSeconds: 3_600,
    });
    if (status !== 0)
      throw new Explained("The web app did not build; see above. Try it by hand:\n  npm run build");
    writeFileSync(stampFile, hash);
  });
  await done;
}

/** Tests and generated files do not change what is built. */
const isInput = (/** @type {string} */ name) => !/\.(test|gen)\.tsx?$/.test(name);

function inputHash() {
  const hash = createHash("sha256");
  const add = (/** @type {string} */ path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).toSorted()) add(join(path, name));
    else if (isInput(path)) hash.update(path).update("\0").update(readFileSync(full)).update("\0");
  };
  inputs.forEach(add);
  return hash.digest("hex");
}
