import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import { membershipRuns } from "#server/database/membership-runs.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { statement } from "#server/database/statement.ts";
import { endMembershipJob } from "#server/features/memberships/end-membership-job.ts";
import { queueAlreadyMember } from "#server/features/memberships/one-membership.ts";
import { beginRefunds } from "#server/features/orders/refund-order.ts";
import { leftOfLine, standsForRefund } from "#server/features/orders/refund-requests/refund-request-json.ts";
import { enqueue } from "#server/jobs/job.ts";

/**
 * Ends memberships that a corrected address has put beside another one of the same product and mailbox, and refunds the
 * period that is paid. The first one stays, or the first that is neither ending nor owing. Needs `lockMemberMailbox`.
 */
export async function endSecondMemberships(
  client: pg.PoolClient,
  { productIds, email, now }: { productIds: string[]; email: string; now: Date },
): Promise<void> {
  for (const second of await selectSecond(client, productIds, email, now)) {
    const { id, providerSubscriptionId, firstId, paid } = second;
    await enqueue(dbOn(client), endMembershipJob, { providerSubscriptionId });
    if (!paid) continue;
    const { ownerId, orderId, orderItemId, paymentIntentId, amountCents, currency } = paid;
    const refund = {
      lines: [{ orderItemId, amountCents }],
      reason: "The buyer had this membership already",
      revokeAccess: true,
      endMembership: true,
      idempotencyKey: `second-membership:${id}`,
    };
    await beginRefunds(client, ownerId, orderId, refund, now);
    await queueAlreadyMember(client, paymentIntentId, firstId, amountCents, currency, now);
  }
}

type SecondMembership = {
  id: string;
  providerSubscriptionId: string;
  firstId: string;
  /** What the bill of the paid period can give back; null where that is nothing, as in a trial or a dispute. */
  paid: {
    ownerId: string;
    orderId: string;
    orderItemId: string;
    paymentIntentId: string;
    amountCents: number;
    currency: string;
  } | null;
};

const selectSecond = statement("buyers_select_second_memberships")<
  SecondMembership,
  [productIds: string[], email: string, now: Date]
>(`with running as (
     select s.*, first_value(s.id) over (partition by s.product_id order by s.cancel_at_period_end or s.status = 'past_due', s.created_at, s.id) as first_id
       from customers c join subscriptions s on s.customer_id = c.id
      where ${mailboxOf("c.email")} = ${mailboxOf("$2::text")} and s.product_id = any ($1::uuid[]) and s.plan_for is null
        and ${membershipRuns("s")})
   select second.id, second.provider_subscription_id as "providerSubscriptionId", second.first_id as "firstId", (
            select json_build_object('ownerId', o.owner_id, 'orderId', o.id, 'orderItemId', i.id, 'paymentIntentId', p.payment_intent_id,
                     'amountCents', ${leftOfLine("i")}, 'currency', o.currency)
              from subscription_invoices b join orders o on o.id = b.order_id
              join order_items i on i.order_id = o.id and i.item_type = 'MAIN'
              join order_payments p on p.id = i.order_payment_id
             where b.id = (select newest.id from subscription_invoices newest
                            where newest.subscription_id = second.id and newest.status = 'PAID' and newest.period_end > $3
                            order by newest.period_start desc limit 1)
               and ${standsForRefund("i", "o")}) as paid
     from running second where second.id <> second.first_id order by second.id`);
