import { useState } from "react";
import { type getPaymentSetup, priceCheckout } from "#contract/checkout/checkout.ts";
import { callApi, type Output } from "#web/api.ts";
import type { WalletPayment, WalletTotal } from "#web/payments/wallet.ts";
import { WalletButtons } from "#web/payments/wallet-buttons.tsx";
import { type Cart, type PricedCart, priceInput, type Product } from "./cart.ts";
import { isRenewed, RenewalConsent } from "./payment-terms.tsx";

type Props = {
  product: Product;
  setup: Output<typeof getPaymentSetup>;
  priced: PricedCart;
  cart: Cart;
  email: string;
  disabled: boolean;
  onApproved: (payment: WalletPayment) => void;
};

/**
 * One press above the form, with a wallet that knows its buyer. Its place is kept until it is known whether this device has
 * a wallet, so that nothing moves under a finger that is about to press; without one it is gone.
 */
export function ExpressPayment({ product, setup, priced, cart, email, disabled, onApproved }: Props) {
  const [isThere, setThere] = useState<boolean | undefined>(setup.provider === "sandbox" || undefined);
  if (isThere === false) return null;
  const { totalCents, currency } = priced;
  const priceTo = async (shippingCountry: string) => {
    const input = priceInput(product.id, { ...cart, shippingCountry });
    const answer = await callApi(priceCheckout, input, { signal: AbortSignal.timeout(pricedWithinMs) });
    return answer.shipping?.country === shippingCountry ? totalOf(answer) : undefined;
  };
  return (
    <div
      className={`mt-5 grid grid-cols-1 gap-4 ${isThere ? "" : "invisible"}`}
      role="group"
      aria-label="Express checkout"
    >
      <div className="min-h-12">
        <WalletButtons
          setup={setup}
          offer={{
            payable: {
              cents: totalCents,
              currency,
              recurring: product.type === "MEMBERSHIP",
              keepsCardOnly: false,
            },
            ...totalOf(priced),
            ...(priced.shipping && {
              shipping: { countries: priced.shipping.countries, country: priced.shipping.country, priceTo },
            }),
            email,
            ...(isRenewed(product) && {
              renewal: {
                title: product.title,
                cents: product.priceCents,
                interval: product.billingInterval === "YEAR" ? "year" : "month",
              },
            }),
          }}
          disabled={disabled}
          onApproved={onApproved}
          // What comes after its place was given up would push the form away.
          onKnown={(known) => setThere((before) => before ?? known)}
        />
      </div>
      <RenewalConsent product={product} trial={null} />
      <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
        or pay by card
      </p>
    </div>
  );
}

/** A wallet waits twenty seconds for what something costs. */
const pricedWithinMs = 15_000;

/** A cart as a wallet's sheet lists it: goods and, where it is known, shipping. */
const totalOf = ({ lines, totalCents, shipping }: PricedCart): WalletTotal => ({
  lines: lines.map(({ title, totalPriceCents, shippingCents }) => ({
    title,
    cents: totalPriceCents - shippingCents,
  })),
  shippingCents: shipping?.cents ?? 0,
  totalCents,
});
