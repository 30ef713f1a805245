import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "#server/config.ts";
import { isLocked, lockAlone } from "#server/database/embedded/data-folder-lock.ts";
import { type DataFolder, openDataFolder } from "#server/database/embedded/data-folder.ts";
import { findPostmaster } from "#server/database/embedded/postmaster.ts";
import { handOver } from "#server/database/embedded/run-as-user.ts";
import { names } from "./backup-description.ts";
import { readCluster } from "./check-backup.ts";

const lockMs = 30_000;

/**
 * Puts the cluster of a backup where the embedded PostgreSQL looks for it: written aside, compared with PostgreSQL's own list,
 * and renamed. What stood there goes to `aside`. `begin` is called before the first change, and its answer given back. Throws
 * `ConfigError` while somebody uses the database there.
 */
export async function restoreCluster<Begun>(
  backup: string,
  dataDir: string,
  aside: string,
  begin: () => Promise<Begun>,
): Promise<Begun> {
  return alone(dataDir, async (folder) => {
    // The next start removes what a killed restore leaves under such names.
    const unfinished = join(folder.path, `unfinished-restore-${process.pid}`);
    const password = join(folder.path, `unfinished-password-${process.pid}`);
    try {
      await unpack(backup, unfinished, folder);
      await copyFile(join(backup, names.clusterPassword), password);
      handOver(password, folder.user);
      const begun = await begin();
      await moveAside(folder.cluster, aside, "cluster");
      await moveAside(folder.password, aside, "password");
      await rename(password, folder.password);
      await rename(unfinished, folder.cluster);
      return begun;
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      await rm(password, { force: true });
      throw error;
    }
  });
}

/** Throws `ConfigError` while somebody uses the database there. */
export const requireStopped = (dataDir: string): Promise<void> => alone(dataDir, async () => {});

/** Does something while nobody can start the database. Throws `ConfigError` where somebody has. */
async function alone<T>(dataDir: string, act: (folder: DataFolder) => Promise<T>): Promise<T> {
  const folder = openDataFolder(join(dataDir, "postgres"));
  const release = await lockAlone(folder.startingLock, lockMs);
  try {
    if (isLocked(folder.clientsLock) || findPostmaster(folder.cluster))
      throw new ConfigError([`Openstall is running on ${dataDir}: stop it first`]);
    return await act(folder);
  } finally {
    release();
  }
}

export const hasCluster = (dataDir: string): boolean => existsSync(join(dataDir, "postgres", "cluster"));

/** Keeps what stood in the way; nothing happens where nothing does. */
export async function moveAside(path: string, aside: string, name: string): Promise<void> {
  if (!existsSync(path)) return;
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await rename(path, join(aside, name));
}

async function unpack(backup: string, target: string, { user }: DataFolder): Promise<void> {
  const makeFolder = async (path: string) => {
    await mkdir(path, { mode: 0o700, recursive: true });
    handOver(path, user);
  };
  await makeFolder(target);
  await readCluster(backup, async ({ path, isFolder, bytes }) => {
    const to = join(target, path);
    if (isFolder) return void (await makeFolder(to));
    const file = await open(to, "wx", 0o600);
    let left = bytes;
    const close = async () => {
      await file.sync();
      await file.close();
      handOver(to, user);
    };
    if (left === 0) return void (await close());
    return async (chunk) => {
      await file.writeFile(chunk);
      left -= chunk.length;
      if (left === 0) await close();
    };
  });
}
