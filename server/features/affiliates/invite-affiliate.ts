import { and, eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { affiliates } from "#server/database/schema/affiliates.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";

/** Queues the mail that says whose affiliate somebody is and where they see their links. One leaves in a day. */
export async function queueInvitation(
  db: Db,
  affiliateId: string,
  recipient: string,
  now: Date,
): Promise<void> {
  const event = `affiliate-invitation:${affiliateId}:${now.toISOString().slice(0, 10)}`;
  await queueMail(db, { event, recipient, template: "affiliate-invitation", data: { affiliateId } });
}

/** Invites an affiliate of the creator again. Throws 404, and 422 while their address is not known. */
export async function inviteAffiliate(
  { db, pool, clock }: Services,
  ownerId: string,
  affiliateId: string,
): Promise<{ success: true }> {
  const [affiliate] = await db
    .select({ email: affiliates.email })
    .from(affiliates)
    .where(and(eq(affiliates.id, affiliateId), eq(affiliates.ownerId, ownerId)));
  if (!affiliate) throw NotFound("Affiliate not found");
  if (!affiliate.email) throw Invalid({ email: "Give this affiliate an email address first" });
  await queueInvitation(db, affiliateId, affiliate.email, clock.now());
  wakeListeners(pool, "job_outbox");
  return { success: true };
}
