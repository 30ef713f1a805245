import { describe, expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { openCheckout } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { sandboxGateway, stripeGateway } from "./gateways.ts";

const club = { type: "MEMBERSHIP", billingInterval: "MONTH", priceCents: 1_900 } as const;

describe.each([
  { provider: "the sandbox", open: sandboxGateway },
  { provider: "Stripe", open: stripeGateway },
])("two memberships of one product for one mailbox, with $provider", async ({ open }) => {
  const gateway = await open();
  const { app } = gateway;

  async function paidCheckout(productId: string, email: string) {
    const browser = app.browser();
    const checkout = await openCheckout(browser, productId, email);
    await gateway.pay(browser, checkout);
    const finish = async () =>
      (await browser.call(finishPayment, { body: { paymentIntentId: checkout.paymentIntentId ?? "" } })).body;
    return { checkout, finish, email };
  }

  test("paid at the same moment leave one, whatever news comes late or again, and no further bill", async () => {
    const product = await makeProduct(app, club);
    const both = await Promise.all([
      paidCheckout(product.id, "one@example.com"),
      paidCheckout(product.id, "one+second@example.com"),
    ]);
    await Promise.all([...both.map(({ finish }) => finish()), gateway.deliver()]);
    await gateway.hearAgain();
    await gateway.pass({ days: 32 });
    await gateway.hearAgain();
    const books = await Promise.all(
      both.map(({ checkout }) => gateway.booksOf(checkout.paymentIntentId ?? "")),
    );
    expect(books.map(({ refundedCents }) => refundedCents).toSorted()).toEqual([0, 1_900]);
    const { pool } = app.services;
    const { rows } = await pool.query("select status from subscriptions where product_id = $1", [product.id]);
    expect(rows).toEqual([{ status: "active" }]);
    const { rows: orders } = await pool.query(
      "select total_cents as cents from orders where product_id = $1 and status = 'PAID'",
      [product.id],
    );
    expect(orders).toEqual([{ cents: 1_900 }, { cents: 1_900 }]);
    const { rows: mails } = await pool.query(
      "select recipient from mail_outbox where template = 'already-member'",
    );
    expect(mails).toHaveLength(1);
    expect(await auditNow(app)).toEqual([]);
  });
});
