import { completeFreeOrder } from "#contract/checkout/checkout.ts";
import { openCheckout } from "./buy.ts";
import type { Caller } from "./test-app.ts";

/** Takes a free product in a browser, as it is told to; answers the order's id. */
export async function takeFree(
  browser: Caller,
  productId: string,
  email: string,
  customerName = "Ada Buyer",
): Promise<string> {
  const { checkoutSessionId, cartVersion } = await openCheckout(browser, productId, email);
  const { status, body, text } = await browser.call(completeFreeOrder, {
    params: { checkoutSessionId },
    body: { cartVersion, customerName },
  });
  if (status !== 200) throw new Error(`the free order was refused: ${status} ${text}`);
  return body.orderReference.replace(/^free_/, "");
}
