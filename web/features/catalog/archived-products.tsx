import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore } from "lucide-react";
import { type ArchivedProduct, listArchivedProducts } from "#contract/catalog/archived-products.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ProductTypeCell } from "./product-cells.tsx";
import { ordersText } from "./orders-text.ts";

/** What is hidden from all but its buyers, and the way back. Nothing where nothing is. */
export function ArchivedProducts({ onBringBack }: { onBringBack: (product: ArchivedProduct) => void }) {
  const { data: products } = useQuery(apiQuery(listArchivedProducts));
  if (!products || products.length === 0) return null;
  return (
    <Card className="mt-6 p-5 sm:p-6">
      <details>
        <summary className="cursor-pointer text-base font-semibold">Archived ({products.length})</summary>
        <p className="mt-2 text-sm text-muted-foreground">
          Not in your store and not for sale. Whoever bought one keeps it.
        </p>
        <ul className="mt-3 divide-y divide-border">
          {products.map((product) => (
            <li key={product.id} className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
              <div className="grid min-w-0 gap-0.5">
                <span dir="auto" className="font-medium wrap-anywhere">
                  {product.title}
                </span>
                <span className="flex flex-wrap gap-x-3 text-muted-foreground">
                  <ProductTypeCell type={product.type} />
                  {ordersText(product.orderCount)}
                </span>
              </div>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Bring back as a draft: ${product.title}`}
                onClick={() => onBringBack(product)}
              >
                <ArchiveRestore aria-hidden="true" /> Bring back as a draft
              </Button>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
