import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages, isDebian, privileges } from "./debian.mjs";
import { Explained, withProgress } from "./progress.mjs";
import { findRuntime, projectEnvironment, root, runProgram } from "./runtime.mjs";

// Chromium without a window's machinery: the same journeys take it three fifths of the processor's time.
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Switches for a browser that runs as root, in a container, and talks to nobody but the page it is given. */
export const chromiumSwitches = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-sync",
  "--no-first-run",
  "--disable-dev-shm-usage",
];

/** The browser to test with: CHROMIUM_PATH, else one on the PATH, else Playwright's own; undefined when there is none. */
export async function findChromium() {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Explained(`CHROMIUM_PATH names a file that does not exist: ${chosen}`);
  }
  const installed = onPath(names);
  if (installed) return installed;
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function onPath(/** @type {string[]} */ programs) {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

const debianPackages = [shell, "fonts-liberation"];

/** Root on Debian, as in the containers of continuous integration, is given the shell even where there is another browser. */
const wantsShell = () =>
  isDebian() && process.getuid?.() === 0 && !process.env["CHROMIUM_PATH"] && !onPath([shell]);

/** The Debian packages that `ensureChromium` would install as root; it needs no other. Known before npm has installed anything. */
export const wantedForChromium = () => (wantsShell() ? debianPackages : []);

/** Finds a browser, or installs one: Debian's package where apt may be used, else Playwright's own download. */
export async function ensureChromium() {
  if (!wantsShell() && (await findChromium())) return;
  await withProgress("Installing Chromium", async () => {
    // Says what went wrong and goes on: there may be another browser, or Playwright's own may be had.
    if (isDebian() && privileges()) await installDebianPackages(...debianPackages);
    if (!(await findChromium())) await installPlaywrightBuild();
    if (!(await findChromium()))
      throw new Explained(
        "No Chromium to test with. Install one and run the command again:\n" +
          "  apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation   (Debian, as root)\n" +
          "  npx playwright install --with-deps chromium                            (elsewhere)\n" +
          "or name one in CHROMIUM_PATH.",
      );
  });
}

async function installPlaywrightBuild() {
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const withDependencies = privileges() ? ["--with-deps"] : [];
  await runProgram(findRuntime() ?? process.execPath, [cli, "install", ...withDependencies, "chromium"], {
    env: projectEnvironment(),
    quiet: true,
  });
}
