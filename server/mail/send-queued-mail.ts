import { and, eq, gt, isNull, lt, lte, or, sql } from "drizzle-orm";
import { retryOnLostConnection } from "#server/database/retry-on-lost-connection.ts";
import { jobOutbox, mailOutbox } from "#server/database/schema/delivery.ts";
import type { Services } from "#server/services.ts";
import { admitMail } from "./admit-mail.ts";
import { isErasedAddress } from "./erased-address.ts";
import { MailRefused } from "./mailer.ts";
import { sendMailJob } from "./queue-mail.ts";
import { renderMail } from "./render-mail.ts";

/** How long a process has a mail to itself; longer than any send takes. */
const claimMs = 20_000;
/** Seconds before the second try, the third, and so on: half a day in all. */
const delays = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400];

/**
 * Sends one mail of the outbox, unless it has been sent, is being sent elsewhere, or has to wait. Its message id comes from the row, so
 * that a process that dies between sending and noting it repeats the same mail, not a second one. A failure is noted and
 * tried again later; it throws only when the database fails.
 */
export async function sendQueuedMail(services: Services, mailId: string): Promise<void> {
  const { clock, db, log, mailer } = services;
  if (!(await admitMail(services, mailId))) return;
  const mail = await claim(services, mailId);
  if (!mail) return;
  try {
    if (isErasedAddress(mail.recipient)) throw new MailRefused("Its recipient had their data removed");
    const rendered = await renderMail(services, mail.template, mail.data);
    await mailer.send({ ...rendered, messageId: mail.id, to: mail.recipient });
  } catch (error) {
    log.error({ err: error, mailId, template: mail.template }, "mail not sent");
    return retryOnLostConnection(() => recordFailure(services, mail, error));
  }
  // Without this note the mail would leave again.
  await retryOnLostConnection(() =>
    db
      .update(mailOutbox)
      .set({ state: "SENT", sentAt: clock.now(), dueAt: null, failure: null })
      .where(eq(mailOutbox.id, mail.id)),
  );
}

type Claimed = typeof mailOutbox.$inferSelect;

async function claim({ db, clock }: Services, mailId: string): Promise<Claimed | undefined> {
  const now = clock.now();
  const [mail] = await db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, dueAt: new Date(now.getTime() + claimMs) })
    .where(
      and(
        eq(mailOutbox.id, mailId),
        eq(mailOutbox.state, "QUEUED"),
        or(isNull(mailOutbox.dueAt), sql`${mailOutbox.dueAt} <= ${now.toISOString()}`),
      ),
    )
    .returning();
  return mail;
}

/** Ends the claims of processes that were killed. Only while no other process sends mail. */
export async function releaseMails({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  await db
    .update(mailOutbox)
    .set({ dueAt: now })
    .where(
      and(
        eq(mailOutbox.state, "QUEUED"),
        gt(mailOutbox.dueAt, now),
        lte(mailOutbox.dueAt, new Date(now.getTime() + claimMs)),
      ),
    );
}

async function recordFailure({ db, clock }: Services, mail: Claimed, error: unknown): Promise<void> {
  const failure = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const delay = error instanceof MailRefused ? undefined : delays[mail.attempts - 1];
  if (delay === undefined) {
    await db
      .update(mailOutbox)
      .set({ state: "FAILED", dueAt: null, failure })
      .where(eq(mailOutbox.id, mail.id));
    return;
  }
  const dueAt = new Date(clock.now().getTime() + delay * 1_000);
  await db.transaction(async (tx) => {
    await tx.update(mailOutbox).set({ dueAt, failure }).where(eq(mailOutbox.id, mail.id));
    await tx.insert(jobOutbox).values({ name: sendMailJob, data: { mailId: mail.id }, startAfter: dueAt });
  });
}

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
