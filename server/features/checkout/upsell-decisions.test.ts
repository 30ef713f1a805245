import { expect, test } from "vitest";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { processUpsell } from "#contract/checkout/post-purchase.ts";
import { deliverWebhooks, goodCard, openCheckout, pay } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeUpsell } from "#tests/support/offer-factory.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { completeFreeUpsell } from "./complete-upsell.ts";
import { cancelUpsell } from "./cancel-upsell.ts";

const app = await testApp();
const { payments, pool } = app.services;
const rowsOf = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await pool.query<Row>(text, values)).rows;

type Browser = ReturnType<typeof app.browser>;
const choose = (browser: Browser, upsellId: string, paymentIntentId: string, action: "ACCEPT" | "DECLINE") =>
  browser.call(processUpsell, {
    body: { upsellId, paymentIntentId, customerEmail: "ann@example.com", action },
  });

/** An order that was just paid, and an add-on that is offered with it. */
async function offered(card = goodCard.number) {
  const main = await makeProduct(app, { priceCents: 5_000 });
  const piece = await makeProduct(app, {
    ownerId: main.ownerId,
    priceCents: 2_700,
    trackInventory: true,
    inventoryQuantity: 1,
  });
  const upsell = await makeUpsell(app, main, { upsellProductId: piece.id });
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id, "ann@example.com");
  await pay(browser, checkout, { ...goodCard, number: card });
  await deliverWebhooks(app);
  const paymentIntentId = checkout.paymentIntentId ?? "";
  const say = (action: "ACCEPT" | "DECLINE") => choose(browser, upsell.id, paymentIntentId, action);
  const kept = async () =>
    (await rowsOf("select 1 from order_items where offer_id = $1", upsell.id)).length === 1;
  const left = async () =>
    (
      await rowsOf<{ left: number }>(
        "select inventory_quantity as left from products where id = $1",
        piece.id,
      )
    )[0]?.left;
  return { browser, upsell, say, kept, left };
}

/** Right before the card is charged, this happens as well. */
async function beforeCharging<Answer>(meanwhile: () => Promise<void>, act: () => Promise<Answer>) {
  const { chargeSavedCard } = payments;
  try {
    payments.chargeSavedCard = async (input) => {
      await meanwhile();
      return chargeSavedCard(input);
    };
    return await act();
  } finally {
    payments.chargeSavedCard = chargeSavedCard;
  }
}

test("a no while an earlier yes is being charged is not told that nothing was bought", async () => {
  const { say, kept } = await offered();
  let told: string | undefined;
  const accepted = await beforeCharging(
    async () => void (told = (await say("DECLINE")).body.action),
    () => say("ACCEPT"),
  );
  expect([told, accepted.body.action, await kept()]).toEqual(["PROCESSING", "ACCEPTED", true]);
});

test("an add-on that is charged after its offer was given up adds nothing, says so, and gives the money back", async () => {
  const { browser, upsell, say, kept, left } = await offered();
  const accepted = await beforeCharging(
    async () => {
      const rows = await rowsOf<{ id: string }>(
        "select order_id as id from upsell_offers where upsell_id = $1",
        upsell.id,
      );
      await cancelUpsell(app.services, rows[0]?.id ?? "", upsell.id, null, true);
    },
    () => say("ACCEPT"),
  );
  expect(accepted).toMatchObject({
    status: 409,
    body: { code: "OFFER_CLOSED", message: expect.stringContaining("goes back to you") },
  });
  const [charge] = await rowsOf<{ id: string }>(
    "select id from sandbox.payment_intents where metadata ->> 'upsell' = $1",
    upsell.id,
  );
  expect(await rowsOf("select amount from sandbox.refunds where payment_intent = $1", charge?.id)).toEqual([
    { amount: 2_700 },
  ]);
  await deliverWebhooks(app, 2);
  expect([await kept(), await left()]).toEqual([false, 1]);
  expect((await say("ACCEPT")).body.action).toBe("DECLINED");
  const returned = await browser.call(finishPayment, { body: { paymentIntentId: charge?.id ?? "" } });
  expect(returned.body).toMatchObject({
    status: "FAILED",
    message: expect.stringContaining("goes back to you"),
  });
});

test("yes and no at once end in one of them, and nobody who was told no is charged", async () => {
  for (let round = 0; round < 8; round++) {
    const { say, kept } = await offered();
    const later = async () => {
      await new Promise((done) => setTimeout(done, round * 3));
      return say("DECLINE");
    };
    const answers = await Promise.all([say("ACCEPT"), say("ACCEPT"), later()]);
    await deliverWebhooks(app);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const told = new Set(answers.map(({ body }) => body.action));
    // A no that comes while the card is charged is told that it is.
    told.delete("PROCESSING");
    expect([...told]).toEqual([(await kept()) ? "ACCEPTED" : "DECLINED"]);
  }
});

test("a no to an add-on whose payment the bank is settling is answered with what will become of it", async () => {
  const { say, kept } = await offered("4000000000000341");
  const begun = (await say("ACCEPT")).body;
  expect(begun.action).toBe("PAYMENT_REQUIRED");
  const { cancelIntent, getIntent } = payments;
  try {
    // It was confirmed in another tab, and neither ends nor can be cancelled.
    payments.cancelIntent = async () => Promise.reject(new Error("it is processing"));
    payments.getIntent = async (id) => ({ ...(await getIntent(id)), status: "processing" as const });
    expect((await say("DECLINE")).body).toMatchObject({
      action: "PROCESSING",
      paymentIntentId: begun.paymentIntentId,
    });
  } finally {
    Object.assign(payments, { cancelIntent, getIntent });
  }
  expect((await say("DECLINE")).body.action).toBe("DECLINED");
  expect(await kept()).toBe(false);
});

test("an add-on that costs nothing is not added after a no", async () => {
  const { upsell, say, kept } = await offered();
  await pool.query("update upsells set discount_type = 'PERCENTAGE', discount_value = 10000 where id = $1", [
    upsell.id,
  ]);
  const [order] = await rowsOf<{ id: string }>(
    "select id from orders where product_id = $1",
    upsell.triggerProductId,
  );
  expect((await say("DECLINE")).body.action).toBe("DECLINED");
  expect(await completeFreeUpsell(app.services, order?.id ?? "", upsell.id)).toBe("OFFER_CLOSED");
  expect(await kept()).toBe(false);
});

test("the books are right after all of this", async () => {
  await deliverWebhooks(app);
  expect(await auditNow(app)).toEqual([]);
});
