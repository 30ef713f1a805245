import { Suspense } from "react";
import type { getPaymentSetup } from "#contract/checkout/checkout.ts";
import type { Output } from "#web/api.ts";
import { CreatorColors } from "#web/layout/creator-colors.tsx";
import { CreatorFace } from "#web/layout/creator-mark.tsx";
import { Button } from "#web/ui/button.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Progress } from "#web/ui/progress.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { OfferCard } from "./offer-card.tsx";
import { addOnReturnPath } from "./success-path.ts";
import type { Purchase } from "./use-finished-purchase.ts";
import { useOfferAnswers } from "./use-offer-answers.ts";

// Needed only where the saved card cannot be charged.
const AddOnPayment = loadable(async () => (await import("./add-on-payment.tsx")).AddOnPayment);

type Props = {
  purchase: Purchase;
  setup: Output<typeof getPaymentSetup>;
  origin: string;
  onDone: () => void;
};

/** The offers after a purchase, one at a time. */
export function OfferCarousel({ purchase, setup, origin, onDone }: Props) {
  const { offers, email, orderReference } = purchase;
  const returnUrl = origin + addOnReturnPath(email, orderReference);
  const { index, offer, busy, payment, problem, answer, confirm, cancel } = useOfferAnswers(
    purchase,
    async (clientSecret) => {
      const { authenticateSavedCard } = await import("#web/payments/authenticate-saved-card.ts");
      return authenticateSavedCard(setup, clientSecret, returnUrl);
    },
    onDone,
  );

  if (!offer) return null;
  const price = formatMoney(offer.offerPriceCents + offer.shippingCents, offer.upsellProduct.currency);
  return (
    <>
      <CreatorColors accent={offer.seller.accent} />
      <header className="mx-auto flex h-16 max-w-xl items-center justify-between gap-4 px-5 text-sm font-medium text-muted-foreground">
        <CreatorFace creator={offer.seller} />
        {!offer.seller.isWhiteLabel && <Logo />}
      </header>
      <main className="mx-auto grid max-w-xl gap-4 px-5 pb-16">
        <p className="text-sm text-muted-foreground">
          Your order is complete. Before you go, one thing that goes well with it:
        </p>
        <div className="flex items-center justify-between gap-4">
          <p role="status" className="text-sm font-medium">
            <span className="sr-only">Offer </span>
            {index + 1} of {offers.length}
          </p>
          <Button variant="ghost" size="sm" className="-mr-3" disabled={busy !== undefined} onClick={onDone}>
            Skip All
          </Button>
        </div>
        {offers.length > 1 && <Progress value={index + 1} max={offers.length} label="Offers reached" />}
        <OfferCard key={offer.id} offer={offer}>
          {payment ? (
            <Suspense fallback={<Skeleton className="h-72" />}>
              <AddOnPayment
                key={payment.clientSecret}
                setup={setup}
                payment={payment}
                problem={problem}
                currency={offer.upsellProduct.currency}
                payer={{ email, returnUrl }}
                busy={busy === "CONFIRM"}
                onConfirm={(pay) => void confirm(pay)}
                onCancel={cancel}
              />
            </Suspense>
          ) : (
            <div data-keep-clear className="grid gap-2">
              <Button
                variant="brand"
                size="lg"
                disabled={busy !== undefined}
                loading={busy === "ACCEPT"}
                onClick={() => void answer("ACCEPT")}
              >
                Yes, Add This - {price}
              </Button>
              <Button
                variant="ghost"
                size="lg"
                disabled={busy !== undefined}
                loading={busy === "DECLINE"}
                onClick={() => void answer("DECLINE")}
              >
                No Thanks
              </Button>
              {offer.offerPriceCents + offer.shippingCents > 0 && !orderReference.startsWith("free_") && (
                <p className="text-center text-xs text-balance text-muted-foreground">
                  Yes charges the card that you have just used. There is nothing to fill in again.
                </p>
              )}
            </div>
          )}
        </OfferCard>
      </main>
    </>
  );
}
