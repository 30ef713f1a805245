import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { UploadExtension } from "#contract/files/accepted-files.ts";
import { examineFile, type Finding } from "./examine-file.ts";

/** What the thread is told, and what it answers. */
export type ExamineWork = { path: string; extension: UploadExtension; withSha256: boolean };
export type Examined = Finding & { sha256?: string };

parentPort?.postMessage(await examine(workerData as ExamineWork));

async function examine({ path, extension, withSha256 }: ExamineWork): Promise<Examined> {
  const finding = await examineFile(path, extension);
  if (!finding.fits || !withSha256) return finding;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }))
    hash.update(chunk as Buffer);
  return { ...finding, sha256: hash.digest("hex") };
}
