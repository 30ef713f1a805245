import { join } from "node:path";
import type { Config } from "#server/config.ts";
import type { FileStore } from "./file-store.ts";
import { folderStore } from "./folder-store.ts";
import { s3Store } from "./s3-store.ts";

/** The bucket that is configured, or a folder under `DATA_DIR`. */
export function openFileStore({ files, dataDir }: Pick<Config, "files" | "dataDir">): FileStore {
  return files.adapter === "s3" ? s3Store(files) : folderStore(join(dataDir, "files"));
}
