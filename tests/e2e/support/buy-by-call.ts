import { expect, type APIRequestContext } from "@playwright/test";
import { card } from "./checkout.ts";

/** Buys a product without its pages, in the browser that these requests are of; answers the payment's id once it is an order. */
export async function buyByCall(
  request: APIRequestContext,
  productId: string,
  customerEmail: string,
): Promise<string> {
  const opened = await request.post("/api/create-payment-intent", { data: { productId, customerEmail } });
  expect(opened.status(), await opened.text()).toBe(200);
  const { paymentIntentId, clientSecret } = (await opened.json()) as {
    paymentIntentId: string;
    clientSecret: string;
  };
  const paid = await request.post(`/api/sandbox/payment-intents/${paymentIntentId}/confirm`, {
    data: {
      clientSecret,
      card: { number: card.good, expiry: "12/40", cvc: "123" },
      returnUrl: new URL("/post-purchase", opened.url()).href,
    },
  });
  expect(await paid.json()).toMatchObject({ status: "succeeded" });
  await expect
    .poll(async () =>
      (
        await request.get(`/api/order-by-payment-intent/${paymentIntentId}`, {
          params: { customer_email: customerEmail },
        })
      ).status(),
    )
    .toBe(200);
  return paymentIntentId;
}
