import type { getPaymentSetup } from "#contract/checkout.ts";
import type { getProduct } from "#contract/catalog.ts";
import type { Output } from "#web/api.ts";
import { Logo } from "#web/ui/logo.tsx";
import { CheckoutUnavailableScreen } from "./checkout-screens.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PaymentDetails } from "./payment-details.tsx";
import { useCheckoutSession } from "./use-checkout-session.ts";

export type CheckoutProps = {
  product: Output<typeof getProduct>;
  setup: Output<typeof getPaymentSetup>;
  affiliateCode: string | undefined;
  origin: string;
};

/** The checkout of one product. A free product needs no payment provider. */
export function CheckoutPage({ product, setup, affiliateCode, origin }: CheckoutProps) {
  const checkout = useCheckoutSession({ productId: product.id, affiliateCode });
  const totalCents = checkout.session?.totalCents ?? product.priceCents;
  if (setup.provider === "none" && product.priceCents > 0) return <CheckoutUnavailableScreen />;
  return (
    <>
      <header className="border-b border-border">
        <div className="mx-auto flex h-16 max-w-5xl items-center justify-between px-5 sm:px-8">
          <a
            href={`/u/${product.creator.handle}`}
            className="inline-flex h-11 items-center text-sm font-medium text-muted-foreground hover:text-foreground"
          >
            ← {product.creator.name}
          </a>
          <Logo />
        </div>
      </header>
      <main className="mx-auto max-w-5xl px-5 pt-8 pb-16 sm:px-8 sm:pt-12">
        <div className="mb-8 grid gap-1">
          <h1 className="text-2xl font-semibold tracking-tight sm:text-3xl">Secure Checkout</h1>
          <p className="text-muted-foreground">Complete your purchase with secure payment processing</p>
        </div>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <OrderSummary product={product} amounts={{ subtotalCents: totalCents, totalCents }} />
          <PaymentDetails
            product={product}
            setup={setup}
            origin={origin}
            checkout={checkout}
            totalCents={totalCents}
          />
        </div>
      </main>
    </>
  );
}
