import { useState } from "react";
import type { getPaymentSetup } from "#contract/checkout/checkout.ts";
import type { Output } from "#web/api.ts";
import type { WalletPayment } from "#web/payments/wallet.ts";
import { WalletButtons } from "#web/payments/wallet-buttons.tsx";
import type { PricedCart, Product } from "./cart.ts";
import { isRenewed, RenewalConsent } from "./payment-terms.tsx";

type Props = {
  product: Product;
  setup: Output<typeof getPaymentSetup>;
  priced: PricedCart;
  email: string;
  disabled: boolean;
  onApproved: (payment: WalletPayment) => void;
};

/**
 * One press above the form, with a wallet that knows its buyer. Its place is kept until it is known whether this device has
 * a wallet, so that nothing moves under a finger that is about to press; without one it is gone.
 */
export function ExpressPayment({ product, setup, priced, email, disabled, onApproved }: Props) {
  const [isThere, setThere] = useState<boolean | undefined>(setup.provider === "sandbox" || undefined);
  if (isThere === false) return null;
  const { totalCents, currency, lines, requiresShipping } = priced;
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
            payable: { cents: totalCents, currency, recurring: product.type === "MEMBERSHIP" },
            lines: lines.map(({ title, totalPriceCents }) => ({ title, cents: totalPriceCents })),
            requiresShipping,
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
      <RenewalConsent product={product} />
      <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
        or pay by card
      </p>
    </div>
  );
}
