import type pg from "pg";
import type { NotificationKind } from "#contract/notifications/kinds.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { enqueue, type Job } from "#server/jobs/job.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import type { PushNews } from "./push/push-news.ts";

type Dependencies = Pick<Services, "pool" | "clock" | "log">;
const creatorsAtOnce = 200;
/** More of one creator than this are in the next minute's mail. */
const ofOneCreator = 2_000;
/** So many are named by a mail; the others are counted. */
const named = 20;

/**
 * What is still to be mailed to creators and shown by their browsers: everything of one creator is one mail and one push, so
 * that a hundred sales in a minute are no hundred mails. What waited for a day is no news any more. A creator of whom that fails
 * keeps nobody waiting: theirs stays for the next minute, and the error is thrown at the end.
 */
export async function queueNews(
  { pool, clock, log }: Dependencies,
  pushJob: Job<typeof PushNews>,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const failures: unknown[] = [];
  for (let after = lowest; ;) {
    const owners = await selectOwners(pool, after, creatorsAtOnce);
    for (const { ownerId } of owners) {
      stopping?.throwIfAborted();
      await inTransaction(pool, (client) => queueOf(client, ownerId, pushJob, now)).catch(
        (error: unknown) => {
          failures.push(error);
          log.error({ err: error, ownerId }, "a creator's news were not queued");
        },
      );
    }
    wakeListeners(pool, "job_outbox");
    const last = owners.at(-1);
    if (!last || owners.length < creatorsAtOnce) break;
    after = last.ownerId;
  }
  for (const error of failures) throw error;
}

const lowest = "00000000-0000-0000-0000-000000000000";

async function queueOf(
  client: pg.PoolClient,
  ownerId: string,
  pushJob: Job<typeof PushNews>,
  now: Date,
): Promise<void> {
  const claimed = await claim(client, ownerId, now, ofOneCreator);
  const fresh = claimed.filter(({ isFresh }) => isFresh);
  const byMail = fresh.filter(({ wantsMail }) => wantsMail);
  const [newest] = byMail;
  if (newest) {
    const [creator] = await selectEmail(client, ownerId);
    if (creator)
      await queueMail(dbOn(client), {
        event: `creator-news:${newest.id}`,
        recipient: creator.email,
        template: "creator-news",
        data: { ownerId, ...gathered(byMail) },
      });
  }
  const byPush = fresh.filter(({ wantsPush }) => wantsPush);
  if (byPush.length > 0) await enqueue(dbOn(client), pushJob, { ownerId, ...gathered(byPush) });
}

/** What a mail or a push of one minute says: the newest of these, and how many there were. */
export const gathered = (rows: readonly { id: string }[]) => ({
  notificationIds: rows.slice(0, named).map(({ id }) => id),
  count: rows.length,
});

type Claimed = {
  id: string;
  kind: NotificationKind;
  isFresh: boolean;
  wantsMail: boolean;
  wantsPush: boolean;
};

const selectOwners = statement("notifications_select_owners_with_news")<
  { ownerId: string },
  [after: string, limit: number]
>(`
  with recursive owners as (
    (select owner_id from notifications where (wants_mail or wants_push) and owner_id > $1::uuid order by owner_id limit 1)
    union all
    select (select n.owner_id from notifications n where (n.wants_mail or n.wants_push) and n.owner_id > owners.owner_id
             order by n.owner_id limit 1)
      from owners where owners.owner_id is not null)
  select owner_id as "ownerId" from owners where owner_id is not null limit $2`);

/** The newest first. What another worker has claimed is its business. */
const claim = statement("notifications_claim_news")<Claimed, [ownerId: string, now: Date, limit: number]>(`
  with due as (
    select id, wants_mail, wants_push from notifications
     where owner_id = $1 and (wants_mail or wants_push)
     order by created_at limit $3 for update skip locked),
  told as (
    update notifications n set wants_mail = false, wants_push = false from due where n.id = due.id
    returning n.id, n.kind, n.created_at, due.wants_mail, due.wants_push)
  select id, kind, created_at > $2::timestamptz - interval '1 day' as "isFresh", wants_mail as "wantsMail", wants_push as "wantsPush"
    from told order by created_at desc, id desc`);

const selectEmail = statement("notifications_select_email")<{ email: string }, [ownerId: string]>(
  "select email from users where id = $1",
);
