import { accessSync, chownSync, constants, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The account PostgreSQL runs as when Node itself is root, which PostgreSQL refuses to be. */
export type RunAsUser = { uid: number; gid: number };

/**
 * Says which account PostgreSQL must run as: undefined (our own) unless we are root. As root it is the owner of the
 * existing cluster; else the owner of the nearest existing folder, so that the same person can later start Openstall
 * without root; when that is root or has no name here (PostgreSQL's initdb insists on one; a volume from outside a
 * container often lacks it), the first usual unprivileged account of this system.
 */
export function chooseRunAsUser(dataDir: string, cluster: string): RunAsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = statSync(cluster, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const accounts = unprivilegedAccounts();
  const owner = nearestOwner(dataDir);
  if ([...accounts.values()].some(({ uid }) => uid === owner.uid)) return owner;
  for (const name of ["postgres", "_postgres", "nobody", "daemon"]) {
    const account = accounts.get(name);
    if (account) return account;
  }
  throw new Error(
    "PostgreSQL refuses to run as root, and this system has no account named postgres or nobody to run it as. " +
      "Start Openstall as an ordinary user, or set DATABASE_URL to a PostgreSQL 15+ server.",
  );
}

/** Whether the account can walk to `path` and read and enter (or execute) it. */
export function canReach(path: string, user: RunAsUser | undefined): boolean {
  try {
    if (!user) {
      accessSync(path, constants.R_OK | constants.X_OK);
      return true;
    }
    // A process cannot ask access() for somebody else, so the mode bits are read as the kernel would.
    if (!grants(path, user, 0o5)) return false;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (!grants(folder, user, 0o1)) return false;
      if (folder === dirname(folder)) return true;
    }
  } catch {
    return false;
  }
}

/** Gives a file or folder to the account PostgreSQL runs as. */
export function handOver(path: string, user: RunAsUser | undefined): void {
  if (!user) return;
  const owner = statSync(path);
  if (owner.uid === user.uid && owner.gid === user.gid) return;
  try {
    chownSync(path, user.uid, user.gid);
  } catch (cause) {
    throw new Error(
      `PostgreSQL refuses to run as root, and ${path} cannot be given to the unprivileged user ${user.uid}. ` +
        "Start Openstall as an ordinary user, or set DATABASE_URL to a PostgreSQL 15+ server.",
      { cause },
    );
  }
}

function nearestOwner(path: string): RunAsUser {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found) return { uid: found.uid, gid: found.gid };
  }
}

function unprivilegedAccounts(): Map<string, RunAsUser> {
  const accounts = new Map<string, RunAsUser>();
  for (const line of readAccounts().split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name && Number(uid) > 0 && Number(gid) > 0)
      accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}

function readAccounts(): string {
  try {
    return readFileSync("/etc/passwd", "utf8");
  } catch {
    return "";
  }
}

function grants(path: string, user: RunAsUser, wanted: number): boolean {
  const { uid, gid, mode } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}
