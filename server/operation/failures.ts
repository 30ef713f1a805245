import { type Queryable, statement } from "#server/database/statement.ts";
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

/** One failure, or all of one name. */
export type ChosenFailures = { kind: Failure["kind"] } & ({ id: string } | { name: string });

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

/** Tries one more time, from its first try on, and as often as at first. Answers how many: none where it is no failure any more. */
export async function retryFailures(client: Queryable, chosen: ChosenFailures, now: Date): Promise<number> {
  if (chosen.kind === "mail") return (await requeueMails(client, ...valuesOf(chosen), now)).length;
  const { rowCount } = await client.query(
    `update pgboss.job set state = 'created', retry_count = 0, start_after = now(), started_on = null, completed_on = null, output = null,
            keep_until = now() + interval '14 days', deletion_seconds = 86400
      where ${isChosenJob}`,
    valuesOf(chosen),
  );
  return rowCount ?? 0;
}

/** Nobody tries it again. A mail's row stays, so that the same event never sends it. Answers how many, as above. */
export async function discardFailures(client: Queryable, chosen: ChosenFailures): Promise<number> {
  if (chosen.kind === "mail") return (await skipMails(client, ...valuesOf(chosen))).length;
  const { rowCount } = await client.query(`delete from pgboss.job where ${isChosenJob}`, valuesOf(chosen));
  return rowCount ?? 0;
}

const valuesOf = (chosen: ChosenFailures): [id: string | null, name: string | null] => [
  "id" in chosen ? chosen.id : null,
  "name" in chosen ? chosen.name : null,
];

const isChosenJob = `state = 'failed' and (id = $1::uuid or name = $2 and ${isQueued})`;

const selectMails = statement("operation_failed_mails")<Omit<Failure, "kind">, [limit: number]>(
  `select id, template as name, created_at as "failedAt", coalesce(failure, '') as why
     from mail_outbox where state = 'FAILED' order by created_at desc limit $1`,
);

const isChosenMail = "state = 'FAILED' and (id = $1::uuid or template = $2)";

const requeueMails = statement("operation_requeue_mails")<
  { id: string },
  [id: string | null, template: string | null, now: Date]
>(
  `with again as (
     update mail_outbox set state = 'QUEUED', attempts = 0, due_at = $3, failure = null where ${isChosenMail} returning id),
   queued as (
     insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from again)
   select id from again`,
);

const skipMails = statement("operation_skip_mails")<
  { id: string },
  [id: string | null, template: string | null]
>(`update mail_outbox set state = 'SKIPPED' where ${isChosenMail} returning id`);
