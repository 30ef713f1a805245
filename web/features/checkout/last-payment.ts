import type { Problem } from "#web/payments/payment-problem.tsx";

/** What this tab remembers of the payment that it confirmed last. The cart and what was typed are kept on the server. */
type LastPayment = {
  /** The page's query. */
  search: string;
  paymentIntentId: string;
  email: string;
  /** Why it failed: to be shown once. */
  problem: Problem | undefined;
};

const prefix = "openstall:checkout:";

/** Empty where there is none, and where the browser keeps nothing. */
export function readLastPayment(productId: string): Partial<LastPayment> {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + productId) ?? "{}") as Partial<LastPayment>;
  } catch {
    return {};
  }
}

export function updateLastPayment(productId: string, part: Partial<LastPayment>): void {
  try {
    sessionStorage.setItem(prefix + productId, JSON.stringify({ ...readLastPayment(productId), ...part }));
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
      .find((productId) => readLastPayment(productId).paymentIntentId === paymentIntentId);
  } catch {
    return undefined;
  }
}

/** Where a product's checkout is, as this tab came to it. */
export const checkoutPath = (productId: string): string =>
  `/checkout/${productId}${readLastPayment(productId).search ?? ""}`;

export function forgetLastPayment(productId: string): void {
  try {
    sessionStorage.removeItem(prefix + productId);
  } catch {
    // There was none.
  }
}
