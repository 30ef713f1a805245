import { useId } from "react";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { productTypeName } from "./product-type-name.ts";
import type { OrderItem } from "./use-order.ts";

type Props = { title: string; items: readonly OrderItem[]; currency: string };

/** What came into the order beside its main product; nothing where nothing did. */
export function AddedItems({ title, items, currency }: Props) {
  const headingId = useId();
  if (items.length === 0) return null;
  return (
    <Card className="p-5 sm:p-6">
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="text-base font-semibold">
          {title} ({items.length})
        </h2>
        <ul className="mt-2 divide-y divide-border">
          {items.map(({ id, product, totalPriceCents, discountCents }) => (
            <li key={id} className="flex items-start justify-between gap-4 py-3 last:pb-0">
              <div className="grid min-w-0 gap-1.5">
                <h3 className="text-sm leading-snug font-medium">{product.title}</h3>
                <Badge>{productTypeName[product.type]}</Badge>
              </div>
              <p className="grid justify-items-end text-sm font-medium whitespace-nowrap">
                {formatMoney(totalPriceCents, currency)}
                {discountCents > 0 && (
                  <s className="font-normal text-muted-foreground">
                    <span className="sr-only">instead of </span>
                    {formatMoney(totalPriceCents + discountCents, currency)}
                  </s>
                )}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
