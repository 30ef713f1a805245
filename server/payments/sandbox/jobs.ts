import { lt } from "drizzle-orm";
import { z } from "zod";
import { sandboxEvents, sandboxUpdates } from "#server/database/schema/sandbox.ts";
import { defineJob, type Job } from "#server/jobs/job.ts";
import { billWhatIsDue } from "./bill-subscriptions.ts";
import { releaseEvents } from "./deliverer.ts";

const keptDays = 7;

/** Delivered events and the keys of old updates are of no more use; payments, cards and refunds stay. */
const clearSandbox = defineJob({
  name: "clear-sandbox",
  data: z.object({}),
  schedule: "20 4 * * *",
  resume: releaseEvents,
  async handle({ db, clock }) {
    const limit = new Date(clock.now().getTime() - keptDays * 86_400_000);
    await db.delete(sandboxEvents).where(lt(sandboxEvents.createdAt, limit));
    await db.delete(sandboxUpdates).where(lt(sandboxUpdates.createdAt, limit));
  },
});

/** Memberships are billed when they fall due. */
const billSandbox = defineJob({
  name: "bill-sandbox",
  data: z.object({}),
  retries: 0,
  schedule: "24,54 * * * *",
  due: `exists (select from sandbox.subscriptions where next_step_at <= $1)
    or exists (select from sandbox.invoices i join sandbox.payment_intents p on p.id = i.payment_intent where i.status = 'open' and p.status = 'succeeded')`,
  handle: (services) => billWhatIsDue(services),
});

export const sandboxJobs: readonly Job[] = [clearSandbox, billSandbox];
