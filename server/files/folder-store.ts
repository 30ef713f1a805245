import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { constants, createReadStream, createWriteStream } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { NotFound } from "#server/errors.ts";
import { isBackupUnderWay } from "./backup-mark.ts";
import { checkKey, type FileStore } from "./file-store.ts";

/** Files in a folder of this machine: on one disk with the temporary ones, a finished upload is only renamed. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    checkKey(key);
    return join(folder, key);
  };
  return {
    async putFile(key, path) {
      const target = pathOf(key);
      await syncToDisk(path);
      await mkdir(dirname(target), { recursive: true });
      await moveFile(path, target);
      await syncToDisk(dirname(target));
    },
    async put(key, data) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      const draft = `${target}.${randomUUID()}.part`;
      try {
        const file = await open(draft, "wx", 0o600);
        try {
          await file.writeFile(data);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncToDisk(dirname(target));
    },
    async putStream(key, stream) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      const draft = `${target}.${randomUUID()}.part`;
      try {
        await pipeline(stream, createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }));
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncToDisk(dirname(target));
      return (await stat(target)).size;
    },
    async read(key, range) {
      const stream = createReadStream(pathOf(key), { highWaterMark: 256 * 1024, ...range });
      const isThere = await once(stream, "open").catch(absent(() => undefined));
      if (!isThere) throw NotFound();
      return stream;
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch(absent(() => undefined));
      return found?.isFile() ? found.size : undefined;
    },
    async remove(key) {
      const path = pathOf(key);
      if (!(await isBackupUnderWay(folder))) await rm(path, { force: true });
    },
    async *list(prefix) {
      const entries = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch(
        absent(() => []),
      );
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(absent(() => undefined));
        if (found) yield { key: relative(folder, path).split(sep).join("/"), modifiedAt: found.mtime };
      }
    },
  };
}

/** A move; where the target is on another disk, a copy that appears whole. */
async function moveFile(path: string, target: string): Promise<void> {
  try {
    await rename(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    const draft = `${target}.${randomUUID()}.part`;
    await copyFile(path, draft, constants.COPYFILE_EXCL);
    await syncToDisk(draft);
    await rename(draft, target);
    await rm(path, { force: true });
  }
}

/** What has been written to a file, or renamed in a folder, survives the loss of power after this. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const absent =
  <T>(answer: () => T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return answer();
    throw error;
  };
