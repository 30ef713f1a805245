import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { handOver, type RunAsUser } from "./run-as-user.ts";

/** A live PostgreSQL server on our cluster, as its lock file `postmaster.pid` tells. */
export type Postmaster = { pid: number; port: number; isReady: boolean };

/**
 * Names a cluster on the command line of its server (as cluster_name). With it a process id found in a lock file can be
 * told from a stranger that was given the same number, and a copied folder from its original.
 */
export function clusterName(cluster: string): string {
  return `openstall-${statSync(cluster, { bigint: true }).ino.toString(36)}`;
}

/** The server running on the cluster, ready or not yet; undefined when there is none. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readLockFile(cluster);
  const pid = Number(lines?.[0]);
  if (!lines || !isPostmasterOf(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === "ready" };
}

/** The port of the server that ran last, when it did not shut down cleanly. */
export function lastPort(cluster: string): number | undefined {
  return Number(readLockFile(cluster)?.[3]) || undefined;
}

/**
 * Makes PostgreSQL able to start although the last server left its lock file behind. It sees for itself that a process
 * id is dead, but not that the number now belongs to a stranger: then only the number is replaced, because
 * PostgreSQL learns from the rest of the file whether old backends still use the data. Returns whether it did so.
 */
export async function healLockFile(cluster: string, user: RunAsUser | undefined): Promise<boolean> {
  const file = join(cluster, "postmaster.pid");
  let lines = readLockFile(cluster);
  if (lines && !(Number(lines[0]) > 0)) {
    // A server just starting may be about to write it; after a power cut it stays empty.
    await sleep(500);
    lines = readLockFile(cluster);
    if (lines && !(Number(lines[0]) > 0)) {
      rmSync(file, { force: true });
      return true;
    }
  }
  if (!lines || !isAlive(Number(lines[0])) || isPostmasterOf(Number(lines[0]), cluster)) return false;
  const deadPid = "2147483647";
  const healed = join(cluster, `postmaster.pid.${process.pid}`);
  writeFileSync(healed, [deadPid, ...lines.slice(1)].join("\n"), { mode: 0o600 });
  chmodSync(healed, 0o600);
  handOver(healed, user);
  renameSync(healed, file);
  return true;
}

/** Whether the process is the server of this cluster (a dead but unburied process is not). */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  // Windows shows no command line without administrator's tools: there the program's name has to do.
  return commandLine(pid).includes(
    process.platform === "win32" ? "postgres.exe" : `=${clusterName(cluster)}`,
  );
}

function readLockFile(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function commandLine(pid: number): string {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    const [program, ...args] =
      process.platform === "win32"
        ? ["tasklist", "/FI", `PID eq ${pid}`, "/NH"]
        : ["ps", "-ww", "-o", "command=", "-p", String(pid)];
    return spawnSync(program ?? "ps", args, { encoding: "utf8", windowsHide: true }).stdout ?? "";
  } catch {
    return "";
  }
}
