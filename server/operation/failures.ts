import { statement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { isQueued } from "#server/jobs/keep-failed-jobs.ts";
import type { Services } from "#server/services.ts";

/** What was tried as often as it may be, and is kept until somebody decides. */
export type Failure = {
  kind: "job" | "mail";
  id: string;
  /** The job's name, or the mail's template. */
  name: string;
  failedAt: Date;
  /** What the last try said. */
  why: string;
};

type Dependencies = Pick<Services, "pool" | "clock">;

/** The newest first; at most `limit` of each kind. What runs by itself is not among them: its next run does the same. */
export async function listFailures({ pool }: Pick<Services, "pool">, limit = 100): Promise<Failure[]> {
  const { rows: jobs } = await pool.query<Failure>(
    `select 'job' as kind, id, name, completed_on as "failedAt", coalesce(output->>'message', '') as why
       from pgboss.job where state = 'failed' and ${isQueued} order by completed_on desc limit $1`,
    [limit],
  );
  const mails = await selectMails(pool, limit);
  return [...jobs, ...mails.map((mail) => ({ kind: "mail" as const, ...mail }))].toSorted(
    (a, b) => b.failedAt.getTime() - a.failedAt.getTime(),
  );
}

/** Tries one more time, from its first try on, and as often as at first. False where it is no failure any more. */
export function retryFailure(
  { pool, clock }: Dependencies,
  { kind, id }: Pick<Failure, "kind" | "id">,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    if (kind === "mail") return (await requeueMail(client, id, clock.now())).length > 0;
    const { rowCount } = await client.query(
      `update pgboss.job set state = 'created', retry_count = 0, start_after = now(), started_on = null, completed_on = null, output = null,
              keep_until = now() + interval '14 days', deletion_seconds = 86400
        where id = $1 and state = 'failed'`,
      [id],
    );
    return rowCount === 1;
  });
}

/** Nobody tries it again. A mail's row stays, so that the same event never sends it. False where it is no failure any more. */
export async function discardFailure(
  { pool }: Dependencies,
  { kind, id }: Pick<Failure, "kind" | "id">,
): Promise<boolean> {
  if (kind === "mail") return (await skipMail(pool, id)).length > 0;
  const { rowCount } = await pool.query("delete from pgboss.job where id = $1 and state = 'failed'", [id]);
  return rowCount === 1;
}

const selectMails = statement("operation_failed_mails")<Omit<Failure, "kind">, [limit: number]>(
  `select id, template as name, created_at as "failedAt", coalesce(failure, '') as why
     from mail_outbox where state = 'FAILED' order by created_at desc limit $1`,
);

const requeueMail = statement("operation_requeue_mail")<{ id: string }, [id: string, now: Date]>(
  `with again as (
     update mail_outbox set state = 'QUEUED', attempts = 0, due_at = $2, failure = null where id = $1 and state = 'FAILED' returning id),
   queued as (
     insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from again)
   select id from again`,
);

const skipMail = statement("operation_skip_mail")<{ id: string }, [id: string]>(
  "update mail_outbox set state = 'SKIPPED' where id = $1 and state = 'FAILED' returning id",
);
