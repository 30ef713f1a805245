import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { access, subscriptionInvoices, subscriptions } from "#server/database/schema/access.ts";
import { memberPrices, priceChanges } from "#server/database/schema/price-changes.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import type { MailWordsOfPeople } from "./mail-words.ts";

const day = 86_400_000;

/** Mails about memberships: of one that runs, and of others in every state that is told of. */
export async function makeMemberMails(app: TestApp, ownerId: string, words: MailWordsOfPeople) {
  const { db, clock } = app.services;
  const at = (days: number) => new Date(clock.now().getTime() + days * day);
  const product = await makeProduct(app, {
    ownerId,
    title: words.title,
    type: "MEMBERSHIP",
    billingInterval: "YEAR",
    priceCents: 12_000,
  });
  const join = async (fields: Partial<typeof subscriptions.$inferInsert> = {}) => {
    const order = await makeOrder(app, { items: [{ product }], customerName: words.buyer });
    const [made] = await db
      .insert(subscriptions)
      .values({
        customerId: order.customerId,
        ownerId,
        productId: product.id,
        orderId: order.id,
        providerSubscriptionId: `sub_${randomUUID()}`,
        status: "active",
        priceCents: 12_000,
        billingInterval: "YEAR",
        cardBrand: "visa",
        cardLast4: "4242",
        cardExpiresAt: at(20),
        currentPeriodEnd: at(21),
        ...fields,
      })
      .returning();
    if (!made) throw new Error("nobody joined");
    await db.update(access).set({ subscriptionId: made.id }).where(eq(access.orderId, order.id));
    return { subscriptionId: made.id, orderId: order.id };
  };
  const runs = await join();
  const bill = {
    subscriptionId: runs.subscriptionId,
    amountCents: 12_000,
    periodStart: at(0),
    periodEnd: at(365),
  };
  await db
    .insert(subscriptionInvoices)
    .values({ ...bill, providerInvoiceId: randomUUID(), orderId: runs.orderId, status: "PAID" });
  const late = await join({ status: "past_due", pastDueAt: at(-1) });
  const [failed] = await db
    .insert(subscriptionInvoices)
    .values({
      ...bill,
      subscriptionId: late.subscriptionId,
      providerInvoiceId: randomUUID(),
      status: "FAILED",
      failure: words.reason,
      nextAttemptAt: at(3),
    })
    .returning();
  const [change] = await db
    .insert(priceChanges)
    .values({ ownerId, productId: product.id, billingInterval: "YEAR", priceCents: 15_000 })
    .returning();
  const [withdrawn] = await db
    .insert(priceChanges)
    .values({
      ownerId,
      productId: product.id,
      billingInterval: "YEAR",
      priceCents: 15_000,
      withdrawnAt: at(0),
      closedAt: at(0),
    })
    .returning();
  const told = {
    subscriptionId: runs.subscriptionId,
    oldPriceCents: 12_000,
    priceCents: 15_000,
    toldAt: at(0),
    startsAt: at(31),
  };
  await db.insert(memberPrices).values([
    { ...told, priceChangeId: change?.id ?? "" },
    { ...told, priceChangeId: withdrawn?.id ?? "", state: "DROPPED" },
  ]);
  const news = async (kind: string, fields: Partial<typeof subscriptions.$inferInsert> = {}) => {
    const { subscriptionId } = await join(fields);
    return [
      "membership-changed",
      { subscriptionId, news: kind },
      `membership ${kind.toLowerCase()}`,
    ] as const;
  };
  const remind = async (reminder: string, fields: Partial<typeof subscriptions.$inferInsert> = {}) => {
    const { subscriptionId } = await join(fields);
    return [
      "membership-reminder",
      { subscriptionId, reminder },
      `member reminder ${reminder.toLowerCase()}`,
    ] as const;
  };
  const monthly = { billingInterval: "MONTH", priceCents: 1_200 } as const;
  return [
    ["renewal", { orderId: runs.orderId }],
    ["renewal-failed", { billId: failed?.id }],
    [
      "price-change",
      { subscriptionId: runs.subscriptionId, priceChangeId: change?.id, news: "ANNOUNCED" },
      "another price",
    ],
    [
      "price-change",
      { subscriptionId: runs.subscriptionId, priceChangeId: withdrawn?.id, news: "WITHDRAWN" },
      "another price withdrawn",
    ],
    [
      "already-member",
      { subscriptionId: runs.subscriptionId, refundedCents: 12_000, currency: "usd" },
      "second membership refunded",
    ],
    [
      "already-member",
      { subscriptionId: late.subscriptionId, refundedCents: 0, currency: "usd" },
      "second trial refused",
    ],
    await news("CANCELLED", { cancelAtPeriodEnd: true }),
    await news("KEPT"),
    await news("PAUSED", { status: "paused", pausedUntil: at(60) }),
    await news("RESUMED"),
    await news("MOVED"),
    await news("MOVE_PLANNED", { ...monthly, nextBillingInterval: "YEAR", nextPriceCents: 12_000 }),
    await news("MOVE_UNDONE"),
    await news("ENDED", { status: "canceled", endedAt: at(0) }),
    await remind("TRIAL", { status: "trialing", trialDays: 30 }),
    await remind("RENEWAL"),
    await remind("PRICE", { ...monthly, nextBillingInterval: "MONTH", nextPriceCents: 1_500 }),
    await remind("YEAR", monthly),
    await remind("CARD"),
  ] as const;
}
