import { startSocialWorker } from "#server/features/social/engine/social-worker.ts";
import { allJobs } from "#server/jobs/all-jobs.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { startSandboxDeliverer } from "#server/payments/sandbox/deliverer.ts";
import type { Services } from "#server/services.ts";

/** Starts all that a worker runs. */
export async function startWholeWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  const queue = await startQueue(services, allJobs);
  const parts = [startSocialWorker(services), startSandboxDeliverer(services, "http://127.0.0.1:9/")];
  return { stop: async () => void (await Promise.all([queue, ...parts].map((part) => part.stop()))) };
}
