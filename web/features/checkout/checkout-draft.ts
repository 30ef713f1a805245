import type { Problem } from "#web/payments/payment-problem.tsx";
import type { Cart } from "./cart.ts";

/**
 * What this tab remembers of a checkout that is not paid yet, so that a reload, Back from the bank's page and a payment
 * that failed lose nothing. Never anything of a card: its fields have no names.
 */
export type Draft = {
  /** The page's query: another link, with another coupon or other offers, begins the choice anew. */
  search: string;
  choice: Pick<Cart, "orderBumps" | "couponCode">;
  /** What stands in the form, by the names of its fields. */
  fields: Record<string, string>;
  /** The payment that was confirmed last. */
  paymentIntentId: string;
  /** Why it failed: to be shown once. */
  problem: Problem | undefined;
};

const prefix = "openstall:checkout:";

/** Empty where there is none, and where the browser keeps nothing. */
export function readDraft(productId: string): Partial<Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + productId) ?? "{}") as Partial<Draft>;
  } catch {
    return {};
  }
}

export function updateDraft(productId: string, part: Partial<Draft>): void {
  try {
    sessionStorage.setItem(prefix + productId, JSON.stringify({ ...readDraft(productId), ...part }));
  } catch {
    // Its storage is full or switched off: the checkout works without.
  }
}

/** The product whose checkout in this tab made a payment. */
export function productOfPayment(paymentIntentId: string): string | undefined {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .find((productId) => readDraft(productId).paymentIntentId === paymentIntentId);
  } catch {
    return undefined;
  }
}

export function clearDraft(productId: string): void {
  try {
    sessionStorage.removeItem(prefix + productId);
  } catch {
    // There was none.
  }
}
