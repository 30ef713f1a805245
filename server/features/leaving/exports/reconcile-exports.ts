import { z } from "zod";
import { removeWithoutRow } from "#server/features/files/sweep-files.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import {
  expireExports,
  exportKey,
  closeExports,
  isAnyQuiet,
  selectQuiet,
  selectUsed,
} from "./export-rows.ts";
import { makeAccountExport, queueExportMail } from "./make-export.ts";

const hour = 3_600_000;

/** Begins again what a killed worker was at, and gives up what was killed too often. */
export const reconcileAccountExports = defineJob({
  name: "reconcile-account-exports",
  schedule: "28 * * * *",
  due: isAnyQuiet,
  // One that waits for others stays quiet.
  pauseSeconds: 300,
  data: z.object({}),
  async handle(services) {
    const now = services.clock.now();
    for (const { id, email } of await closeExports(services.pool, now))
      await queueExportMail(services, id, email);
    for (const { id } of await selectQuiet(services.pool, now))
      await enqueue(services.db, makeAccountExport, { exportId: id });
  },
});

/** Removes exports whose week is over, and files of runs that were killed. */
export const removeAccountExports = defineJob({
  name: "remove-account-exports",
  schedule: "47 * * * *",
  data: z.object({}),
  async handle({ pool, clock, files }) {
    const now = clock.now();
    for (const { id, run } of await expireExports(pool, now)) if (run) await files.remove(exportKey(id, run));
    await removeWithoutRow(
      { files },
      new Date(now.getTime() - hour),
      "exports/",
      (key) => key.split("/")[2]?.split(".")[0],
      async (runs) => (await selectUsed(pool, runs)).flatMap(({ run }) => run ?? []),
    );
  },
});
