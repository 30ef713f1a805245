import { confirmTotal, createPaymentIntent } from "#contract/checkout/checkout.ts";
import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { signatureHeader, signWebhook, webhookKey } from "#server/payments/sandbox/webhook-signature.ts";
import type { Caller, TestApp } from "./test-app.ts";

export const goodCard = { number: "4242424242424242", expiry: "12/40", cvc: "123" };

/** What else a buyer asks for at checkout. */
export type CartWishes = {
  orderBumps?: string[];
  couponCode?: string;
  affiliateCode?: string;
  shippingCountry?: string;
  billingInterval?: "MONTH" | "YEAR";
  amountCents?: number;
};

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

/** What the button says before the card is charged: asks for the total that the buyer saw, and holds what it needs. */
export const pressPay = (
  browser: Caller,
  { checkoutSessionId, cartVersion, totalCents }: SeenCheckout,
  shippingAddress?: typeof leeds,
) =>
  browser.call(confirmTotal, {
    params: { checkoutSessionId },
    body: { cartVersion, totalCents, customerName: "A Buyer", ...(shippingAddress && { shippingAddress }) },
  });

/** An address that parcels reach; its country is GB. */
export const leeds = {
  name: "Di Reader",
  line1: "1 Long Lane",
  city: "Leeds",
  postalCode: "LS1 1AA",
  country: "GB",
};

type SeenCheckout = { checkoutSessionId: string; cartVersion: number; totalCents: number };

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

/** Something the sandbox has to say, as its deliverer finds it. */
export type SandboxEvent = { id: string; type: string; data: unknown };

/** Sends a signed webhook to the shop; the status is its answer's. */
export async function sendWebhook(app: TestApp, { id, type, data }: SandboxEvent): Promise<number> {
  const { clock, secret } = app.services;
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
  const answer = await app.app.inject({ method: "POST", url: "/webhook/sandbox", payload, headers });
  return answer.statusCode;
}

/** Takes what is waiting to be delivered: from now on it counts as delivered. */
export async function takeEvents({ services: { pool, clock } }: TestApp): Promise<SandboxEvent[]> {
  const { rows } = await pool.query<SandboxEvent>(
    "update sandbox.events set delivered_at = $1 where delivered_at is null returning id, type, data",
    [clock.now()],
  );
  return rows;
}

/** Delivers what the sandbox has to say, `times` over, and works off the jobs that follow. */
export async function deliverWebhooks(app: TestApp, times = 1): Promise<void> {
  for (const event of await takeEvents(app)) {
    const answers = await Promise.all(Array.from({ length: times }, () => sendWebhook(app, event)));
    for (const status of answers)
      if (status !== 200) throw new Error(`the webhook ${event.type} was refused: ${status}`);
  }
  await app.runJobs();
}
