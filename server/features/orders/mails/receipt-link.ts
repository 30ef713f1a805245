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

/** The same page, which saves the receipt as a PDF at once. */
export function receiptPdfLink(...order: Parameters<typeof receiptLink>): string {
  return `${receiptLink(...order)}&receipt=pdf`;
}

/** The same page, which saves the calendar file of one of its lines at once. */
export function calendarLink(itemId: string, ...order: Parameters<typeof receiptLink>): string {
  return `${receiptLink(...order)}&calendar=${itemId}`;
}

/** Where the order's buyer withdraws from it, with the same token: neither it nor the address goes to any server. */
export function withdrawLink(
  publicUrl: URL,
  secret: string,
  { id, number, email, seller }: Pick<ReceiptOrder, "id" | "number" | "email" | "seller">,
): string {
  const link = new URL("/withdraw", publicUrl);
  link.searchParams.set("order", String(number));
  link.searchParams.set("store", seller.handle);
  link.hash = new URLSearchParams({ email, rt: keyedToken(secret, "receipt", id) }).toString();
  return link.href;
}
