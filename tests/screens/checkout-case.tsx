import type { ComponentProps } from "react";
import { ProductPage } from "#contract/catalog/product-page.ts";
import { PricedLine, priceCheckout } from "#contract/checkout/checkout.ts";
import { CheckoutPage } from "#web/features/checkout/checkout-page.tsx";
import { example, exampleAnswer, exampleId } from "./example.ts";
import { renderScreen, type Width } from "./render-screen.tsx";

/** A service for $49.00 that is sold once. */
export const product = example(ProductPage, {
  id: exampleId(),
  title: "Portfolio review",
  type: "SERVICE",
  priceCents: 4_900,
  currency: "usd",
  billingInterval: "ONE_TIME",
  creator: { ...example(ProductPage).creator, handle: "ines", name: "Ines" },
});

/** Its line in a cart. */
export const line = example(PricedLine, {
  productId: product.id,
  title: product.title,
  itemType: "MAIN",
  unitPriceCents: 4_900,
  totalPriceCents: 4_900,
});

/** The cart of nothing else. */
export const cart = {
  totalCents: 4_900,
  currency: "usd",
  billingInterval: "ONE_TIME" as const,
  lines: [line],
};

export const paymentIntentId = "pi_sbx_0123456789abcdef01234567";
export const payment = {
  paymentIntentId,
  clientSecret: `${paymentIntentId}_secret_abc`,
  checkoutSessionId: exampleId(),
};

/** Its checkout as it opens, with nothing typed yet. */
export const showCheckout = (
  width: Width = 1280,
  changes: Partial<ComponentProps<typeof CheckoutPage>> = {},
) =>
  renderScreen(
    <CheckoutPage
      product={product}
      bumps={[]}
      setup={{ provider: "sandbox", publishableKey: null }}
      search={{}}
      draft={null}
      priced={exampleAnswer(priceCheckout, { ...cart })}
      origin={location.origin}
      reviews={null}
      {...changes}
    />,
    { at: `/checkout/${product.id}`, width, elsewhere: ["/post-purchase", "/success"] },
  );
