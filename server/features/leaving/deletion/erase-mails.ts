import { statement } from "#server/database/statement.ts";
import { isToBuyer } from "#server/mail/order-of-mail.ts";
import type { Services } from "#server/services.ts";

/** What the last mail to an account is about: it says that the account is gone, and leaves by the address that was. */
export const goneEvent = (ownerId: string) => `account-deleted:${ownerId}`;

const atOnce = 1_000;

/**
 * Takes the creator's address out of the mails that have left, a thousand at a time: every sale of years was told by one. Those
 * that they got as a buyer are none of the account's, and what was sent there since it went belongs to somebody new.
 */
export async function eraseMails({ pool }: Services, ownerId: string, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const erased = await eraseSome(pool, ownerId, goneEvent(ownerId), atOnce);
    if (erased.length < atOnce) return;
    stopping?.throwIfAborted();
  }
}

/** Whether a mail to the address that was still has to leave. */
export const isMailOnItsWay = async (pool: Services["pool"], ownerId: string): Promise<boolean> =>
  (await selectWaiting(pool, ownerId, goneEvent(ownerId))).length > 0;

/** It is what the address of an account that is gone is known by, so it goes last. */
export const eraseLastMail = (pool: Services["pool"], ownerId: string) => eraseLast(pool, goneEvent(ownerId));

/** SQL: the mails to the account by its address, which once it is gone stands in its last mail (`$2`) alone. */
const mailsTo = `from mail_outbox m
    where lower(m.recipient) = lower(coalesce((select last.recipient from mail_outbox last where last.event = $2),
                                              (select u.email from users u where u.id = $1)))
      and (m.event = $2 or m.created_at <= coalesce((select d.erased_at from account_deletions d where d.owner_id = $1), 'infinity'))
      and not ${isToBuyer("m")}`;

const eraseSome = statement("leaving_erase_mails")<
  { id: string },
  [ownerId: string, lastEvent: string, limit: number]
>(
  `update mail_outbox set recipient = id || '@erased.invalid', failure = null
    where id in (select m.id ${mailsTo} and m.event <> $2 and m.state not in ('QUEUED', 'WAITING') limit $3) returning id`,
);

const selectWaiting = statement("leaving_select_waiting_mails")<never, [ownerId: string, lastEvent: string]>(
  `select ${mailsTo} and m.state in ('QUEUED', 'WAITING') limit 1`,
);

const eraseLast = statement("leaving_erase_last_mail")<never, [lastEvent: string]>(
  "update mail_outbox set recipient = id || '@erased.invalid', failure = null where event = $1",
);
