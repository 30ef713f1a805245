import { and, eq, isNull, lt, or } from "drizzle-orm";
import { jobOutbox, mailOutbox } from "#server/database/schema/delivery.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { admitMail } from "./admit-mail.ts";
import { type ClaimedMail, claimMail, declareOverdue } from "./claim-mail.ts";
import { isErasedAddress } from "./erased-address.ts";
import { MailNotAccepted, MailRefused, type RenderedMail } from "./mailer.ts";
import { sendMailJob } from "./queue-mail.ts";
import { renderMail } from "./render-mail.ts";

/** Seconds before the second try, the third, and so on: half a day in all. */
const delays = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400];

/**
 * Sends one email of the outbox, unless it has been sent, is being sent elsewhere, or has to wait. A result that can't be
 * written is kept in memory until the database answers, so that an outage never sends an email twice. The message id comes
 * from the row: a process that is killed in between repeats the same email. A failure is retried later; it throws only when
 * the database fails.
 */
export async function sendQueuedMail(services: Services, mailId: string): Promise<void> {
  const { outcomes, pool, clock } = services;
  if (outcomes.has(mailId)) return;
  outcomes.requireRoom();
  if (!(await admitMail(services, mailId))) return;
  const mail = await claimMail(services, mailId);
  if (!mail) return declareOverdue(services, mailId);
  const failure = await handOver(services, mail);
  const { id, attempts } = mail;
  await outcomes.write(id, async () => {
    if (failure) await recordFailure(services, mail, failure);
    else await recordSent(pool, id, attempts, clock.now());
  });
}

/** `mayHaveArrived`: no answer said whether the mail server took it. */
type Failure = { error: unknown; mayHaveArrived: boolean };

async function handOver(services: Services, mail: ClaimedMail): Promise<Failure | undefined> {
  const { log, mailer } = services;
  const failed = (error: unknown, mayHaveArrived: boolean): Failure => {
    log.error({ err: error, mailId: mail.id, template: mail.template }, "email not sent");
    return { error, mayHaveArrived };
  };
  let rendered: RenderedMail;
  try {
    if (isErasedAddress(mail.recipient)) throw new MailRefused("Its recipient had their data removed");
    rendered = await renderMail(services, mail.template, mail.data);
  } catch (error) {
    return failed(error, false);
  }
  try {
    await mailer.send({ ...rendered, messageId: mail.id, to: mail.recipient });
    return undefined;
  } catch (error) {
    return failed(error, !(error instanceof MailNotAccepted || error instanceof MailRefused));
  }
}

async function recordFailure(
  { pool, clock }: Services,
  mail: ClaimedMail,
  { error, mayHaveArrived }: Failure,
): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const delay = error instanceof MailRefused ? undefined : delays[mail.attempts - 1];
  const dueAt = delay === undefined ? null : new Date(clock.now().getTime() + delay * 1_000);
  await recordFailed(pool, mail.id, mail.attempts, reason, dueAt, mayHaveArrived, sendMailJob);
}

/**
 * SQL: what the count becomes when the result of attempt `$2` is known. Only the attempt's own result takes back what was
 * counted when it was overdue.
 */
const withoutOwnDoubt = "possible_duplicates - (handover is not distinct from 'OVERDUE')::int";

/** Also when it is being sent again by now: that it arrived ends all further attempts, and the duplicate stays counted. */
const recordSent = hotStatement("mail_record_sent")<never, [id: string, attempt: number, now: Date]>(
  `update mail_outbox set state = 'SENT', sent_at = $3, due_at = null, failure = null, handover = null,
          possible_duplicates = case when attempts = $2 then ${withoutOwnDoubt} else possible_duplicates end
    where id = $1 and state = 'QUEUED'`,
);

/** Without `dueAt` it has failed for good. */
const recordFailed = statement("mail_record_failed")<
  never,
  [id: string, attempt: number, reason: string, dueAt: Date | null, mayHaveArrived: boolean, job: string]
>(
  `with failed as (
     update mail_outbox
        set state = case when $4::timestamptz is null then 'FAILED' else state end, due_at = $4, failure = $3, handover = null,
            possible_duplicates = ${withoutOwnDoubt} + ($5::boolean and $4 is not null)::int
      where id = $1 and attempts = $2 and state = 'QUEUED' and handover is not null
     returning id, due_at)
   insert into job_outbox (name, data, start_after)
   select $6, jsonb_build_object('mailId', id), due_at from failed where due_at is not null`,
);

/** Queues again what should have left two minutes ago and has not: its job was lost. At most 500 at once. */
export async function queueLostMails({ db, clock }: Services): Promise<void> {
  const late = new Date(clock.now().getTime() - 120_000);
  const lost = await db
    .select({ mailId: mailOutbox.id })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.state, "QUEUED"),
        lt(mailOutbox.createdAt, late),
        or(isNull(mailOutbox.dueAt), lt(mailOutbox.dueAt, late)),
      ),
    )
    .orderBy(mailOutbox.createdAt)
    .limit(500);
  if (lost.length > 0)
    await db
      .insert(jobOutbox)
      .values(lost.map((data) => ({ name: sendMailJob, data, singletonKey: data.mailId })));
}
