import { seenByNobody } from "#server/database/seen-by-nobody.ts";
import { statement } from "#server/database/statement.ts";
import { isQueued } from "#server/jobs/keep-failed-jobs.ts";
import type { Services } from "#server/services.ts";
import { possibleDuplicates } from "#server/mail/possible-duplicates.ts";
import { hasQueues } from "./stuck.ts";

const most = 1_000;

/** How much waits for an operator: of each kind no more than 1,000 are counted. */
export async function getCounts({ pool, clock }: Pick<Services, "pool" | "clock">) {
  const [[own], jobs] = await Promise.all([countOwn(pool, clock.now()), countJobs(pool)]);
  if (!own) throw new Error("nothing was counted");
  return { ...own, jobs };
}

async function countJobs(pool: Services["pool"]): Promise<number> {
  if (!(await hasQueues(pool))) return 0;
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from (select from pgboss.job where state = 'failed' and ${isQueued} limit ${most}) failed`,
  );
  return rows[0]?.count ?? 0;
}

const upTo = (from: string) => `(select count(*)::int from (select from ${from} limit ${most}) found)`;

const countOwn = statement("operator_count")<
  {
    payments: number;
    mails: number;
    possibleDuplicates: number;
    webhooks: number;
    differences: number;
    reports: number;
    senderNames: number;
  },
  [now: Date]
>(
  `select ${upTo(`quarantined_payments where ${seenByNobody}`)} as payments,
          ${upTo("mail_outbox where state = 'FAILED' or state = 'QUEUED' and due_at = 'infinity'")} as mails,
          ${possibleDuplicates("$1::timestamptz")} as "possibleDuplicates",
          ${upTo("webhook_events where handled_at is null and provider not like 'mail-%' and received_at < $1::timestamptz - interval '5 minutes'")} as webhooks,
          ${upTo("book_differences where resolved_at is null")} as differences,
          ${upTo("abuse_reports where closed_at is null")} as reports,
          ${upTo("sender_name_reviews where state = 'OPEN'")} as "senderNames"`,
);
