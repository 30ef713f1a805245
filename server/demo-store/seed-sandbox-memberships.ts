import type pg from "pg";

/** A bill, as its provider has it: every one of the demo store's is paid. */
export type Bill = {
  id: string;
  reason: "subscription_create" | "subscription_cycle";
  amountCents: number;
  paymentIntentId: string | null;
  periodStart: Date;
  periodEnd: Date;
};

/** A membership, as its provider has it. */
export type Member = {
  id: string;
  status: "trialing" | "active" | "canceled";
  title: string;
  email: string;
  plan: { interval: "month" | "year"; priceCents: number };
  metadata: Record<string, string>;
  card: { brand: string; last4: string };
  anchor: Date;
  periods: number;
  currentPeriodEnd: Date;
  endedAt: Date | null;
  paidAt: Date;
  bills: Bill[];
};

/** What the sandbox would have in its own books had the memberships begun there. It bills them on. Their payments are there. */
export async function seedSandboxMemberships(
  client: pg.PoolClient,
  members: readonly Member[],
): Promise<void> {
  // What is no column of theirs is left.
  const rows = members.map(({ card, plan, ...member }) => ({
    ...member,
    ...card,
    ...plan,
    bills: undefined,
  }));
  const bills = members.flatMap(({ id: subscription, bills }) =>
    bills.map((bill) => ({ ...bill, subscription })),
  );
  await client.query(insertCards, [JSON.stringify(rows)]);
  await client.query(insertSubscriptions, [JSON.stringify(rows)]);
  await client.query(insertBills, [JSON.stringify(bills)]);
  // They stand as their provider has them: there is nothing to ask.
  await client.query(
    "delete from job_outbox where name = 'sync-membership' and data ->> 'providerSubscriptionId' like 'sub_seed_%'",
  );
}

const given = `jsonb_to_recordset($1::jsonb) as m(
  id text, status text, title text, email text, "priceCents" int, interval text, metadata jsonb, brand text, last4 text, anchor timestamptz,
  periods int, "currentPeriodEnd" timestamptz, "endedAt" timestamptz, "paidAt" timestamptz)`;

const insertCards = `
  insert into sandbox.payment_methods (id, behaviour, brand, last4, expires_at, created_at)
  select replace(id, 'sub_', 'pm_'), 'succeeds', brand, last4, "paidAt" + interval '3 years', "paidAt" from ${given}`;

const insertSubscriptions = `
  insert into sandbox.subscriptions (id, status, title, price, currency, interval, receipt_email, metadata, payment_method, anchor, periods,
    current_period_end, cancel_at_period_end, ended_at, next_step_at, idempotency_key, created_at)
  select id, status, title, "priceCents", 'usd', interval, email, metadata, replace(id, 'sub_', 'pm_'), anchor, periods,
         "currentPeriodEnd", "endedAt" is not null, "endedAt", case when "endedAt" is null then "currentPeriodEnd" end, id, "paidAt"
    from ${given}`;

const insertBills = `
  insert into sandbox.invoices (id, subscription, reason, status, amount, period_amount, currency, period_start, period_end, attempts,
    payment_intent, created_at)
  select id, subscription, reason, 'paid', "amountCents", "amountCents", 'usd', "periodStart", "periodEnd",
         case when "paymentIntentId" is null then 0 else 1 end, "paymentIntentId", "periodStart"
    from jsonb_to_recordset($1::jsonb) as b(id text, subscription text, reason text, "amountCents" int, "paymentIntentId" text,
      "periodStart" timestamptz, "periodEnd" timestamptz)`;
