import { randomUUID } from "node:crypto";
import type { Config } from "#server/config.ts";
import { openFileStore } from "#server/files/open-file-store.ts";
import { type Finding, fine, problem } from "./finding.ts";

/** Writes a small file, finds it again, and removes it. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  const store = openFileStore(config);
  const key = `doctor/${randomUUID()}`;
  const where = config.files.adapter === "s3" ? `the bucket ${config.files.bucket}` : config.dataDir;
  await store.put(key, Buffer.from("hello"), "text/plain");
  try {
    if ((await store.size(key)) !== 5) return [problem(`What was written to ${where} is not there`)];
    return [fine(`Files can be kept in ${where}`)];
  } finally {
    await store.remove(key);
  }
}
