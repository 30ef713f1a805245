import { useWatch } from "react-hook-form";
import { momentOfFieldText } from "#contract/dates.ts";
import { documentText } from "#contract/document/document-text.ts";
import { valueOf } from "#web/ui/typed-number.ts";
import {
  canRunOut,
  hasYearlyPrice,
  suggestedCentsOf,
  trialDaysOf,
  type ProductFormValues,
  useProductFields,
} from "./product-form-values.ts";
import { shopNow } from "#web/shop-now.ts";
import type { PublicProduct } from "./shown-product.ts";
import { StorefrontProductCard } from "./storefront-product-card.tsx";

/** The product's card as it will stand in the store, while it is being written. */
export function ProductPreview() {
  const { control } = useProductFields();
  const values = useWatch({ control }) as ProductFormValues;
  return (
    <aside aria-label="Preview" className="sticky top-0">
      <p className="mb-2 text-sm font-medium text-muted-foreground">In your store</p>
      {/* A picture of the card: nothing in it is to be pressed. */}
      <ul inert>
        <StorefrontProductCard product={publicProduct(values)} handle="preview" eager />
      </ul>
      {!values.active && (
        <p className="mt-3 text-sm text-muted-foreground">Inactive products are not shown in your store.</p>
      )}
    </aside>
  );
}

function publicProduct(values: ProductFormValues): PublicProduct {
  return {
    id: "preview",
    title: values.title.trim() || "Your product",
    slug: "preview",
    description: documentText(values.description) || "What buyers get, in a sentence or two.",
    type: values.type || "DOWNLOAD",
    priceCents: valueOf(values.price, "money") ?? 0,
    originalPriceCents:
      suggestedCentsOf(values) === null ? (valueOf(values.originalPrice, "money") ?? null) : null,
    suggestedPriceCents: suggestedCentsOf(values),
    currency: "usd",
    billingInterval: values.type === "MEMBERSHIP" ? values.billingInterval : "ONE_TIME",
    yearlyPriceCents: hasYearlyPrice(values) ? (valueOf(values.yearlyPrice, "money") ?? null) : null,
    trialDays: trialDaysOf(values),
    buyButtonText: values.buyButtonText.trim() || null,
    featured: values.featured,
    ...openingOf(values),
    ...eventOf(values),
    sessionMinutes: null,
    sessionZone: null,
    deliveryDays: null,
    soldOut: isSoldOut(values),
    bundle: values.type === "BUNDLE" ? { parts: values.partIds.length, worthCents: null } : null,
    rating: null,
    cover: values.cover?.picture ?? null,
  };
}

function openingOf({ comingSoon, opens, opensZone }: ProductFormValues) {
  const opensAt = comingSoon && opens !== "" ? momentOfFieldText(opens, opensZone) : null;
  return {
    comingSoon: comingSoon && (opensAt === null || opensAt > shopNow()),
    opensAt: opensAt && opensAt > shopNow() ? opensAt.toISOString() : null,
    opensZone,
  };
}

function eventOf({ type, eventStarts, eventEnds, eventZone, eventPlace }: ProductFormValues) {
  const isDated = type === "EVENT" && eventStarts !== "" && eventEnds > eventStarts;
  return {
    eventStartsAt: isDated ? momentOfFieldText(eventStarts, eventZone).toISOString() : null,
    eventEndsAt: isDated ? momentOfFieldText(eventEnds, eventZone).toISOString() : null,
    eventZone: isDated ? eventZone : null,
    eventPlace: type === "EVENT" ? eventPlace.trim() || null : null,
    hasBegun: false,
  };
}

const isSoldOut = ({ type, trackInventory, allowBackorder, inventoryQuantity }: ProductFormValues) =>
  canRunOut(type) && trackInventory && !allowBackorder && !((valueOf(inventoryQuantity, "whole") ?? 0) >= 1);
