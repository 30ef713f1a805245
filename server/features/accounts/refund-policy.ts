import { eq } from "drizzle-orm";
import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";
import type { Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";

/** A policy as the columns of `users` hold it. */
export const refundColumns = ({ days, terms, guaranteed }: RefundPolicy) => ({
  refundDays: days,
  refundTerms: terms,
  guaranteedRefundDays: guaranteed ? days : null,
});

/** As the contract says it; the database sees to it that there is exactly one of days and terms. */
export const refundPolicyOf = ({
  refundDays,
  refundTerms,
  guaranteedRefundDays,
}: Pick<typeof users.$inferSelect, "refundDays" | "refundTerms" | "guaranteedRefundDays">): RefundPolicy =>
  ({
    days: refundDays,
    terms: refundTerms,
    guaranteed: refundDays !== null && guaranteedRefundDays === refundDays,
  }) as RefundPolicy;

/** Sets the creator's policy, in the transaction of whatever it was said with. */
export async function setRefundPolicy(tx: Db, creatorId: string, policy: RefundPolicy): Promise<void> {
  await tx.update(users).set(refundColumns(policy)).where(eq(users.id, creatorId));
}
