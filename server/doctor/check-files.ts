import { randomUUID } from "node:crypto";
import type { Config } from "#server/config.ts";
import { HttpError } from "#server/errors.ts";
import type { FileStore } from "#server/files/file-store.ts";
import { openFileStore } from "#server/files/open-file-store.ts";
import { requireDataFolder } from "#server/start/start-failures.ts";
import { type Finding, fine, problem } from "./finding.ts";

/** Writes a small file, finds it again, and removes it. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  if (config.files.adapter !== "s3") requireDataFolder(config.dataDir);
  const store = await openFileStore(config);
  const key = `doctor/${randomUUID()}`;
  const where = config.files.adapter === "s3" ? `the bucket ${config.files.bucket}` : config.dataDir;
  try {
    await store.put(key, Buffer.from("hello"), "text/plain");
    try {
      if ((await store.size(key)) !== 5) return [problem(`What was written to ${where} is not there`)];
      await tryReading(store, key);
      await tryParts(store, key);
      return [fine(`Files can be kept in ${where}`)];
    } finally {
      await store.remove(key);
    }
  } catch (error) {
    if (config.files.adapter !== "s3") throw error;
    return [problem(`The file store: ${explain(error, config.files)}`)];
  }
}

/** The nightly clean-up lists what is stored. */
async function tryReading(store: FileStore, key: string): Promise<void> {
  (await store.read(key)).destroy();
  for await (const found of store.list("doctor/")) if (found.key === key) return;
}

/** Uploads wait in parts; unfinished ones are found and aborted by a job, long after this. */
async function tryParts({ parts }: FileStore, key: string): Promise<void> {
  if (!parts) return;
  const upload = await parts.begin(key, "text/plain").catch(denied(""));
  try {
    for await (const found of parts.list("doctor/")) if (found.upload === upload) break;
  } catch (error) {
    denied("s3:ListBucketMultipartUploads")(error);
  } finally {
    await parts.abort(key, upload).catch(denied("s3:AbortMultipartUpload"));
  }
}

/** Names the right that a refusal is about. */
const denied =
  (right: string) =>
  (error: unknown): never => {
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), { right });
  };

type S3 = Extract<Config["files"], { adapter: "s3" }>;

/** What a store's refusal says of the variables; its own words where it is none that is known. */
function explain(error: unknown, { bucket, endpoint, region }: S3): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { name, code, message } = cause as Error & { code?: string };
  const where = endpoint ?? "Amazon S3";
  if (name === "SignatureDoesNotMatch") return `${where} does not take S3_SECRET_ACCESS_KEY: copy it again`;
  if (name === "InvalidAccessKeyId") return `${where} does not know S3_ACCESS_KEY_ID`;
  // What is not there when something is put there is the bucket.
  if (name === "NoSuchBucket" || name === "NotFound" || (error instanceof HttpError && error.status === 404))
    return `${where} has no bucket ${bucket}: make it, or correct S3_BUCKET`;
  if (/^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/.test(name))
    return `the bucket ${bucket} is in another region than S3_REGION says (${region})`;
  const right = error instanceof Error && "right" in error ? String(error.right) : "";
  if (right && (name === "AccessDenied" || name === "Forbidden"))
    return `these keys lack ${right} in the bucket ${bucket}, so unfinished uploads would never be removed. Grant s3:ListBucketMultipartUploads and s3:AbortMultipartUpload`;
  if (name === "AccessDenied" || name === "Forbidden")
    return `these keys may not write, read and remove in the bucket ${bucket}: give them PutObject, GetObject, DeleteObject and ListBucket`;
  if (code === "ENOTFOUND" || code === "ECONNREFUSED" || name === "TimeoutError")
    return `nobody answers at ${where} (${code ?? name}): correct S3_ENDPOINT`;
  return `${where} refuses (${name}: ${message})`;
}
