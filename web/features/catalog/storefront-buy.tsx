import { refundBadge } from "#contract/accounts/refund-words.ts";
import { RotateCcw, ShieldCheck } from "lucide-react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { canBeAwaited, goneWord } from "./gone-word.ts";
import { buyAction } from "./product-type.ts";
import type { ProductPage } from "./shown-product.ts";
import { PurchaseFactList } from "./purchase-fact-list.tsx";
import { StorefrontPrice } from "./storefront-price.tsx";
import { StorefrontWait, tellMe } from "./storefront-wait.tsx";

type Props = { product: ProductPage };

/** The price and the way to checkout, beside the page where there is room for it. */
export function StorefrontBuyCard({ product }: Props) {
  return (
    <aside
      aria-label="Buy"
      className="store-box hidden gap-5 rounded-2xl border border-border bg-card p-6 shadow-sm lg:sticky lg:top-6 lg:grid"
    >
      <StorefrontPrice product={product} className="text-3xl" />
      {canBeAwaited(product) ? (
        <StorefrontWait product={product} creator={product.creator} />
      ) : (
        <BuyLink product={product} />
      )}
      <StorefrontPromises product={product} />
    </aside>
  );
}

/** What a buyer has to know, and what they may rely on: the payment, and guaranteed refunds. */
export function StorefrontPromises({ product }: Props) {
  const badge = refundBadge(product.creator.refundPolicy);
  const isPaid = product.priceCents > 0 || product.suggestedPriceCents !== null;
  return (
    <div className="grid gap-3">
      <PurchaseFactList facts={product.facts} />
      <ul className="flex flex-wrap empty:hidden gap-x-5 gap-y-2 text-sm text-muted-foreground [&_li]:flex [&_li]:items-start [&_li]:gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-success">
        {isPaid && (
          <li>
            <ShieldCheck aria-hidden="true" />
            Secure payment
          </li>
        )}
        {isPaid && badge && (
          <li>
            <RotateCcw aria-hidden="true" />
            {badge}
          </li>
        )}
      </ul>
    </div>
  );
}

/** Stays at the lower edge of a phone's screen while the page is read. */
export function StorefrontBuyBar({ product }: Props) {
  return (
    <aside
      aria-label="Buy"
      className="buy-bar sticky bottom-0 z-20 border-t border-border bg-background/95 backdrop-blur-md lg:hidden"
    >
      <div className="buy-bar-inside mx-auto flex max-w-6xl items-center justify-between gap-4 px-5 py-3 sm:px-8">
        <StorefrontPrice product={product} />
        <div className="min-w-36">
          <BuyLink product={product} />
        </div>
      </div>
    </aside>
  );
}

function BuyLink({ product }: Props) {
  // To the form that stands in the page.
  if (canBeAwaited(product))
    return (
      <LinkButton href="#tell-me" variant="brand" size="lg" className="store-button w-full">
        {tellMe}
      </LinkButton>
    );
  const gone = goneWord(product);
  if (gone) return <p className="text-center font-medium text-muted-foreground">{gone}</p>;
  return (
    <LinkButton href={`/checkout/${product.id}`} variant="brand" size="lg" className="store-button w-full">
      {product.priceCents === 0 && product.suggestedPriceCents === null && !product.buyButtonText
        ? "Get it free"
        : buyAction(product)}
    </LinkButton>
  );
}
