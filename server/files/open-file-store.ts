import { join } from "node:path";
import type { Config } from "#server/config.ts";
import type { FileStore } from "./file-store.ts";
import { folderStore } from "./folder-store.ts";

/** The bucket that is configured, or a folder under `DATA_DIR`. */
export async function openFileStore({
  files,
  dataDir,
}: Pick<Config, "files" | "dataDir">): Promise<FileStore> {
  if (files.adapter === "folder") return folderStore(join(dataDir, "files"));
  const { s3Store } = await import("./s3-store.ts");
  return s3Store(files);
}
