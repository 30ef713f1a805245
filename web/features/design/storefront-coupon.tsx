import { isolated } from "#contract/isolated.ts";
import { endText } from "#contract/dates.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import type { ShownBlock } from "./shown-blocks.ts";

type Coupon = Extract<ShownBlock, { kind: "coupon" }>;
type Props = {
  block: Coupon;
  products: readonly { id: string; slug: string; title?: string }[];
  handle: string;
  /** The page has the shelf of all products, which the code is then for. */
  hasShelf: boolean;
};

/** A coupon while it is valid: what it gives, until when, and the way to what it is for with its code filled in. */
export function StorefrontCoupon({ block, products, handle, hasShelf }: Props) {
  const { id, title, code, validUntil, zone } = block;
  const only =
    block.productIds.length === 1 ? products.find((each) => each.id === block.productIds[0]) : undefined;
  const search = `?code=${encodeURIComponent(code)}`;
  const place = only
    ? `/u/${handle}/${only.slug}${search}`
    : `/u/${handle}${search}${hasShelf ? "#products" : ""}`;
  const conditions = conditionsOf(block, only?.title);
  return (
    <div className="store-coupon store-box">
      <div>
        <h2 id={`h-${id}`} dir="auto" className="store-block-title">
          {title || saving(block)}
        </h2>
        <p>
          {title && <>{saving(block)} with </>}
          {!title && <>With </>}
          <strong className="store-code">{code}</strong>
          {conditions && <>, {conditions}</>}
        </p>
        {validUntil && (
          <p className="store-block-note">
            Ends <time dateTime={validUntil}>{endText(validUntil, zone)}</time>
          </p>
        )}
      </div>
      <LinkButton href={place} variant="brand" size="lg" className="store-button">
        Use the code
      </LinkButton>
    </div>
  );
}

function saving({ discountType, discountValue }: Coupon): string {
  if (discountType === "FREE_SHIPPING") return "Free shipping";
  return discountType === "PERCENTAGE" ? `${discountValue / 100}% off` : `${formatMoney(discountValue)} off`;
}

function conditionsOf(block: Coupon, title: string | undefined): string {
  const { productIds, minimumOrderCents, firstTimeCustomerOnly } = block;
  const chosen = productIds.length === 1 ? "one product" : `${productIds.length} chosen products`;
  return [
    productIds.length > 0 && `on ${isolated(title ?? chosen)}`,
    minimumOrderCents > 0 && `for orders from ${formatMoney(minimumOrderCents)}`,
    firstTimeCustomerOnly && "for your first order",
  ]
    .filter(Boolean)
    .join(", ");
}
