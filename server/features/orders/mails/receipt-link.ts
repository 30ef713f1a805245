import { keyedToken } from "#server/secrets/secrets.ts";
import type { ReceiptOrder } from "./receipt-order.ts";

/** The page of an order, opened by its token. It stands in the fragment, which browsers never send to any server. */
export function receiptLink(
  publicUrl: URL,
  secret: string,
  { id, paymentIntentId, email }: Pick<ReceiptOrder, "id" | "paymentIntentId" | "email">,
): string {
  const link = new URL("/success", publicUrl);
  link.searchParams.set("payment_intent", paymentIntentId ?? `free_${id}`);
  link.searchParams.set("customer_email", email);
  link.hash = `rt=${keyedToken(secret, "receipt", id)}`;
  return link.href;
}
