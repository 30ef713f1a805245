import { heldReason, type HeldItem, type Lane } from "#server/after-restore/held.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { sendMailJob } from "./queue-mail.ts";

/** Mails that wait for a person after a restore. */
export const heldMails: Lane = {
  hold: async (pool, now) => (await hold(pool, now, heldReason))[0]?.count ?? 0,
  list: (pool, limit) => list(pool, limit),
  count: async (pool) => (await count(pool))[0]?.count ?? 0,
  async release(pool, _now, ids) {
    const released = await release(pool, ids, sendMailJob);
    wakeListeners(pool, "job_outbox");
    return released.length;
  },
  drop: async (pool, _now, ids) => (await drop(pool, ids, heldReason)).length,
};

/** Lets one of them leave, or never leave, in its caller's transaction; answers how many that were. The caller wakes who sends. */
export const decideHeldMail = async (
  client: Queryable,
  id: string,
  decision: "RELEASE" | "DROP",
): Promise<number> =>
  (decision === "RELEASE" ? await release(client, [id], sendMailJob) : await drop(client, [id], heldReason))
    .length;

type Count = { count: number };
const held = "state = 'QUEUED' and due_at = 'infinity'";

/** Also what a killed process had claimed, and what waited for its turn: that is asked for anew when it is released. */
const hold = statement("mail_hold_outbox")<Count, [now: Date, reason: string]>(
  `with held as (
     update mail_outbox set state = 'QUEUED', due_at = 'infinity', failure = $2
      where state in ('QUEUED', 'WAITING') and (due_at is null or due_at <= $1::timestamptz + interval '1 minute') returning id)
   select count(*)::int as count from held`,
);

const list = statement("mail_list_held")<HeldItem, [limit: number]>(
  `select id, template as about, recipient as to, created_at as since from mail_outbox
    where ${held} order by created_at, id limit $1`,
);

const count = statement("mail_count_held")<Count, []>(
  `select count(*)::int as count from mail_outbox where ${held}`,
);

const release = statement("mail_release_held")<{ id: string }, [ids: string[] | null, job: string]>(
  `with released as (
     update mail_outbox set due_at = null, failure = null
      where ${held} and ($1::uuid[] is null or id = any ($1)) returning id)
   insert into job_outbox (name, data) select $2, jsonb_build_object('mailId', id) from released returning id::text`,
);

const drop = statement("mail_drop_held")<{ id: string }, [ids: string[] | null, reason: string]>(
  `update mail_outbox set state = 'SKIPPED', due_at = null, failure = $2
    where ${held} and ($1::uuid[] is null or id = any ($1)) returning id`,
);
