import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { replyLinkClicks, replyLinks } from "#server/database/schema/social-links.ts";
import type { Services } from "#server/services.ts";
import type { ThreadRows } from "./social-thread-rows.ts";

type Db = Services["db"];

/** The links of the replies, who clicked them, and which orders came of them. */
export async function seedReplyLinks(
  db: Db,
  threads: readonly (ThreadRows & { orderId: string | undefined })[],
  eventIds: ReadonlyMap<string, number>,
): Promise<void> {
  const links = threads.flatMap(({ links, orderId }) => links.map((link) => ({ ...link, orderId })));
  await db
    .insert(replyLinks)
    .values(links.map((link) => ({ ...link, eventId: eventIds.get(link.of) ?? null })));
  await db.insert(replyLinkClicks).values(
    links.flatMap(({ id, clicks = 0, createdAt }) =>
      // Nobody can tell any more who they were.
      Array.from({ length: clicks }, () => ({
        linkId: id,
        day: createdAt.toISOString().slice(0, 10),
        visitorHash: randomUUID(),
      })),
    ),
  );
  const bought = links.flatMap(({ id, code, buys, orderId }) =>
    buys && orderId ? [{ linkId: id, code, orderId }] : [],
  );
  await db.execute(sql`
    with bought as (
      select * from jsonb_to_recordset(${JSON.stringify(bought)}::jsonb) as b ("linkId" uuid, code text, "orderId" uuid)),
    remembered as (
      update checkout_sessions s set reply_link_code = bought.code from bought where s.completed_order_id = bought."orderId")
    insert into order_attributions (order_id, user_id, link_id, clicked_at, created_at)
    select o.id, o.owner_id, l.id, l.last_clicked_at, o.paid_at
      from bought join orders o on o.id = bought."orderId" join reply_links l on l.id = bought."linkId"`);
}

/** What was counted while it all happened. */
export async function countReplies(db: Db, ownerId: string, now: Date): Promise<void> {
  const month = `${now.toISOString().slice(0, 7)}-01`;
  await db.execute(sql`
    update keyword_responses k set trigger_count =
        (select count(*) from social_events e where e.keyword_response_id = k.id and e.outcome = 'SENT')
     where k.user_id = ${ownerId}`);
  await db.execute(sql`
    update automation_rules r set execution_count =
        (select count(*) from social_events e where e.automation_rule_id = r.id and e.outcome = 'SENT')
     where r.user_id = ${ownerId}`);
  await db.execute(sql`
    update social_accounts a set
        last_event_at = (select max(received_at) from social_events e where e.social_account_id = a.id),
        last_sent_at = (select max(sent_at) from social_sends s where s.social_account_id = a.id)
     where a.user_id = ${ownerId}`);
  await db.execute(sql`
    insert into reply_usage (user_id, month, replies)
    select ${ownerId}::uuid, ${month}::date, count(*) from social_events
     where user_id = ${ownerId} and outcome = 'SENT' and received_at >= ${month}::date at time zone 'UTC'`);
}
