import { billWhatIsDue } from "#server/payments/sandbox/bill-subscriptions.ts";
import { deliverWebhooks, goodCard, openCheckout, pay } from "./buy.ts";
import { makeProduct } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

type Joining = {
  product?: Parameters<typeof makeProduct>[1];
  card?: string;
  /** Of the card, as typed. */
  expiry?: string;
  email?: string;
};

/** A buyer who has just become a member, in a browser of their own; of a $9 monthly membership unless told. */
export async function joinMembership(app: TestApp, { product: fields, card, expiry, email }: Joining = {}) {
  const product = await makeProduct(app, {
    type: "MEMBERSHIP",
    billingInterval: "MONTH",
    priceCents: 900,
    ...fields,
  });
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id, email);
  await pay(browser, checkout, {
    ...goodCard,
    number: card ?? goodCard.number,
    expiry: expiry ?? goodCard.expiry,
  });
  await deliverWebhooks(app);
  return { product, browser, checkout, ...(await membershipOf(app, product.id)) };
}

/** The membership of a product, as it is written down; the newest. */
export async function membershipOf({ services: { pool } }: TestApp, productId: string) {
  const { rows } = await pool.query<{
    id: string;
    orderId: string;
    providerSubscriptionId: string;
    status: string;
    currentPeriodEnd: Date;
    pastDueAt: Date | null;
    endedAt: Date | null;
    pausedUntil: Date | null;
    cancelAtPeriodEnd: boolean;
    cardLast4: string;
  }>(
    `select id, order_id as "orderId", provider_subscription_id as "providerSubscriptionId", status, current_period_end as "currentPeriodEnd",
            past_due_at as "pastDueAt", ended_at as "endedAt", paused_until as "pausedUntil", cancel_at_period_end as "cancelAtPeriodEnd", card_last4 as "cardLast4"
       from subscriptions where product_id = $1 order by created_at desc limit 1`,
    [productId],
  );
  const [membership] = rows;
  if (!membership) throw new Error("nobody is a member of this product");
  return membership;
}

/** Days go by: the sandbox bills what falls due, and the shop hears of it. */
export async function passDays(app: TestApp, days: number): Promise<void> {
  app.clock.advance({ days });
  await billWhatIsDue(app.services);
  await deliverWebhooks(app);
}
