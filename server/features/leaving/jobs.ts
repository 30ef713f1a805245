import type { Job } from "#server/jobs/job.ts";
import { makeAccountExport } from "./exports/make-export.ts";
import { reconcileAccountExports, removeAccountExports } from "./exports/reconcile-exports.ts";

export const leavingJobs: readonly Job[] = [makeAccountExport, reconcileAccountExports, removeAccountExports];
