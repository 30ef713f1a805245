import { afterEach, describe, expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { openCheckout } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { membershipOf } from "#tests/support/membership.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import type { Caller } from "#tests/support/test-app.ts";
import { type Gateway, sandboxGateway, stripeGateway } from "./gateways.ts";

const club = { type: "MEMBERSHIP", billingInterval: "MONTH", priceCents: 1_900, trialDays: 7 } as const;

/** How the purchase of a checkout stands, as the buyer's page asks. */
const finish = async (browser: Caller, { paymentIntentId }: { paymentIntentId: string | null }) =>
  browser.call(finishPayment, { body: { paymentIntentId: paymentIntentId ?? "" } });

async function paidFor({ app }: Gateway, productId: string) {
  const { rows } = await app.services.pool.query<{ cents: number }>(
    "select total_cents as cents from orders where product_id = $1 order by created_at",
    [productId],
  );
  return rows.map(({ cents }) => cents);
}

describe.each([
  { provider: "the sandbox", open: sandboxGateway },
  { provider: "Stripe", open: stripeGateway },
])(
  "a free trial whose process dies once the provider has its subscription, with $provider",
  async ({ open }) => {
    const gateway = await open();
    const { app } = gateway;
    const { subscriptions } = app.services.payments;
    const { createSubscription } = subscriptions;
    afterEach(() => {
      subscriptions.createSubscription = createSubscription;
    });

    /** A card is kept, and nothing has been heard of it yet. From now on `dies` says how often we do, right after. */
    async function keptCard(dies: number) {
      const product = await makeProduct(app, club);
      const browser = app.browser();
      const checkout = await openCheckout(browser, product.id);
      const made: string[] = [];
      let left = dies;
      subscriptions.createSubscription = async (input) => {
        const subscription = await createSubscription(input);
        made.push(subscription.id);
        if (left-- > 0) throw new Error("killed");
        return subscription;
      };
      return { product, browser, checkout, made };
    }
    /** One subscription at the provider, one order here, and one first payment when the days are over. */
    async function expectHealedOnce({ product, made }: Awaited<ReturnType<typeof keptCard>>) {
      expect(made.length).toBeGreaterThan(1);
      expect(new Set(made).size).toBe(1);
      expect(await paidFor(gateway, product.id)).toEqual([0]);
      expect(await membershipOf(app, product.id)).toMatchObject({
        status: "trialing",
        providerSubscriptionId: made[0],
      });
      await gateway.hearAgain();
      await gateway.pass({ days: 8 });
      await gateway.deliver();
      expect(await paidFor(gateway, product.id)).toEqual([0, 1_900]);
      const { rows } = await app.services.pool.query("select from subscriptions where product_id = $1", [
        product.id,
      ]);
      expect(rows).toHaveLength(1);
      expect(await auditNow(app)).toEqual([]);
    }

    test("is begun once by the buyer's page, which asks again", async () => {
      const begun = await keptCard(1);
      const { browser, checkout } = begun;
      await gateway.pay(browser, checkout);
      expect((await finish(browser, checkout)).status).toBe(500);
      expect(await paidFor(gateway, begun.product.id)).toEqual([]);
      const answers = await Promise.all([finish(browser, checkout), finish(browser, checkout)]);
      expect(answers.map(({ body }) => body.status)).toEqual(["PAID", "PAID"]);
      await gateway.deliver();
      await expectHealedOnce(begun);
    });

    test("is begun once by the provider's news, which comes again", async () => {
      const begun = await keptCard(1);
      await gateway.pay(begun.browser, begun.checkout);
      await gateway.deliver().catch(() => undefined);
      await gateway.hearAgain();
      await expectHealedOnce(begun);
    });

    test("is begun once by the reconciler, where its buyer has left and the news is lost", async () => {
      const begun = await keptCard(1);
      await gateway.pay(begun.browser, begun.checkout);
      await finish(begun.browser, begun.checkout);
      await app.services.pool.query("delete from job_outbox");
      app.clock.advance({ minutes: 5 });
      await app.reconcile();
      await app.runJobs();
      await expectHealedOnce(begun);
    });

    test("has its order and its first payment, where all that was heard before that payment is lost", async () => {
      const begun = await keptCard(1);
      await gateway.pay(begun.browser, begun.checkout);
      await finish(begun.browser, begun.checkout);
      await app.services.pool.query("delete from job_outbox");
      await gateway.pass({ days: 8 });
      await gateway.deliver();
      expect(await paidFor(gateway, begun.product.id)).toEqual([0, 1_900]);
      expect(await membershipOf(app, begun.product.id)).toMatchObject({ status: "active" });
      expect(await auditNow(app)).toEqual([]);
    });
  },
);

describe("the free trial of a product, with Stripe, which knows cards again", async () => {
  const gateway = await stripeGateway();
  const { app } = gateway;

  async function begin(productId: string, email: string, number?: string) {
    const browser = app.browser();
    const checkout = await openCheckout(browser, productId, email);
    await gateway.pay(browser, checkout, number === undefined ? {} : { number });
    return { browser, checkout, finished: (await finish(browser, checkout)).body };
  }

  test("is had once with a card, whatever the address; the second address is asked to pay at once", async () => {
    const product = await makeProduct(app, club);
    expect((await begin(product.id, "one@example.com")).finished).toMatchObject({ status: "PAID" });
    const { browser, finished } = await begin(product.id, "two@example.com");
    expect(finished).toMatchObject({ status: "FAILED" });
    expect(finished.message).toContain("Nothing was charged");
    await gateway.deliver();
    expect(await paidFor(gateway, product.id)).toEqual([0]);
    const again = await openCheckout(browser, product.id, "two@example.com");
    expect(again).toMatchObject({ totalCents: 1_900, trial: null });
    await gateway.pay(browser, again);
    await gateway.deliver();
    expect(await paidFor(gateway, product.id)).toEqual([0, 1_900]);
    // Another card is somebody else's, and this one may try another product.
    expect((await begin(product.id, "three@example.com", "5555555555554444")).finished.status).toBe("PAID");
    const other = await makeProduct(app, club);
    expect((await begin(other.id, "two@example.com")).finished.status).toBe("PAID");
    await gateway.deliver();
    expect(await auditNow(app)).toEqual([]);
  });

  test("is none that was lost in the hour in which its first bill waits", async () => {
    const product = await makeProduct(app, club);
    expect((await begin(product.id, "waits@example.com")).finished.status).toBe("PAID");
    const moved = async () =>
      (
        await app.services.pool.query<{ kind: string; trials: number; members: number }>(
          "select kind, trials, members from membership_movements where product_id = $1 order by at",
          [product.id],
        )
      ).rows;
    await gateway.pass({ days: 7 });
    expect(await membershipOf(app, product.id)).toMatchObject({ status: "active" });
    expect(await moved()).toEqual([{ kind: "TRIAL", trials: 1, members: 0 }]);
    expect(await auditNow(app)).toEqual([]);
    await gateway.pass({ hours: 2 });
    expect(await paidFor(gateway, product.id)).toEqual([0, 1_900]);
    expect((await moved()).slice(1)).toEqual([{ kind: "NEW", trials: -1, members: 1 }]);
    expect(await auditNow(app)).toEqual([]);
  });

  test("is had once with a card that two addresses keep at the same moment", async () => {
    const product = await makeProduct(app, club);
    const checkouts = await Promise.all(
      ["left@example.com", "right@example.com"].map(async (email) => {
        const browser = app.browser();
        const checkout = await openCheckout(browser, product.id, email);
        await gateway.pay(browser, checkout);
        return { browser, checkout };
      }),
    );
    const answers = await Promise.all(
      checkouts.map(async ({ browser, checkout }) => (await finish(browser, checkout)).body.status),
    );
    expect(answers.toSorted()).toEqual(["FAILED", "PAID"]);
    await gateway.deliver();
    expect(await paidFor(gateway, product.id)).toEqual([0]);
  });
});
