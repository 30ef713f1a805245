import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { machineEnvironment, runProgram } from "./runtime.mjs";

/** Only Debian: Ubuntu's package of a browser's name, for one, is a pointer to a snap, which containers cannot run. */
export function isDebian() {
  return existsSync("/etc/os-release") && /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** What to put before a command that needs root: nothing as root, sudo where it asks no password, undefined elsewhere. */
export function privileges() {
  if (process.getuid?.() === 0) return [];
  return spawnSync("sudo", ["-n", "true"]).status === 0 ? ["sudo", "-n"] : undefined;
}

/** Installs packages with apt. Whether they are there then is for the caller to see. */
export async function installDebianPackages(/** @type {string[]} */ ...packages) {
  const [first, ...rest] = [...(privileges() ?? []), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  const apt = (/** @type {string[]} */ ...args) =>
    runProgram(first, [...rest, ...args], { env: machineEnvironment(), quiet: true });
  await apt("update");
  await apt("install", "-y", "--no-install-recommends", ...packages);
}
