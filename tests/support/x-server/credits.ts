/** X's prices in thousandths of a dollar, for what this server does. */
export const prices = {
  message: 15,
  messageRead: 10,
  userRead: 10,
  messageEvent: 10,
  otherEvent: 10,
  post: 5,
};

export type Credits = {
  /** Thousandths of a dollar that are left. Nothing is answered any more when there are none. */
  left: number;
  /** How X says so: a 402, or a problem of the kind `usage-capped`. */
  wording: "payment-required" | "usage-capped";
  spend(price: keyof typeof prices, times?: number): void;
};

export function createCredits(): Credits {
  return {
    left: 1_000_000,
    wording: "payment-required",
    spend(price, times = 1) {
      this.left -= prices[price] * times;
    },
  };
}
