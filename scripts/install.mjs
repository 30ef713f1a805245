import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Explained, withProgress } from "./progress.mjs";
import {
  checkNode,
  checkNpm,
  completeRuntime,
  findRuntime,
  machineEnvironment,
  root,
  runProgram,
} from "./runtime.mjs";

const modules = join(root, "node_modules");
const stampFile = join(modules, ".openstall-stamp");

/**
 * Makes node_modules match package-lock.json and the pinned Node present; does nothing when both are so.
 * @param {{ development?: boolean }} [options] development asks for the packages of the tests too
 */
export async function ensureInstalled({ development = false } = {}) {
  checkNode();
  const wanted = lockHash();
  if (!isStamped(wanted, development) && !adopt(wanted, development)) await install(wanted, development);
  if (!findRuntime()) await withProgress("Installing the pinned Node", completeRuntime);
}

async function install(/** @type {string} */ wanted, /** @type {boolean} */ development) {
  checkNpm();
  const args = ["ci", "--no-audit", "--no-fund", ...(development ? ["--include=dev"] : [])];
  const total = Object.values(readLock("package-lock.json").packages).filter(
    ({ optional }) => !optional,
  ).length;
  await withProgress(
    "Installing packages (npm ci)",
    async () => {
      const { status } = await runProgram("npm", args, { env: machineEnvironment(), quiet: true });
      if (status !== 0)
        throw new Explained(
          `npm ci failed with status ${status}; its own words are above. Try it by hand:\n  npm ${args.join(" ")}`,
        );
    },
    () => `${countInstalled()} of about ${total} packages`,
  );
  await completeRuntime();
  stamp(wanted, development || hasPackages(true));
}

/** Takes over a node_modules that someone installed with npm directly, when it holds what the lock file says. */
function adopt(/** @type {string} */ wanted, /** @type {boolean} */ development) {
  if (!hasPackages(development)) return false;
  stamp(wanted, development || hasPackages(true));
  return true;
}

function hasPackages(/** @type {boolean} */ development) {
  const installedFile = join("node_modules", ".package-lock.json");
  if (!existsSync(join(root, installedFile))) return false;
  const installed = readLock(installedFile).packages;
  return Object.entries(readLock("package-lock.json").packages).every(
    ([path, { version, optional, dev, devOptional }]) => {
      if (path === "" || optional || devOptional || (dev && !development)) return true;
      return installed[path]?.version === version && existsSync(join(root, path, "package.json"));
    },
  );
}

/**
 * @param {string} file
 * @returns {{ packages: Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }> }}
 */
function readLock(file) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

function lockHash() {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .update(JSON.stringify({ dependencies, devDependencies, optionalDependencies }))
    .digest("hex");
}

function isStamped(/** @type {string} */ wanted, /** @type {boolean} */ development) {
  if (!existsSync(stampFile)) return false;
  const [hash, extent] = readFileSync(stampFile, "utf8").trim().split(" ");
  return hash === wanted && (!development || extent === "all");
}

function stamp(/** @type {string} */ hash, /** @type {boolean} */ all) {
  writeFileSync(stampFile, `${hash} ${all ? "all" : "runtime"}\n`);
}

function countInstalled() {
  if (!existsSync(modules)) return 0;
  let count = 0;
  for (const name of readdirSync(modules))
    if (name.startsWith("@")) count += readdirSync(join(modules, name)).length;
    else if (!name.startsWith(".")) count += 1;
  return count;
}
