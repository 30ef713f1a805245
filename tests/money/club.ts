import * as contract from "#contract/memberships/memberships.ts";
import { canSeeProduct } from "#server/features/access/can-see-product.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { openCheckout } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { membershipOf } from "#tests/support/membership.ts";
import type { Gateway } from "./gateways.ts";

/** Which period is billed, and with which card. */
type Joining = {
  billingInterval?: "MONTH" | "YEAR";
  yearlyPriceCents?: number;
  /** Of the two that are offered. */
  chosen?: "YEAR";
  number?: string;
  trialDays?: number;
  /** That one, instead of a new one. */
  productId?: string;
};
/** What a member saw before they agreed to move. */
type Agreed = {
  billingInterval: "MONTH" | "YEAR";
  priceCents: number;
  chargeCents: number;
  at: Date | string;
};
export type Member = Awaited<ReturnType<typeof joinClub>>;

/** Somebody becomes a member for $19 a period, and then holds the receipt: what they ask for and what it opens. */
export async function joinClub(
  gateway: Gateway,
  { billingInterval = "MONTH", yearlyPriceCents, chosen, number, trialDays, productId }: Joining = {},
) {
  const { app } = gateway;
  const { pool, secret } = app.services;
  const product = productId
    ? { id: productId }
    : await makeProduct(app, {
        type: "MEMBERSHIP",
        billingInterval,
        yearlyPriceCents,
        trialDays,
        priceCents: 1_900,
      });
  const browser = app.browser();
  const checkout = await openCheckout(
    browser,
    product.id,
    // One mailbox joins a product once.
    productId === undefined ? undefined : "another@example.com",
    chosen ? { billingInterval: chosen } : {},
  );
  await gateway.pay(browser, checkout, number === undefined ? {} : { number });
  await gateway.deliver();
  const { id, orderId, currentPeriodEnd } = await membershipOf(app, product.id);
  const headers = { "x-order-id": orderId, "x-order-proof": receiptToken(secret, orderId) };
  const params = { id };
  const body = { orderId };

  return {
    id,
    productId: product.id,
    /** When the period ends that joining paid for. */
    paidUntil: currentPeriodEnd,
    pause: (months: 1 | 3) =>
      app.call(contract.pauseMembership, { params, body: { ...body, months } }, { headers }),
    cancel: () => app.call(contract.cancelMembership, { params, body }, { headers }),
    keep: () => app.call(contract.keepMembership, { params, body }, { headers }),
    undoMove: () => app.call(contract.undoMove, { params, body }, { headers }),
    resume: () => app.call(contract.resumeMembership, { params, body }, { headers }),
    previewMove: (billingInterval: "MONTH" | "YEAR") =>
      app.call(contract.previewMove, { params, querystring: { ...body, billingInterval } }, { headers }),
    move: (agreed: Agreed) =>
      app.call(
        contract.moveMembership,
        {
          params,
          body: {
            ...body,
            billingInterval: agreed.billingInterval,
            priceCents: agreed.priceCents,
            chargeCents: agreed.chargeCents,
            at: new Date(agreed.at).toISOString(),
          },
        },
        { headers },
      ),
    tryCardAgain: () => app.call(contract.retryMembershipPayment, { params, body }, { headers }),
    openCardForm: async () => (await app.call(contract.startCardChange, { params, body }, { headers })).body,
    finishCard: (setupIntentId: string) =>
      app.call(contract.finishCardChange, { params, body: { ...body, setupIntentId } }, { headers }),
    /** What the member's page shows. */
    async shown() {
      const answer = await app.call(contract.listMemberships, { querystring: { orderId } }, { headers });
      const [membership] = answer.body;
      if (!membership) throw new Error(`the membership is not shown: ${answer.text}`);
      return membership;
    },
    /** Whether it opens what members see. */
    async isOpen() {
      const request = { headers, cookies: {} } as unknown as Parameters<typeof canSeeProduct>[1];
      return (await canSeeProduct(app.services, request, { productId: product.id })) !== undefined;
    },
    /** What was paid for, period by period, in cents. */
    async paid() {
      const { rows } = await pool.query<{ cents: number }>(
        "select total_cents as cents from orders where subscription_id = $1 order by created_at",
        [id],
      );
      return rows.map(({ cents }) => cents);
    },
  };
}
