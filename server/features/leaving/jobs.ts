import type { Job } from "#server/jobs/job.ts";
import { carryOutDeletions, remindOfDeletions } from "./deletion/carry-out-deletions.ts";
import { clearAfterDeletions } from "./deletion/clear-after-deletions.ts";
import { makeAccountExport } from "./exports/make-export.ts";
import { reconcileAccountExports, removeAccountExports } from "./exports/reconcile-exports.ts";

export const leavingJobs: readonly Job[] = [
  makeAccountExport,
  reconcileAccountExports,
  removeAccountExports,
  carryOutDeletions,
  remindOfDeletions,
  clearAfterDeletions,
];
