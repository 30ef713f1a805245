import { FileStore } from "@tus/file-store";
import type { DataStore } from "@tus/server";
import { mkdirSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Upload } from "./upload-rows.ts";

/** Where the bytes of resumable uploads wait until they are complete. */
export type IncomingBytes = {
  /** How the tus protocol reads and writes them. */
  datastore: DataStore;
  /** How many have arrived; undefined where they are nowhere to be found, as after they were kept. */
  arrived(upload: Upload): Promise<number | undefined>;
  /** Has `work` done with a file of all bytes; for the upload's receiver alone. Throws `NotFound` where they are gone. */
  withFile<T>(upload: Upload, work: (path: string) => Promise<T>): Promise<T>;
  /** Removes what is left beside the file that was kept, or of one that was refused. */
  forget(upload: Upload): Promise<void>;
};

/** In a folder of this machine, under the upload's id: whoever goes on has to come back to this process or its disk. */
export function bytesInFolder(folder: string, expiryMs: number): IncomingBytes {
  mkdirSync(folder, { recursive: true });
  const pathOf = (id: string) => join(folder, id);
  return {
    datastore: new FileStore({ directory: folder, expirationPeriodInMilliseconds: expiryMs }),
    arrived: async ({ id }) => (await stat(pathOf(id)).catch(() => undefined))?.size,
    withFile: async ({ id }, work) => work(pathOf(id)),
    async forget({ id }) {
      await Promise.all([pathOf(id), `${pathOf(id)}.json`].map((path) => rm(path, { force: true })));
    },
  };
}
