import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { fileTypeRefused } from "#contract/files/accepted-files.ts";
import { type HttpError, Invalid, UnsupportedType } from "#server/errors.ts";
import type { Examined, ExamineWork } from "./examine-worker.ts";

const examineMs = 15_000;
/** 1 GiB at 20 MB a second, the slowest disk worth serving from. */
const hashMs = 60_000;

/**
 * Examines a received file in a thread of its own, which a hostile file can neither block nor end the server from.
 * Returns its SHA-256 (hex) where that was asked for, and the format of a video. Throws 415 where the content is not what it was declared to be,
 * 422 with the reason where it is dangerous or cannot be examined in time.
 */
export async function examineInThread(
  work: ExamineWork,
): Promise<Omit<Extract<Examined, { fits: true }>, "fits">> {
  const worker = new Worker(new URL("./examine-worker.ts", import.meta.url), {
    workerData: work,
    execArgv: [],
    // It needs nothing of ours; and under `node --watch` an empty one keeps Node's own messages from being taken for its answer.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  try {
    const signal = AbortSignal.timeout(work.withSha256 ? examineMs + hashMs : examineMs);
    const [examined] = (await once(worker, "message", { signal })) as [Examined];
    if (examined.fits) {
      const { fits: _fits, ...facts } = examined;
      return facts;
    }
    throw examined.refusal === undefined
      ? UnsupportedType(fileTypeRefused)
      : Invalid({ file: examined.refusal });
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw Invalid({ file: "The file could not be checked. It may be damaged." });
  } finally {
    await worker.terminate();
  }
}

const isRefusal = (error: unknown): error is HttpError => error instanceof Error && "status" in error;
