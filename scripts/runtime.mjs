import { spawn, spawnSync } from "node:child_process";
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Explained } from "./progress.mjs";

/** The folder of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

const neededToInstall = "20.19.0";
const neededToRun = "24.0.0";
const windows = process.platform === "win32";
const ownBin = join(root, "node_modules", ".bin");
const pinned = join(root, "node_modules", "node", "bin", windows ? "node.exe" : "node");

/** Throws when this Node is too old even to install the project. */
export function checkNode() {
  if (compareVersions(process.versions.node, neededToInstall) < 0)
    throw new Explained(
      `Openstall needs Node ${neededToInstall} or later; this is ${process.versions.node} (${process.execPath}).\n` +
        "  Install a current Node from https://nodejs.org and run the command again.",
    );
}

/** The address of the registry that npm is told to use. Throws when npm is missing. Asking costs a fifth of a second. */
export function npmRegistry() {
  const asked = spawnSync("npm", ["config", "get", "registry"], {
    env: machineEnvironment(),
    encoding: "utf8",
    shell: windows,
  });
  if (asked.status !== 0)
    throw new Explained(
      "npm is not on the PATH. It comes with Node from https://nodejs.org; on Debian: apt-get install npm",
    );
  return asked.stdout.trim();
}

/** The Node the project runs on: the one pinned in package.json, or this one when it is new enough. */
export function findRuntime() {
  if (works(pinned)) return pinned;
  return compareVersions(process.versions.node, neededToRun) >= 0 ? process.execPath : undefined;
}

/**
 * Adds the pinned Node to node_modules when npm was told to run no install scripts: the package `node` fetches its
 * binary in one, and npm links only a binary that is there. Does nothing when all is in place.
 */
export async function completeRuntime() {
  const folder = join(root, "node_modules", "node");
  if (!works(pinned) && existsSync(folder)) await fetchRuntime(folder);
  const link = join(ownBin, "node");
  if (!windows && existsSync(pinned) && !existsSync(link)) {
    rmSync(link, { force: true });
    symlinkSync(join("..", "node", "bin", "node"), link);
  }
}

async function fetchRuntime(/** @type {string} */ folder) {
  const script = join(folder, "installArchSpecificPackage.js");
  if (existsSync(script)) await runProgram(systemNode(), [script], { cwd: folder, quiet: true });
  if (!findRuntime())
    throw new Explained(
      "The pinned Node could not be installed. Run it by hand:\n" +
        `  cd ${JSON.stringify(folder)} && node installArchSpecificPackage.js\n` +
        `or use a Node ${neededToRun} or later for the whole project.`,
    );
}

/** The environment for the project's programs: its own runtime and tools come first on the PATH. */
export function projectEnvironment() {
  const runtime = findRuntime() ?? process.execPath;
  return { ...process.env, PATH: [dirname(runtime), ownBin, systemPath()].join(delimiter) };
}

/** The environment for npm: without this project's node_modules, which npm is about to replace. */
export const machineEnvironment = () => ({ ...process.env, PATH: systemPath() });

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean | "always", aside?: boolean, timeoutSeconds?: number }} [options]
 *   quiet keeps the output and prints it only when the program fails, or never ("always"); aside leaves the processor to others
 * @returns {Promise<{ status: number, seconds: number, timedOut: boolean, output: string }>} the exit status, 128 + signal
 *   when killed; what was kept of the output
 */
export function runProgram(
  program,
  args,
  { cwd = root, env = process.env, quiet = false, aside = false, timeoutSeconds } = {},
) {
  const start = performance.now();
  return new Promise((done, fail) => {
    /** @type {import("node:child_process").StdioOptions} */
    const stdio = quiet ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(program, args, { cwd, env, stdio, shell: windows && !program.endsWith(".exe") });
    if (aside && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    let timedOut = false;
    const stop = () => {
      timedOut = true;
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
    };
    const timer = timeoutSeconds ? setTimeout(stop, timeoutSeconds * 1000) : undefined;
    child.on("error", (error) => (clearTimeout(timer), fail(error)));
    child.on("close", (code) => {
      clearTimeout(timer);
      const status = code ?? 128;
      if (quiet === true && status !== 0) process.stderr.write(Buffer.concat(output));
      const seconds = (performance.now() - start) / 1000;
      done({ status, seconds, timedOut, output: Buffer.concat(output).toString("utf8") });
    });
  });
}

/** The Node that is not part of node_modules, where there is one. */
function systemNode() {
  if (!process.execPath.startsWith(join(root, "node_modules"))) return process.execPath;
  return "node";
}

function systemPath() {
  const own = [ownBin, dirname(pinned)];
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !own.includes(resolve(folder || ".")))
    .join(delimiter);
}

function works(/** @type {string} */ node) {
  if (node === process.execPath) return true;
  return existsSync(node) && spawnSync(node, ["--version"]).status === 0;
}

function compareVersions(/** @type {string} */ left, /** @type {string} */ right) {
  const parts = (/** @type {string} */ version) =>
    version.split(".").map((part) => Number.parseInt(part, 10));
  const [a, b] = [parts(left), parts(right)];
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0);
  return 0;
}
