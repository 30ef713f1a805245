import { type APIRequestContext, expect, request } from "@playwright/test";
import { mailsTo, newAddress } from "#tests/e2e/support/mailbox.ts";

const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
type Product = { id: string; type: string; priceCents: number };

/** Opens a checkout of the demo store's download. */
export async function openCheckout(buyer: APIRequestContext, email: string) {
  const shelf = await buyer.get("/api/creators/demo/products");
  expect(shelf.status(), await shelf.text()).toBe(200);
  const products = (await shelf.json()) as Product[];
  const product = products.find(({ type, priceCents }) => type === "DOWNLOAD" && priceCents > 0);
  const answer = await buyer.post("/api/create-payment-intent", {
    data: { productId: product?.id, customerEmail: email, customerName: "Ada" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const checkout = (await answer.json()) as { paymentIntentId: string; clientSecret: string };
  return { ...checkout, returnUrl: new URL("/post-purchase", answer.url()).href };
}

/** Opens one and pays it with a good card; the card has been charged when this returns. Answers the payment intent's id. */
export async function payWithCard(buyer: APIRequestContext, email: string): Promise<string> {
  const checkout = await openCheckout(buyer, email);
  await confirmPayment(buyer, checkout);
  return checkout.paymentIntentId;
}

/** Buys at the server of an address, as somebody new, and waits for what was bought. */
export async function buyAt(origin: string): Promise<void> {
  const buyer = await request.newContext({ baseURL: origin });
  const email = newAddress("buyer");
  await expectBought(buyer, email, await payWithCard(buyer, email));
  await buyer.dispose();
}

/** Pays an open checkout with a good card. */
export async function confirmPayment(
  buyer: APIRequestContext,
  { paymentIntentId, clientSecret, returnUrl }: Awaited<ReturnType<typeof openCheckout>>,
): Promise<void> {
  const paid = await buyer.post(`/api/sandbox/payment-intents/${paymentIntentId}/confirm`, {
    data: { clientSecret, card, returnUrl },
  });
  expect(await paid.json(), await paid.text()).toMatchObject({ status: "succeeded" });
}

/** Waits until a payment has become one PAID order with its download and one receipt. */
export async function expectBought(
  buyer: APIRequestContext,
  email: string,
  paymentIntentId: string,
): Promise<void> {
  const waiting = { intervals: [50] };
  const findOrder = async () => {
    const params = { customer_email: email };
    const answer = await buyer.get(`/api/order-by-payment-intent/${paymentIntentId}`, { params });
    return (await answer.json()) as { order?: { id: string; status: string } };
  };
  let found: Awaited<ReturnType<typeof findOrder>> = {};
  await expect.poll(async () => (found = await findOrder()), waiting).toHaveProperty("order.status", "PAID");
  const downloads = await buyer.get("/api/digital-downloads", { params: { orderId: found.order?.id ?? "" } });
  expect(await downloads.json()).toHaveLength(1);
  await expect.poll(async () => (await mailsTo(buyer, email)).length, waiting).toBe(1);
}
