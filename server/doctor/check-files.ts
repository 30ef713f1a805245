import { randomUUID } from "node:crypto";
import type { Config } from "#server/config.ts";
import { HttpError } from "#server/errors.ts";
import { openFileStore } from "#server/files/open-file-store.ts";
import { type Finding, fine, problem } from "./finding.ts";

/** Writes a small file, finds it again, and removes it. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  const store = await openFileStore(config);
  const key = `doctor/${randomUUID()}`;
  const where = config.files.adapter === "s3" ? `the bucket ${config.files.bucket}` : config.dataDir;
  try {
    await store.put(key, Buffer.from("hello"), "text/plain");
    try {
      if ((await store.size(key)) !== 5) return [problem(`What was written to ${where} is not there`)];
      return [fine(`Files can be kept in ${where}`)];
    } finally {
      await store.remove(key);
    }
  } catch (error) {
    if (config.files.adapter !== "s3") throw error;
    return [problem(`The file store: ${explain(error, config.files)}`)];
  }
}

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
  if (name === "AccessDenied" || name === "Forbidden")
    return `these keys may not write, read and remove in the bucket ${bucket}: give them PutObject, GetObject, DeleteObject and ListBucket`;
  if (code === "ENOTFOUND" || code === "ECONNREFUSED" || name === "TimeoutError")
    return `nobody answers at ${where} (${code ?? name}): correct S3_ENDPOINT`;
  return `${where} refuses (${name}: ${message})`;
}
