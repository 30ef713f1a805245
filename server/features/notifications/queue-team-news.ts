import type pg from "pg";
import { kindsOfRole, type NotificationKind } from "#contract/notifications/kinds.ts";
import type { TeamRole } from "#contract/team/roles.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import { gathered } from "./queue-news.ts";

const membersAtOnce = 200;
/** More for one of them than this are in the next minute's mail. */
const ofOneMember = 2_000;

/**
 * What is still to be mailed to those on teams who asked for it: everything of a minute for one of them is one mail, as it is
 * for a store's owner. What waited for a day is no news any more, and what their role has no part in by now is not told. One of
 * whom that fails keeps nobody waiting, as `queueNews` does it.
 */
export async function queueTeamNews(
  { pool, clock, log }: Pick<Services, "pool" | "clock" | "log">,
  stopping?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const failures: unknown[] = [];
  for (let after: Member = { ownerId: lowest, userId: lowest }; ;) {
    const members = await selectMembers(pool, after.ownerId, after.userId, membersAtOnce);
    for (const member of members) {
      stopping?.throwIfAborted();
      await inTransaction(pool, (client) => queueOf(client, member, now)).catch((error: unknown) => {
        failures.push(error);
        log.error({ err: error, ...member }, "the news of one on a team were not queued");
      });
    }
    if (members.length > 0) wakeListeners(pool, "job_outbox");
    const last = members.at(-1);
    if (!last || members.length < membersAtOnce) break;
    after = last;
  }
  for (const error of failures) throw error;
}

type Member = { ownerId: string; userId: string };
const lowest = "00000000-0000-0000-0000-000000000000";

async function queueOf(client: pg.PoolClient, { ownerId, userId }: Member, now: Date): Promise<void> {
  const claimed = await claim(client, ownerId, userId, now, ofOneMember);
  const told = claimed.filter(({ role, kind, isFresh }) => isFresh && kindsOfRole[role].includes(kind));
  const [newest] = told;
  if (!newest) return;
  await queueMail(dbOn(client), {
    event: `team-news:${userId}:${newest.id}`,
    recipient: newest.email,
    template: "team-news",
    data: { ownerId, userId, ...gathered(told) },
  });
}

type Claimed = { id: string; kind: NotificationKind; role: TeamRole; email: string; isFresh: boolean };

const selectMembers = statement("notifications_select_members_with_news")<
  Member,
  [ownerId: string, userId: string, limit: number]
>(`
  select distinct owner_id as "ownerId", user_id as "userId" from team_news
   where wants_mail and (owner_id, user_id) > ($1::uuid, $2::uuid) order by 1, 2 limit $3`);

/** The newest first. What another worker has claimed is its business. */
const claim = statement("notifications_claim_team_news")<
  Claimed,
  [ownerId: string, userId: string, now: Date, limit: number]
>(`
  with due as (
    select notification_id from team_news
     where owner_id = $1 and user_id = $2 and wants_mail limit $4 for update skip locked),
  told as (
    update team_news t set wants_mail = false from due
     where t.owner_id = $1 and t.user_id = $2 and t.notification_id = due.notification_id
    returning t.notification_id)
  select n.id, n.kind, m.role, u.email, n.created_at > $3::timestamptz - interval '1 day' as "isFresh"
    from told join notifications n on n.id = told.notification_id
    join team_members m on m.owner_id = $1 and m.user_id = $2
    join users u on u.id = m.user_id
   order by n.created_at desc, n.id desc`);
