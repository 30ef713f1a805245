import { ApiError } from "#web/api.ts";
import type { Problem } from "#web/payments/payment-problem.tsx";
import type { Cart } from "./cart.ts";

/** An order of this buyer's that speaks against another one, by the reference its page knows it by. */
export type EarlierOrder = {
  orderReference: string;
  email: string;
  message: string;
  /** It began a membership that runs: there can be no second one. */
  isMembership: boolean;
};

/** Why the server made no checkout of a cart. */
export type Refusal =
  /** The cart is fine without these: the sale goes on. */
  | { kind: "coupon" | "offers"; message: string }
  /** Less than is taken. */
  | { kind: "amount"; message: string }
  | { kind: "email"; message: string }
  | { kind: "earlier"; order: EarlierOrder }
  /** It cannot be bought, for example because the last one is gone. */
  | { kind: "refused"; message: string }
  /** Nobody answered, or not as expected: worth another try. */
  | { kind: "unreachable" };

export function refusalOf(error: unknown, cart: Cart): Refusal {
  if (!(error instanceof ApiError) || error.status >= 500) return { kind: "unreachable" };
  const { fields = {}, message = "", code } = error.body;
  const orderReference = (error.body as { orderReference?: string }).orderReference;
  if (fields["couponCode"] && cart.couponCode) return { kind: "coupon", message: fields["couponCode"] };
  if (fields["amountCents"]) return { kind: "amount", message: fields["amountCents"] };
  if (fields["customerEmail"]) return { kind: "email", message: fields["customerEmail"] };
  if (orderReference) {
    const isMembership = code === "ALREADY_MEMBER";
    return { kind: "earlier", order: { orderReference, email: cart.email, message, isMembership } };
  }
  if (error.status === 400 && cart.orderBumps.length > 0)
    return { kind: "offers", message: "One of the offers has ended. Please choose again." };
  if (fields["orderBumps"] && cart.orderBumps.length > 0)
    return { kind: "offers", message: fields["orderBumps"] };
  const notServed = fields["shippingAddress.country"];
  if (notServed) return { kind: "refused", message: notServed };
  if (fields["productId"]) return { kind: "refused", message: fields["productId"] };
  if (error.status === 409 && message && code !== "BUSY") return { kind: "refused", message };
  return { kind: "unreachable" };
}

/** The same, for a wallet that was told to pay. What can be said of it on the page stands there, too. */
export function walletRefusal(refusal: Refusal | undefined): Problem {
  switch (refusal?.kind) {
    case "coupon":
    case "offers":
    case "amount":
    case "email":
    case "refused":
      return { message: refusal.message, step: "Nothing was charged." };
    case "earlier":
      return { message: refusal.order.message, step: "Nothing was charged." };
    default:
      return { message: "Your payment could not be set up.", step: "Nothing was charged. Please try again." };
  }
}
