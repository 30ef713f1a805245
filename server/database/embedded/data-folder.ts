import { closeSync, lstatSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { chooseRunAsUser, handOver, type RunAsUser } from "./run-as-user.ts";

/**
 * The layout of DATA_DIR/postgres. Everything in it belongs to the account PostgreSQL runs as.
 *
 * - `cluster`: PostgreSQL's own data directory
 * - `password`: the database password, readable by its owner alone
 * - `postgres.log`: what PostgreSQL and initdb print
 * - `starting.lock`, `clients.lock`: see data-folder-lock.ts; always empty
 * - `host`: the machine or container that started PostgreSQL last
 */
export type DataFolder = {
  path: string;
  cluster: string;
  password: string;
  logFile: string;
  startingLock: string;
  clientsLock: string;
  host: string;
  user: RunAsUser | undefined;
};

/** Makes the folder and its lock and log files where they are missing; throws when it belongs to somebody else. */
export function openDataFolder(dataDir: string): DataFolder {
  const path = resolve(dataDir);
  const cluster = join(path, "cluster");
  const folder: DataFolder = {
    path,
    cluster,
    password: join(path, "password"),
    logFile: join(path, "postgres.log"),
    startingLock: join(path, "starting.lock"),
    clientsLock: join(path, "clients.lock"),
    host: join(path, "host"),
    user: chooseRunAsUser(path, cluster),
  };
  try {
    makeParents(dirname(path), folder.user);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    handOver(path, folder.user);
    for (const file of [folder.startingLock, folder.clientsLock, folder.logFile]) touch(file, folder.user);
  } catch (cause) {
    throw new Error(explain(path, cause), { cause });
  }
  return folder;
}

/** What root makes in the folder of an ordinary user is theirs, so that they can start Openstall themselves later. */
function makeParents(parent: string, user: RunAsUser | undefined): void {
  const made = mkdirSync(parent, { recursive: true });
  if (!made || statSync(dirname(made)).uid !== user?.uid) return;
  for (let folder = parent; folder !== dirname(made); folder = dirname(folder)) handOver(folder, user);
}

/** Creates an empty file that only its owner, the account PostgreSQL runs as, can read. */
function touch(file: string, user: RunAsUser | undefined): void {
  closeSync(openSync(file, "a", 0o600));
  handOver(file, user);
}

function explain(path: string, cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code !== "EACCES" && code !== "EPERM") return message;
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  const whose = owner === undefined ? "cannot be created" : `belongs to user ${owner}`;
  return (
    `The database folder ${path} ${whose}, and Openstall runs as user ${process.getuid?.() ?? "unknown"}. ` +
    "Start Openstall as that user, or set DATA_DIR to a folder of your own."
  );
}
