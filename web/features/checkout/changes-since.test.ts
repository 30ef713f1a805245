import { expect, test } from "vitest";
import type { Draft } from "#contract/checkout/draft.ts";
import type { Cart } from "./cart.ts";
import { changesSince } from "./changes-since.ts";
import type { PricedCheckout } from "./use-checkout-session.ts";

const draft = (totalCents: number, orderBumps: string[] = []) =>
  ({ orderBumps, left: { totalCents } }) as unknown as Draft;
const cart = (orderBumps: string[] = []) => ({ orderBumps }) as unknown as Cart;
const priced = (totalCents: number, shippingCents?: number) =>
  ({
    totalCents,
    currency: "usd",
    ...(shippingCents !== undefined && { shipping: { cents: shippingCents } }),
  }) as unknown as PricedCheckout;

test("what a mail's link has filled in says that it is back, and nothing more where nothing has changed", () => {
  expect(changesSince(draft(5_000), cart(), priced(5_000))).toBe("Here is what you left.");
  // What sending costs is asked of the address, and was not known as it was left.
  expect(changesSince(draft(5_000), cart(), priced(5_600, 600))).toBe("Here is what you left.");
  expect(changesSince(draft(5_000), cart(), undefined)).toBe("Here is what you left.");
});

test("another price, and an extra that is gone, are said", () => {
  expect(changesSince(draft(5_000), cart(), priced(5_500))).toBe(
    "Here is what you left. It came to $50.00, and comes to $55.00 now.",
  );
  expect(changesSince(draft(6_000, ["a", "b"]), cart(["a"]), priced(5_500))).toBe(
    "Here is what you left. An extra that you had chosen is not offered any more. It came to $60.00, and comes to $55.00 now.",
  );
});
