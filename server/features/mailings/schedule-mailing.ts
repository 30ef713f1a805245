import type pg from "pg";
import type { z } from "zod";
import { fieldTextOf, firstMomentOf } from "#contract/dates.ts";
import type { Mailing, scheduleMailing as contract } from "#contract/mailings/mailings.ts";
import { dbOn } from "#server/database/client.ts";
import { getCreatorZone } from "#server/database/creator-zone.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged } from "#server/database/revision.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid } from "#server/errors.ts";
import { enqueue } from "#server/jobs/job.ts";
import type { Services } from "#server/services.ts";
import { checkMailing } from "./check-mailing.ts";
import { startMailingsJob } from "./jobs.ts";
import { getMailing } from "./read-mailings.ts";

type Asked = z.output<(typeof contract)["schema"]["body"]>;

/** Where clocks are furthest ahead: a time comes there first. */
const firstZone = "Pacific/Kiritimati";
const yearMs = 366 * 86_400_000;

/**
 * Plans a draft, or one that is late, for now or for a time. Throws 404, 409 where it is neither or was changed since
 * `revision`, and 422 for what keeps it from leaving or a time that is over.
 */
export async function scheduleMailing(
  services: Services,
  ownerId: string,
  id: string,
  { revision, schedule }: Asked,
): Promise<Mailing> {
  const { pool, clock } = services;
  const { state } = await getMailing(services, ownerId, id);
  if (state !== "DRAFT" && state !== "LATE") throw Conflict("It is on its way already", "NO_DRAFT");
  const { problems } = await checkMailing(services, ownerId, id);
  const [blocked] = problems.filter(({ level }) => level === "BLOCK");
  if (blocked) throw Invalid({ mailing: blocked.message });
  const now = clock.now();
  const sendAt = schedule ? firstMoment(schedule, await getCreatorZone(pool, ownerId), now) : now;
  const on = schedule?.on ?? null;
  const byPersonZone = schedule?.byPersonZone ?? false;
  await inTransaction(pool, async (client) => {
    requireUnchanged(await record(client, ownerId, id, revision, on, byPersonZone, sendAt, now));
    if (!schedule) await enqueue(dbOn(client), startMailingsJob, {});
  });
  wakeListeners(pool, "job_outbox");
  return getMailing(services, ownerId, id);
}

/** Makes a draft of it again. Throws 404, and 409 where it has begun. */
export async function unscheduleMailing(services: Services, ownerId: string, id: string): Promise<Mailing> {
  const rows = await recordDraft(services.pool, ownerId, id, services.clock.now());
  const mailing = await getMailing(services, ownerId, id);
  if (rows.length === 0 && mailing.state !== "DRAFT")
    throw Conflict("It has begun: it can only be stopped", "NO_DRAFT");
  return mailing;
}

/** Ends it: who waits gets nothing. What is on its way at this moment arrives. Throws 404, and 409 where none is sent. */
export async function stopMailing(services: Services, ownerId: string, id: string): Promise<Mailing> {
  const { pool, clock } = services;
  const { state } = await getMailing(services, ownerId, id);
  if (state !== "SENDING" && state !== "STOPPED") throw Conflict("It is not being sent", "NOT_SENDING");
  await inTransaction(pool, async (client: pg.PoolClient) => {
    const now = clock.now();
    const [stopped] = await recordStopped(client, ownerId, id, now);
    if (stopped) await skipWaiting(client, id, now);
  });
  return getMailing(services, ownerId, id);
}

/** When it is that time for the first of its people. */
function firstMoment({ on, byPersonZone }: NonNullable<Asked["schedule"]>, zone: string, now: Date): Date {
  const moment = Number.isNaN(Date.parse(`${on}Z`)) ? undefined : firstMomentOf(on, zone);
  // The 31st of February is read as a day of March.
  if (!moment || fieldTextOf(moment, zone) !== on)
    throw Invalid({ on: "Choose a day and a time that there is" });
  if (moment.getTime() < now.getTime() - 60_000) throw Invalid({ on: "Choose a time that is still to come" });
  if (moment.getTime() > now.getTime() + yearMs) throw Invalid({ on: "Choose a time within a year" });
  if (!byPersonZone) return moment;
  return new Date(Math.max(now.getTime(), (firstMomentOf(on, firstZone) ?? moment).getTime()));
}

const record = statement("mailings_schedule")<
  { id: string },
  [
    ownerId: string,
    id: string,
    revision: number,
    on: string | null,
    byPersonZone: boolean,
    sendAt: Date,
    now: Date,
  ]
>(`update mailings set state = 'SCHEDULED', send_on = $4, by_person_zone = $5, send_at = $6, updated_at = $7
    where owner_id = $1 and id = $2 and revision = $3 and state in ('DRAFT', 'LATE') returning id`);

const recordDraft = statement("mailings_unschedule")<
  { id: string },
  [ownerId: string, id: string, now: Date]
>(
  `update mailings set state = 'DRAFT', send_on = null, by_person_zone = false, send_at = null, updated_at = $3
    where owner_id = $1 and id = $2 and state in ('SCHEDULED', 'LATE') returning id`,
);

const recordStopped = statement("mailings_stop")<{ id: string }, [ownerId: string, id: string, now: Date]>(
  `update mailings set state = 'STOPPED', finished_at = $3, updated_at = $3
    where owner_id = $1 and id = $2 and state = 'SENDING' returning id`,
);

const skipWaiting = statement("mailings_skip_waiting")<never, [id: string, now: Date]>(
  `update promotions set state = 'SKIPPED', reason = 'You stopped this mailing', settled_at = $2
    where mailing_id = $1 and state = 'QUEUED'`,
);
