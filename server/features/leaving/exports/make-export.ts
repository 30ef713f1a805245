import { randomUUID } from "node:crypto";
import { z } from "zod";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { makeRoom } from "#server/features/files/temporary-files.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import {
  claimExport,
  exportKey,
  failExport,
  finishExport,
  releaseExports,
  replaceOlder,
  selectNext,
  selectUsed,
  showProgress,
} from "./export-rows.ts";
import { sumStoredFiles } from "./stored-files.ts";
import { type ExportProgress, writeExport } from "./write-export.ts";
import { openZip } from "./zip-archive.ts";

const beatMs = 2_000;
const day = 86_400_000;

/**
 * Makes an export. Two are made at once, so that other jobs keep their connections; who comes later waits for one to end.
 * A run that fails or is killed begins again from nothing, under a name of its own, by schedule once some minutes have gone by,
 * and after five the export has failed.
 */
export const makeAccountExport = defineJob({
  name: "make-account-export",
  data: z.object({ exportId: z.uuid() }),
  limitSeconds: 6 * 3_600,
  resume: async ({ pool }) => void (await releaseExports(pool)),
  async handle(services, { exportId }, stopping) {
    const { pool, clock, log } = services;
    const run = randomUUID();
    const [claimed] = await claimExport(pool, exportId, run, clock.now());
    if (!claimed) return;
    const key = exportKey(exportId, run);
    try {
      const bytes = await storeExport(services, { exportId, run, key, ...claimed }, stopping);
      await settle(services, exportId, run, bytes);
    } catch (error) {
      const [failed] = await failExport(pool, exportId, run, isStopped(stopping), clock.now());
      // The database may have lost its answer alone: then the export is ready. Should this fail, it is done by schedule.
      if ((await selectUsed(pool, [run])).length === 0) await services.files.remove(key).catch(() => {});
      if (failed?.state === "FAILED") {
        log.error({ err: error, exportId }, "an export could not be made");
        await queueExportMail(services, exportId, failed.email);
      } else if (failed) throw error;
    } finally {
      for (const { id } of await selectNext(pool, clock.now()))
        await enqueue(services.db, makeAccountExport, { exportId: id });
    }
  },
});

/** Whether the worker stops, which is no fault of this run; that its time is over is. */
const isStopped = (stopping: AbortSignal | undefined): boolean =>
  stopping?.aborted === true && !(stopping.reason instanceof DOMException);

type Claimed = { exportId: string; run: string; key: string; ownerId: string; withFiles: boolean };

/** Writes the ZIP into the store, saying all the while how far it is; answers its size. */
async function storeExport(
  services: Services,
  { exportId, run, key, ownerId, withFiles }: Claimed,
  stopping: AbortSignal | undefined,
): Promise<number> {
  const { pool, clock, config, files } = services;
  if (withFiles && config.files.adapter === "folder")
    await makeRoom(config, await sumStoredFiles(pool, ownerId));
  const ending = new AbortController();
  const stop = () => ending.abort(stopping?.reason);
  stopping?.addEventListener("abort", stop, { once: true });
  let progress: ExportProgress = { step: "README.txt", percent: 0 };
  const beat = async () => {
    const { step, percent } = progress;
    const mine = await showProgress(
      pool,
      exportId,
      run,
      Math.floor(percent),
      step.slice(0, 200),
      clock.now(),
    );
    if (mine.length === 0) ending.abort(new Error("another run has taken this export over"));
  };
  const beating = setInterval(() => void beat().catch(() => {}), beatMs);
  const zip = openZip(clock.now(), ending.signal);
  const stored = files.putStream(key, zip.stream, "application/zip");
  stored.catch((error: unknown) => ending.abort(error));
  try {
    await writeExport(services, zip, { ownerId, withFiles, onProgress: (next) => (progress = next) });
    zip.end();
    return await stored;
  } catch (error) {
    ending.abort(error);
    await stored.catch(() => {});
    throw error;
  } finally {
    clearInterval(beating);
    stopping?.removeEventListener("abort", stop);
  }
}

/** The export is ready, its creator is told, and the one before it makes room. */
async function settle(services: Services, exportId: string, run: string, bytes: number): Promise<void> {
  const { pool, clock, files, log } = services;
  const now = clock.now();
  const replaced = await inTransaction(pool, async (client) => {
    const [ready] = await finishExport(client, exportId, run, bytes, now, new Date(now.getTime() + 7 * day));
    if (!ready) throw new Error("another run has taken this export over");
    await queueMail(dbOn(client), exportMail(exportId, ready.email));
    return replaceOlder(client, ready.ownerId, exportId);
  });
  for (const older of replaced)
    if (older.run)
      // Nothing is lost with it: no row uses it any more, and what none uses is removed by schedule.
      await files
        .remove(exportKey(older.id, older.run))
        .catch((error: unknown) => log.warn({ err: error }, "the file of an older export is still there"));
}

/** Tells the creator what became of their export. */
export const queueExportMail = (
  { db }: Pick<Services, "db">,
  exportId: string,
  email: string,
): Promise<void> => queueMail(db, exportMail(exportId, email));

const exportMail = (exportId: string, recipient: string) =>
  ({
    event: `account-export:${exportId}`,
    recipient,
    template: "account-export",
    data: { exportId },
  }) as const;
