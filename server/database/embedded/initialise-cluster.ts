import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { clusterArgument } from "./cluster-argument.ts";
import type { DataFolder } from "./data-folder.ts";
import { externalDatabaseHint } from "./external-database-hint.ts";
import { logTail } from "./log-tail.ts";
import { handOver } from "./run-as-user.ts";
import { runProgram } from "./run-program.ts";

/** The one account of the embedded database, and the name of its database. */
export const databaseName = "openstall";

/**
 * Makes the cluster on the first start: UTF8, compared by code point so that order and upper and lower case are the
 * same on every system, password login only. It is built aside and renamed, so a start that was killed half way
 * leaves nothing behind that looks like a database. Returns whether it was made now.
 */
export async function initialiseCluster(
  folder: DataFolder,
  binaries: string,
  version: string,
): Promise<boolean> {
  removeUnfinished(folder);
  if (existsSync(join(folder.cluster, "PG_VERSION"))) {
    requireSameVersion(folder, version);
    return false;
  }
  writePassword(folder);
  const unfinished = join(folder.path, `unfinished-${randomBytes(6).toString("hex")}`);
  mkdirSync(unfinished, { mode: 0o700 });
  handOver(unfinished, folder.user);
  await runInitdb(folder, binaries, unfinished);
  renameSync(unfinished, folder.cluster);
  return true;
}

/** Reads the password that `initialiseCluster` chose. */
export function readPassword(folder: DataFolder): string {
  try {
    return readFileSync(folder.password, "utf8").trim();
  } catch (cause) {
    throw new Error(`The database password ${folder.password} cannot be read. Restore it from a backup.`, {
      cause,
    });
  }
}

async function runInitdb(folder: DataFolder, binaries: string, unfinished: string): Promise<void> {
  const argument = clusterArgument(folder, unfinished);
  const passwordInput = openSync(folder.password, "r");
  const output = openSync(folder.logFile, "a");
  try {
    const { ended } = runProgram(
      join(binaries, "bin", "initdb"),
      [
        `--pgdata=${argument}`,
        `--username=${databaseName}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
        // Where the account cannot walk to the file it can still read what we opened for it.
        `--pwfile=${argument === unfinished ? folder.password : "/dev/stdin"}`,
      ],
      { cwd: unfinished, user: folder.user, stdio: [passwordInput, output, output] },
    );
    const code = await ended;
    if (code !== 0) {
      throw new Error(
        `initdb ended with ${code} in ${folder.path}. ${logTail(folder.logFile)} ${externalDatabaseHint}`,
      );
    }
  } finally {
    closeSync(passwordInput);
    closeSync(output);
  }
}

function writePassword(folder: DataFolder): void {
  const next = `${folder.password}.next`;
  rmSync(next, { force: true });
  writeFileSync(next, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  handOver(next, folder.user);
  renameSync(next, folder.password);
}

function removeUnfinished(folder: DataFolder): void {
  for (const name of readdirSync(folder.path)) {
    if (!name.startsWith("unfinished-")) continue;
    try {
      rmSync(join(folder.path, name), { recursive: true, force: true });
    } catch {
      // The initdb of a killed start is still writing in it; a later start removes it.
    }
  }
}

function requireSameVersion(folder: DataFolder, version: string): void {
  const made = readFileSync(join(folder.cluster, "PG_VERSION"), "utf8").trim();
  const installed = version.split(".")[0];
  if (made === installed) return;
  throw new Error(
    `${folder.path} was made by PostgreSQL ${made}, and PostgreSQL ${installed} is installed now. ` +
      "Export your data with the older Openstall and import it here, or set DATA_DIR to a new folder.",
  );
}
