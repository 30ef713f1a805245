import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Explained, withProgress } from "./progress.mjs";
import {
  checkNode,
  completeRuntime,
  findRuntime,
  machineEnvironment,
  npmRegistry,
  root,
  runProgram,
} from "./runtime.mjs";
import { withAddresses } from "./tarball-addresses.mjs";

const modules = join(root, "node_modules");
const stampFile = join(modules, ".openstall-stamp");
/** Where packages are installed before they take the place of node_modules: an interrupted installation leaves that alone. */
const staging = join(root, ".install");

/**
 * Makes node_modules match package-lock.json and the pinned Node present; does nothing when both are so. Without
 * `development` a fresh clone gets what it takes to build and run the shop, three quarters of all packages by size.
 * @param {{ development?: boolean }} [options] development asks for the packages of the tests too
 */
export async function ensureInstalled({ development = false } = {}) {
  checkNode();
  const wanted = lockHash();
  if (!isStamped(wanted, development) && !adopt(wanted, development))
    // Test packages that are already installed stay.
    await install(wanted, development || existsSync(join(modules, "vitest")));
  if (!findRuntime()) await withProgress("Installing the pinned Node", completeRuntime);
}

async function install(/** @type {string} */ wanted, /** @type {boolean} */ development) {
  const registry = npmRegistry();
  const args = ["ci", "--no-audit", "--no-fund", development ? "--include=dev" : "--omit=dev"];
  const lock = readLock("package-lock.json");
  const total = Object.values(lock.packages).filter(
    ({ optional, dev }) => !optional && (development || !dev),
  ).length;
  await withProgress(
    "Installing packages (npm ci)",
    async () => {
      let { status, output } = await installStaged(args, withAddresses(lock, registry));
      // A registry that names its files in another way is asked for each package.
      if (status !== 0 && output.includes("E404")) ({ status, output } = await installStaged(args, lock));
      if (status === 0) return;
      process.stderr.write(output);
      throw new Explained(
        `npm ci failed with status ${status}; its own words are above. Try it by hand:\n  npm ${args.join(" ")}`,
      );
    },
    () => `${countInstalled(join(staging, "node_modules"))} of about ${total} packages`,
  );
  rmSync(modules, { recursive: true, force: true });
  renameSync(join(staging, "node_modules"), modules);
  rmSync(staging, { recursive: true });
  await completeRuntime();
  stamp(wanted, development || hasPackages(true));
}

/** Runs npm in a folder of its own, with this lock file. */
async function installStaged(/** @type {string[]} */ args, /** @type {Lock} */ lock) {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  for (const file of ["package.json", ".npmrc"]) cpSync(join(root, file), join(staging, file));
  writeFileSync(join(staging, "package-lock.json"), JSON.stringify(lock));
  return runProgram("npm", args, { cwd: staging, env: machineEnvironment(), quiet: "always" });
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

/** @typedef {import("./tarball-addresses.mjs").Lock} Lock */

/**
 * @param {string} file
 * @returns {Lock}
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

function countInstalled(/** @type {string} */ folder) {
  if (!existsSync(folder)) return 0;
  let count = 0;
  for (const name of readdirSync(folder))
    if (name.startsWith("@")) count += readdirSync(join(folder, name)).length;
    else if (!name.startsWith(".")) count += 1;
  return count;
}
