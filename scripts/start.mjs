/**
 * `npm start` and `npm run dev`: from a fresh clone to a running Openstall. Needs nothing but Node and npm; what else
 * is missing is installed here. Arguments other than --dev are passed on: the roles to start (web, worker).
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { run } from "./progress.mjs";
import { findRuntime, projectEnvironment, root, runProgram } from "./runtime.mjs";
import { ensureBuilt } from "./web-build.mjs";

// From the first moment: whoever ends npm while packages are installed wants no server afterwards.
/** @type {() => unknown} */
let whenEnded = () => process.exit(1);
whenNpmIsGone(() => whenEnded());

await run(async () => {
  const args = process.argv.slice(2);
  const development = args.includes("--dev");
  // Developers need the test packages too.
  await ensureInstalled({ development });
  const roles = args.filter((arg) => arg !== "--dev");
  if (!development) await ensureBuilt(() => prepareStore(roles));
  return serve(development, roles);
});

/**
 * Starts with the database and the demo store while the web app is built: the server then finds them. Where that fails, or
 * there is no demo store to be made, the server comes to it by itself, and says what is wrong.
 */
async function prepareStore(/** @type {string[]} */ roles) {
  if (roles.length > 0 && !roles.includes("web")) return;
  await runProgram(findRuntime() ?? process.execPath, [join(root, "server", "demo-store", "main.ts")], {
    env: { ...atRest(), ...projectEnvironment() },
    quiet: "always",
  });
}

/**
 * Runs the server until it ends, and answers its exit status.
 * @returns {Promise<number>}
 */
function serve(/** @type {boolean} */ development, /** @type {string[]} */ roles) {
  const main = join(root, "server", "main.ts");
  const server = spawn(
    findRuntime() ?? process.execPath,
    // A young generation of 16 MB and more would be memory that an idle server holds for nothing.
    [
      "--max-semi-space-size=8",
      ...(development ? ["--watch", "--watch-preserve-output"] : []),
      main,
      ...roles,
    ],
    {
      cwd: root,
      // The server also ends when the channel does: with this process, however that ends.
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: development
        ? { ...projectEnvironment(), OPENSTALL_DEV: "1" }
        : { ...atRest(), ...projectEnvironment(), NODE_ENV: process.env["NODE_ENV"] ?? "production" },
    },
  );
  process.on("SIGTERM", () => server.kill("SIGTERM"));
  process.on("SIGHUP", () => server.kill("SIGTERM"));
  process.on("SIGINT", () => server.kill("SIGINT"));
  whenEnded = () => server.kill("SIGTERM");
  return new Promise((done, fail) => {
    server.on("error", fail);
    server.on("close", (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** What keeps a server small that does nothing: few arenas, and no TypeScript to strip for what was compiled before. */
function atRest() {
  return {
    MALLOC_ARENA_MAX: "2",
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "openstall"),
  };
}

/** A signal to npm ends npm and its shell, and reaches nobody else. */
function whenNpmIsGone(/** @type {() => void} */ stop) {
  if (!process.env["npm_lifecycle_event"]) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    stop();
  }, 200);
  timer.unref();
}

/** Undefined where there is no /proc; then only the shell is watched. */
function parentOf(/** @type {number} */ pid) {
  try {
    return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}
