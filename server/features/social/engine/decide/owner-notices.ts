import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { sendMailJob } from "#server/mail/queue-mail.ts";

/** What a rule found within this time goes into one mail: a post that thousands mention sends no thousand mails. */
const collectedMs = 5 * 60_000;

/** What is told of: what a rule noticed, or who asked for a person on an account. */
export type NoticeAbout = { ruleId: string } | { accountId: string };

/** Queues the mails that tell the owner, in the caller's transaction. They leave when their five minutes end. */
export async function queueNotices(
  client: pg.PoolClient,
  notices: readonly { about: NoticeAbout; ownerEmail: string }[],
  now: Date,
): Promise<void> {
  const since = new Date(Math.floor(now.getTime() / collectedMs) * collectedMs);
  const until = new Date(since.getTime() + collectedMs);
  const once = new Map(notices.map((notice) => [idOf(notice.about), notice]));
  for (const [id, { about, ownerEmail }] of once) {
    const data = JSON.stringify({ ...about, since, until });
    await insertNotice(
      client,
      `social-notice:${id}:${since.toISOString()}`,
      ownerEmail,
      data,
      until,
      sendMailJob,
    );
  }
}

const idOf = (about: NoticeAbout) => ("ruleId" in about ? about.ruleId : about.accountId);

const insertNotice = hotStatement("social_insert_notice")<
  never,
  [event: string, recipient: string, data: string, until: Date, job: string]
>(`with queued as (
     insert into mail_outbox (event, recipient, template, data, due_at) values ($1, $2, 'social-notice', $3::jsonb, $4)
     on conflict (event, recipient) do nothing returning id)
   insert into job_outbox (name, data, start_after) select $5, jsonb_build_object('mailId', id), $4 from queued`);
