import { createPaymentIntent } from "#contract/checkout.ts";
import { confirmSandboxPayment } from "#contract/sandbox.ts";
import { signatureHeader, signWebhook, webhookKey } from "#server/payments/sandbox/webhook-signature.ts";
import type { Caller, TestApp } from "./test-app.ts";

export const goodCard = { number: "4242424242424242", expiry: "12/40", cvc: "123" };

/** What else a buyer asks for at checkout. */
export type CartWishes = { orderBumps?: string[]; couponCode?: string; affiliateCode?: string };

/** Opens a checkout of a product in a browser; fails the test when that is refused. */
export async function openCheckout(
  browser: Caller,
  productId: string,
  customerEmail = "buyer@example.com",
  cart: CartWishes = {},
) {
  const { status, body, text } = await browser.call(createPaymentIntent, {
    body: { productId, customerEmail, ...cart },
  });
  if (status !== 200) throw new Error(`the checkout was refused: ${status} ${text}`);
  return body;
}

/** Pays an open checkout with a test card; does not wait for the shop to notice. */
export async function pay(
  browser: Caller,
  checkout: { paymentIntentId: string | null; clientSecret: string | null },
  card = goodCard,
) {
  const { body } = await browser.call(confirmSandboxPayment, {
    params: { id: checkout.paymentIntentId ?? "" },
    body: {
      clientSecret: checkout.clientSecret ?? "",
      card,
      returnUrl: "http://localhost:3000/post-purchase?email=buyer%40example.com",
    },
  });
  return body;
}

/** Delivers what the sandbox has to say, `times` over, and works off the jobs that follow. */
export async function deliverWebhooks(app: TestApp, times = 1): Promise<void> {
  const { pool, clock, secret } = app.services;
  const { rows } = await pool.query<{ id: string; type: string; data: unknown }>(
    "update sandbox.events set delivered_at = $1 where delivered_at is null returning id, type, data",
    [clock.now()],
  );
  for (const { id, type, data } of rows) {
    const payload = JSON.stringify({
      id,
      object: "event",
      type,
      created: 1,
      livemode: false,
      data: { object: data },
    });
    const headers = {
      [signatureHeader]: signWebhook(webhookKey(secret), payload, clock.now()),
      "content-type": "application/json",
    };
    const answers = await Promise.all(
      Array.from({ length: times }, () =>
        app.app.inject({ method: "POST", url: "/webhook/sandbox", payload, headers }),
      ),
    );
    for (const answer of answers)
      if (answer.statusCode !== 200) throw new Error(`the webhook was refused: ${answer.body}`);
  }
  await app.runJobs();
}
