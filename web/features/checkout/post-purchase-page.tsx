import { useRouter } from "@tanstack/react-router";
import type { getPaymentSetup } from "#contract/checkout/checkout.ts";
import type { Output } from "#web/api.ts";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { OfferCarousel } from "./offer-carousel.tsx";
import { successPath } from "./success-path.ts";
import { type PostPurchaseSearch, useFinishedPurchase } from "./use-finished-purchase.ts";

type Props = { search: PostPurchaseSearch; setup: Output<typeof getPaymentSetup>; origin: string };

/** Where a payment returns to: it is finished, then the buyer is offered what goes with it, then the order's page follows. */
export function PostPurchasePage({ search, setup, origin }: Props) {
  const router = useRouter();
  const purchase = useFinishedPurchase(search);
  if (!purchase) return <LoadingScreen label="Completing your order" />;
  const { orderReference, email } = purchase;
  return (
    <OfferCarousel
      purchase={purchase}
      setup={setup}
      origin={origin}
      onDone={() => void router.navigate({ href: successPath(orderReference, email), replace: true })}
    />
  );
}
