import type pg from "pg";
import { membershipRuns } from "#server/database/membership-runs.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { hotStatement } from "#server/database/statement.ts";

/** A membership that keeps its mailbox from joining the same product again. */
export type FirstMembership = { id: string; providerSubscriptionId: string };

/** Thrown when a mailbox that is a member of a product would become one a second time. */
export class AlreadyMember extends Error {
  readonly first: FirstMembership;

  constructor(first: FirstMembership) {
    super("this mailbox is a member already");
    this.first = first;
  }
}

/**
 * Throws `AlreadyMember` where another membership of the product runs for this mailbox, by month or by year. Two that begin at
 * once wait for each other here until the transaction ends, so call it before anything else that they would both lock.
 */
export async function requireFirstMembership(
  client: pg.PoolClient,
  wanted: { productId: string; email: string; providerSubscriptionId: string | null },
): Promise<void> {
  await lockMailbox(client, wanted.productId, wanted.email);
  const [first] = await selectFirst(client, wanted.productId, wanted.email, wanted.providerSubscriptionId);
  if (first) throw new AlreadyMember(first);
}

/** Makes memberships of these products that begin for a mailbox wait until the transaction ends. */
export async function lockMemberMailbox(
  client: pg.PoolClient,
  productIds: readonly string[],
  email: string,
): Promise<void> {
  for (const productId of productIds.toSorted()) await lockMailbox(client, productId, email);
}

const lockMailbox = hotStatement("memberships_lock_mailbox")<never, [productId: string, email: string]>(
  `select from (select pg_advisory_xact_lock(hashtextextended('member of ' || $1::text || ' ' || ${mailboxOf("$2::text")}, 0))) locked`,
);

const selectFirst = hotStatement("memberships_select_first")<
  FirstMembership,
  [productId: string, email: string, providerSubscriptionId: string | null]
>(`select s.id, s.provider_subscription_id as "providerSubscriptionId"
     from customers c join subscriptions s on s.customer_id = c.id
    where ${mailboxOf("c.email")} = ${mailboxOf("$2::text")} and s.product_id = $1 and ${membershipRuns("s")}
      and s.provider_subscription_id is distinct from $3
    order by s.created_at, s.id limit 1`);

/** Queues the email that names the membership which a mailbox has: once for each refunded payment, and once a day where a card was only kept. */
export const queueAlreadyMember = hotStatement("memberships_queue_already_member")<
  never,
  [paymentIntentId: string, subscriptionId: string, refundedCents: number, currency: string, now: Date]
>(`with mail as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     select 'already-member:' || case when $3::int > 0 then $1::text else s.id || ':' || ($5::timestamptz at time zone 'UTC')::date end, c.email, 'already-member',
            jsonb_build_object('subscriptionId', s.id, 'refundedCents', $3::int, 'currency', $4::text), $5
       from subscriptions s join customers c on c.id = s.customer_id where s.id = $2
     on conflict do nothing returning id)
   insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mail`);
